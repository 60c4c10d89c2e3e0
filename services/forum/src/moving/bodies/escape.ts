/** Control characters except tab, LF and CR, which no body may have. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu
const MARKS = /[\\`[\]]/g
/** Two-character marks: a single one between others is text. The ends of a text may meet another. */
const PAIRS = /([*~|])(?:(?=\1|$)|(?<=^\1|\1\1))/g
/** Among ASCII letters it is never a mark; whether it is one among others depends on their script. */
const UNDERSCORE = /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g

export const withoutControls = (text: string): string => text.replaceAll(CONTROL, ' ')

/** Text as markup that reads the same. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(MARKS, '\\$&')
    .replaceAll(PAIRS, '\\$1')
    .replaceAll(UNDERSCORE, '\\_')
    .replaceAll('@{', '\\@{')

const OPEN_TO_ALL = /["<>[\]\\`(){}\s\p{C}]/gu
const LONGEST_URI = 2_048

/** An address as a link may have it here; undefined if it is not allowed. */
export function linkTarget(address: string, base: string): string | undefined {
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  const target = url.href.replaceAll(OPEN_TO_ALL, (character) =>
    character === '(' ? '%28' : character === ')' ? '%29' : encodeURIComponent(character),
  )
  return target.length <= LONGEST_URI ? target : undefined
}
