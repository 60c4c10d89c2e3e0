const SECONDS = /^\d{1,10}$/
/** All forms of a date begin with its weekday; `Date.parse` alone would take much else. */
const DATE = /^[A-Z][a-z]{2}/
/** The form without a zone is in UTC, too: `Thu Jan  1 00:00:20 2026`. */
const ZONELESS = /\d{4}$/

/**
 * How many seconds a `Retry-After` asks for (RFC 9110, section 10.2.3), as seconds or as a date, which is told from the
 * answer's own `Date`: the receiver's clock may be wrong. Undefined if it is neither.
 */
export function secondsOf(retryAfter: unknown, date: unknown, now = Date.now()): number | undefined {
  if (typeof retryAfter !== 'string') return undefined
  if (SECONDS.test(retryAfter)) return Number(retryAfter)
  const until = DATE.test(retryAfter) ? timeOf(retryAfter) : Number.NaN
  if (Number.isNaN(until)) return undefined
  const sent = typeof date === 'string' ? timeOf(date) : Number.NaN
  return Math.max(0, (until - (Number.isNaN(sent) ? now : sent)) / 1000)
}

const timeOf = (date: string): number => Date.parse(ZONELESS.test(date) ? `${date} GMT` : date)
