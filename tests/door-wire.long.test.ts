import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, test } from 'vitest'
import { fuzzSuite, startFuzzed } from './support/door/fuzz-suite.ts'

/** A new seed each time; `FUZZ_SEED` repeats a printed one. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
const COUNT = 24_000

let suite: Suite
beforeAll(async () => {
  suite = await startFuzzed()
})
afterAll(() => suite?.close())

test(
  'of 24,000 requests gone wrong on their way none ends a process, and whatever is invalid is refused',
  {
    timeout: 900_000,
  },
  () => fuzzSuite(suite, { seed, count: COUNT }),
)
