import { escapeMarks } from '@agora/shared/markup/tokenize'
import type { Kind } from '../format/lines.ts'
import { escapeWords } from './escape.ts'
import type { LinkEnd, Piece } from './pieces.ts'

/** What old ids have become; undefined for what has not been imported (yet). */
export type FindId = (kind: Kind, oldId: string) => string | undefined

const MENTION = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/gi

/** The page of something on this site. */
export function addressOf(site: string, kind: LinkEnd['kind'], id: string): string {
  return new URL(`/${kind}s/${id}`, site).href
}

/** What follows a link's text, or its opening bracket. */
const linkRest = (target: string, isBare: boolean) => `${isBare ? escapeWords(target) : ''}](${target})`

/** Markup with its links redirected from one address to another; link texts that show the first show the second. */
export const redirected = (source: string, from: string, to: string): string =>
  source
    .replaceAll(`[${linkRest(from, true)}`, () => `[${linkRest(to, true)}`)
    .replaceAll(linkRest(from, false), () => linkRest(to, false))

/** Where quotes lead until it is known whether what they quote was imported. */
export const quotedPlace = (base: string): string => new URL('quoted/', base).href

/** Markup without its links to an address, of which what they said is left. */
export function unlinked(source: string, address: string): string {
  const rest = linkRest(address, false)
  const end = rest.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return source.replaceAll(new RegExp(`\\[((?:\\\\.|[^[\\]\\\\])*)${end}`, 'gs'), '$1')
}

/** The alternative text has no bracket, and 500 characters with what is escaped. */
const pictureMarkup = (alt: string, id: string) =>
  `![${escapeMarks(alt.slice(0, 240).toWellFormed().replaceAll('[', '(').replaceAll(']', ')'))}](media:${id})`

/** Complete markup, with resolved links, those that lead nowhere yet, and the pictures that uploads have become. */
export function resolve(
  pieces: readonly Piece[],
  find: FindId,
  site: string,
  pictureOf: (file: string) => string | undefined = () => undefined,
): { source: string; pending: LinkEnd[] } {
  const pending: LinkEnd[] = []
  const parts = pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    if (piece.kind === 'picture') {
      const picture = pictureOf(piece.file)
      return picture === undefined ? piece.text : pictureMarkup(piece.alt, picture)
    }
    const id = find(piece.kind, piece.oldId)
    if (piece.kind === 'user') return id === undefined ? piece.text : `@{${id}}`
    if (id === undefined) pending.push(piece)
    return linkRest(id === undefined ? piece.address : addressOf(site, piece.kind, id), piece.isBare)
  })
  return { source: parts.join('').trim(), pending }
}

/** Markup that mentions the same members, by their ids here. */
export const withMentions = (source: string, idOf: (id: string) => string): string =>
  source.replaceAll(MENTION, (whole, id: string) => {
    const own = idOf(id.toLowerCase())
    return own === id.toLowerCase() ? whole : `@{${own}}`
  })

/** The members whom markup mentions. */
export const mentionedIn = (source: string): string[] =>
  Array.from(source.matchAll(MENTION), ([, id]) => id!.toLowerCase())
