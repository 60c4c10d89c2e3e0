import { closeAll } from '@agora/suite/closing'
import { expect, test } from 'vitest'

test('every step of closing runs once, the last first, and what failed is said', async () => {
  const ran: number[] = []
  const steps = [1, 2, 3].map((step) => async () => {
    ran.push(step)
    if (step > 1) throw new Error(`step ${step}`)
  })
  await expect(closeAll(steps)).rejects.toThrow('closing failed: Error: step 3; Error: step 2')
  await closeAll(steps)
  expect(ran).toEqual([3, 2, 1])
})
