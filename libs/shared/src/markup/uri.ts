import type { Input } from './characters.ts'
import type { CompiledGrammar } from './grammar.ts'

/** Longest link target, in UTF-16 code units. */
const MAX_LENGTH = 2048
/** What ends the search for a target's closing parenthesis. `]` among it keeps any two searches apart. */
const NEVER_IN_URI = new Set(['[', ']', '<', '>', '"', '`', '\\', ' ', '\t', '\n', '\r'])
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
/** Whitespace and what cannot be seen, bidirectional controls included. */
const INVISIBLE = /[\s\p{C}]/u

/** End of the target that starts at `from`, its parentheses in balance: the place of the `)` after it, or -1. */
export function uriEnd({ source, end }: Input, from: number): number {
  let open = 0
  for (let at = from; at < end; at += 1) {
    const character = source[at]!
    if (NEVER_IN_URI.has(character)) return -1
    if (character === '(') open += 1
    if (character !== ')') continue
    if (open === 0) return at
    open -= 1
  }
  return -1
}

/**
 * Whether a link may lead to `uri`: absolute, of an allowed scheme and host, one that the WHATWG parser reads the same way, and
 * without the user name or password that make one host look like another.
 */
export function isAllowedUri(
  uri: string,
  { schemes, hosts }: Pick<CompiledGrammar, 'schemes' | 'hosts'>,
): boolean {
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase()
  if (scheme === undefined || !schemes.has(scheme)) return false
  if (uri.length > MAX_LENGTH || INVISIBLE.test(uri) || !URL.canParse(uri)) return false
  const url = new URL(uri)
  // A browser resolves `https:path` against the page it is on, so a host must be written as one.
  const hasPlainHost = url.host === '' || uri.startsWith('//', scheme.length + 1)
  if (hosts && !hosts.has(url.host)) return false
  return url.protocol === `${scheme}:` && url.username === '' && url.password === '' && hasPlainHost
}
