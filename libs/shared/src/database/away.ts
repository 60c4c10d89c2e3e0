/** What the system, DNS and Postgres say of a server that is not there, starts, stops, takes no more connections or is too slow. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // A statement that took too long: whoever asks again may be luckier.
  '57014',
  // Prisma's own: no connection, none in time, and a transaction that took too long.
  'P1001',
  'P1017',
  'P2024',
  'P2028',
])
/** The messages of errors that have no code: pg's, and this folder's own. */
const messages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|another connection to the server has broken|the database server leaves connections unanswered|none of these servers takes writes|no server was found in time)/

/** Whether something failed because the database cannot be reached, rather than because of what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    const { code = '' } = one as { code?: string }
    if (codes.has(code) || code.startsWith('08') || messages.test(one.message)) return true
    if (one instanceof AggregateError && one.errors.some(isDatabaseAway)) return true
  }
  return false
}
