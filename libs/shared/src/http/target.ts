/** Letters, digits and `-._~`, which mean the same escaped as not (RFC 3986, section 6.2.2.2). */
const ESCAPED = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi
/** How a caller addresses a proxy (RFC 9112, section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * A request's target in the one spelling that everything here judges: path and query, with nothing escaped that need not
 * be. The router takes all spellings; a rule about paths would be evaded by another one.
 */
export function plainTarget(target: string): string {
  if (target.startsWith('/') && !/[%#]/.test(target)) return target
  const local = target.replace(ORIGIN, '').replace(/#.*/s, '')
  const plain = local.replace(/^[^?]*/, (path) =>
    path.replace(ESCAPED, (escaped) => decodeURIComponent(escaped)),
  )
  return plain === '' || plain.startsWith('?') ? `/${plain}` : plain
}
