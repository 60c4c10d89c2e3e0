import type { IncomingMessage } from 'node:http'

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

/** A name or an address, and a port; both may be empty. */
const HOST = /^(?:[\w.~%!$&'()*+,;=-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/**
 * Whether a request names the host it is meant for exactly once, as it must from HTTP/1.1 on (RFC 9112, section 3.2), and not
 * two credentials, of which whoever is in front might have judged the other.
 */
export function isUnambiguous({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  let credentials = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
    else if (name.length === 13 && name.toLowerCase() === 'authorization') credentials += 1
  }
  if (credentials > 1) return false
  return hosts === 0 ? httpVersion === '1.0' : hosts === 1 && HOST.test(headers.host as string)
}
