import { characterBefore, type Input, isWord } from './characters.ts'
import type { CompiledGrammar } from './grammar.ts'

/** Longest link target, in UTF-16 code units. */
const MAX_LENGTH = 2048
/** What ends the search for a target's closing parenthesis. `]` among it keeps any two searches apart. */
const NEVER_IN_URI = new Set(['[', ']', '<', '>', '"', '`', '\\', ' ', '\t', '\n', '\r'])
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
/** Whitespace and what cannot be seen, bidirectional controls included. */
const INVISIBLE = /[\s\p{C}]/u

/** What an address on its own begins with, up to its colon. */
const BARE_SCHEME = /https?$/i
/** Before what should be a link's target. */
const OF_LINK = /\]\(\s?$/
/** Ends an address on its own, besides what no target has: bars of spoilers, and the punctuation of scripts without spaces. */
const AFTER_BARE_URI = /[\s|。、，；：？！「」『』（）【】《》]/u
/** What a sentence or a span may end with right behind an address (GFM, "Autolinks (extension)"). */
const TRAILING = new Set("?!.,:*_~'’”»…")
const ENTITY = /&[a-z0-9]+;$/i
/** As long as the names of entities get. */
const ENTITY_LENGTH = 34

/** Where an address on its own begins whose colon is at `at`; -1 if that is none. */
export function bareUriStart(input: Input, at: number): number {
  const { source, start } = input
  if (!source.startsWith('://', at)) return -1
  const scheme = BARE_SCHEME.exec(source.slice(Math.max(start, at - 'https'.length), at))?.[0] ?? ''
  const begins = at - scheme.length
  return scheme === '' || isWord(characterBefore(input, begins)) ? -1 : begins
}

/** Whether an address that begins at `at` should be a link's target. */
export const isOfLink = ({ source, start }: Input, at: number): boolean =>
  OF_LINK.test(source.slice(Math.max(start, at - 3), at))

/**
 * Where an address on its own ends whose colon is at `at`, by GFM's rules: an unbalanced parenthesis is not part of it,
 * nor is what looks like an entity or ends a sentence. `searched` is where nothing else could be part of it.
 */
export function bareUriEnd({ source, end }: Input, at: number): { last: number; searched: number } {
  let searched = at + '://'.length
  let open = 0
  for (; searched < end; searched += 1) {
    const character = source[searched]!
    if (NEVER_IN_URI.has(character) || AFTER_BARE_URI.test(character)) break
    if (character === '(') open += 1
    else if (character === ')') open -= 1
  }
  let last = searched
  for (;;) {
    const character = source[last - 1]!
    if (character === ')' && open < 0) open += 1
    else if (character === ';') {
      const entity = ENTITY.exec(source.slice(Math.max(at, last - ENTITY_LENGTH), last))?.[0] ?? ';'
      last -= entity.length - 1
    } else if (!TRAILING.has(character)) return { last, searched }
    last -= 1
  }
}

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
