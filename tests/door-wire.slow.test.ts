import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, test } from 'vitest'
import { fuzzSuite, startFuzzed } from './support/door/fuzz-suite.ts'

/** A new seed each time; `FUZZ_SEED` repeats a printed one. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)

let suite: Suite
beforeAll(async () => {
  suite = await startFuzzed()
})
afterAll(() => suite?.close())

test('a thousand corrupted requests end no process and are refused', () =>
  fuzzSuite(suite, { seed, count: 1_000 }))
