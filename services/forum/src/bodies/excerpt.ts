import { coverSpoilers, plainText } from '@agora/shared/markup/index'

/** The longest excerpt, in characters. */
export const EXCERPT = 200
/** How much of a body's HTML is looked at for an excerpt, in characters. */
const LOOKED_AT = 1_500

/** The beginning of the HTML of the revision aliased `r`, from which `excerptOf` is made; null while it is hidden. */
export const beginningSql = (r: string) => `left(${r}.html, ${LOOKED_AT})`

/** The text at the beginning of HTML that may be cut anywhere; up to a word's end where it is longer. */
export function excerptOf(beginning: string | null): string {
  // Neither part of a tag, nor of a character or its escape.
  const html = (beginning ?? '').replace(/<[^>]*$|&[^;]*$|[\ud800-\udbff]$/, '')
  const text = plainText(coverSpoilers(html)).replaceAll(/\s+/g, ' ').trim()
  const characters = [...text]
  if (characters.length <= EXCERPT) return text
  const kept = characters.slice(0, EXCERPT - 1).join('')
  return `${kept.replace(/\s+\S*$/, '')}…`
}
