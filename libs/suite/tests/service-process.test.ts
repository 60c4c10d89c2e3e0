import { waitBeforeRestart } from '@agora/suite/service-process'
import { expect, test } from 'vitest'

test('a process that ran for a minute is started again at once when it ends, one that ends soon after longer waits', () => {
  expect(waitBeforeRestart(60_001, 30_000)).toBe(0)
  const waits: number[] = []
  for (let ends = 0; ends < 9; ends++) waits.push(waitBeforeRestart(1_000, waits.at(-1) ?? 0))
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})
