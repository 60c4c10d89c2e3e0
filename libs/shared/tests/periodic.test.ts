import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startPeriodic } from '../src/lifecycle/periodic.ts'

const logger = pino({ level: 'silent' })

test('a job comes again after it has failed, and never beside itself', async () => {
  let runs = 0
  let beside = 0
  const job = startPeriodic({
    name: 'test',
    everyMs: 1,
    logger,
    work: async () => {
      runs += 1
      beside += 1
      expect(beside).toBe(1)
      await Promise.resolve()
      beside -= 1
      if (runs % 2) throw new Error('no')
    },
  })
  await vi.waitFor(() => expect(runs).toBeGreaterThan(5), 30_000)
  await job.close()
})

test('closing waits for the run under way, not for the pause', async () => {
  let finish = () => {}
  let finished = false
  const job = startPeriodic({
    name: 'test',
    everyMs: 2 ** 30,
    logger,
    work: async () => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      finished = true
    },
  })
  const closed = job.close()
  finish()
  await closed
  expect(finished).toBe(true)
})
