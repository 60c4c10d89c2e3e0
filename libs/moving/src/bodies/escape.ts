import { escapeLineStart } from '@agora/shared/markup/index'

/** Control characters except tab, LF and CR, which no body may have. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu
const MARKS = /[\\`[\]]/g
/** Two-character marks: a single one between others is text. The ends of a text may meet another. */
const PAIRS = /([*~|])(?:(?=\1|$)|(?<=^\1|\1\1))/g
/** Among ASCII letters it is never a mark; whether it is one among others depends on their script. */
const UNDERSCORE = /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g

export const withoutControls = (text: string): string => text.replaceAll(CONTROL, ' ')

const ANY_MARK = /[\\`[\]*~|_@]/
/** The colon of an address that would be a link by itself. */
const ADDRESS = /(?<=https?):(?=\/\/)/gi

/** Text as markup that reads the same. */
export const escapeText = (text: string): string => escapeWords(text).replaceAll(ADDRESS, '\\:')

/** Text as markup of a link, in which an address is text. Most has no mark. */
export const escapeWords = (text: string): string =>
  ANY_MARK.test(text)
    ? text
        .replaceAll(MARKS, '\\$&')
        .replaceAll(PAIRS, '\\$1')
        .replaceAll(UNDERSCORE, '\\_')
        .replaceAll('@{', '\\@{')
    : text

/** Lines of markup of which none begins with a mark of its own. `isAtStart`: the first one begins with its line. */
export const escapeLines = (markup: string, isAtStart = true): string =>
  markup
    .split(/(?<=[\r\n])/)
    .map((line, index) => (index > 0 || isAtStart ? escapeLineStart(line) : line))
    .join('')

const OPEN_TO_ALL = /["<>[\]\\`(){}\s\p{C}]/gu
const LONGEST_URI = 2_048

/** What IPB writes for its own address, and for that of its uploads. */
const OWN_PLACES: readonly [place: RegExp, path: string][] = [
  [/^<___base_url___>\/?/, ''],
  [/^<fileStore\.\w+>\/?/, 'uploads/'],
]

const inPlace = (address: string): string =>
  OWN_PLACES.reduce((written, [place, path]) => written.replace(place, path), address)

/** An address as a link may have it here; undefined if it is not allowed. */
export function linkTarget(written: string, base: string): string | undefined {
  const address = written.startsWith('<') ? inPlace(written) : written
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  const target = url.href.replaceAll(OPEN_TO_ALL, (character) =>
    character === '(' ? '%28' : character === ')' ? '%29' : encodeURIComponent(character),
  )
  return target.length <= LONGEST_URI ? target : undefined
}
