import { describe, expect, it } from 'vitest'
import { secondsOf } from '../src/http/retry-after.ts'

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  it.each([
    ['20', undefined, 20],
    ['0', undefined, 0],
    ['Thu, 01 Jan 2026 00:00:20 GMT', undefined, 20],
    ['Thu, 01 Jan 2026 00:20:20 GMT', 'Thu, 01 Jan 2026 00:20:00 GMT', 20],
    ['Thursday, 01-Jan-26 00:00:20 GMT', undefined, 20],
    ['Thu Jan  1 00:00:20 2026', undefined, 20],
    ['Thu Jan  1 00:20:20 2026', 'Thu Jan  1 00:20:00 2026', 20],
    ['Wed, 31 Dec 2025 00:00:00 GMT', undefined, 0],
    ['-5', undefined, undefined],
    ['1e3', undefined, undefined],
    ['soon', undefined, undefined],
    [undefined, undefined, undefined],
    [['1', '2'], undefined, undefined],
  ])('%j beside the date %j asks for %j seconds', (retryAfter, date, seconds) => {
    expect(secondsOf(retryAfter, date, now)).toBe(seconds)
  })
})
