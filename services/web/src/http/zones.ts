const known = new Map<string, boolean>()
/** More than there are zones; invented names must not fill the memory. */
const MOST = 1_000

/** Whether this is an IANA time zone. */
export function isZone(name: string): boolean {
  const found = known.get(name)
  if (found !== undefined) return found
  let holds = /^[A-Za-z][\w+/-]{0,63}$/.test(name)
  try {
    if (holds) new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    holds = false
  }
  if (known.size < MOST) known.set(name, holds)
  return holds
}
