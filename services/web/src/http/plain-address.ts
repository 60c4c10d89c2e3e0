/**
 * The address without the query parameters that its page does not read; undefined if there are none. Whatever else is
 * appended to an address would be another page to every cache on the way.
 */
export function plainAddress(address: string, reads: readonly string[]): string | undefined {
  const at = address.indexOf('?')
  // A browser would take what follows two slashes for another site, and some take a backslash for one.
  if (at < 0 || /^\/(?:[/\\]|%2f|%5c)/i.test(address)) return undefined
  const given = new URLSearchParams(address.slice(at))
  const kept = [...given].filter(([name]) => reads.includes(name))
  if (kept.length === given.size) return undefined
  const path = address.slice(0, at)
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`
}
