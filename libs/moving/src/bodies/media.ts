import type { Attributes } from './elements.ts'
import { linkTarget } from './escape.ts'

/** Pictures, sounds and frames: each becomes a link. */

const SMALL = /\b(?:emoji|emoticon|smil(?:ie|ies|ey|eys)|inlineimg)\b/i
/** Where an address may be: before `src`, those that a script puts there later, or that a proxy stands for. */
const ADDRESSES = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-embed-src',
  'data-url',
  'src',
  'data-video-src',
  'srcset',
  'data-srcset',
  'data',
  'href',
  'movie',
]
const SETS = new Set(['srcset', 'data-srcset'])

/** A picture that is a character of the text. */
export const isEmoji = ({ class: classes = '', ...attributes }: Attributes): boolean =>
  SMALL.test(classes) || 'data-emoticon' in attributes || 'data-emoji' in attributes

/** Whether an element's title is what it says in words, where it has no others. */
export const isPictured = (name: string): boolean =>
  name === 'img' || name === 'image' || name === 'area' || name === 'input' || PLAYED.has(name)

/** What says the same in words. */
export const wordsOf = ({ alt, title, 'data-shortname': shortname }: Attributes, otherwise: string): string =>
  [alt, title, shortname].find((words) => words !== undefined && words.trim() !== '') ?? otherwise

/** A face beside a quote, or the sign of a site beside its name, which say nothing. */
export const isOrnament = ({ class: classes = '', alt = '' }: Attributes): boolean =>
  alt === '' && /\b(?:avatar|site-icon)\b/.test(classes)

/** The first of an element's addresses that a link may have; of those that are none, what they are. */
export function addressOf(attributes: Attributes, base: string): { target?: string; said?: string } {
  let said: string | undefined
  for (const name of ADDRESSES) {
    const value = attributes[name]
    const address = SETS.has(name) ? value?.trim().split(/[\s,]/)[0] : value
    if (address === undefined || address.trim() === '') continue
    const target = linkTarget(address, base)
    if (target !== undefined) return { target, said: address }
    said ??= address
  }
  return said === undefined ? {} : { said }
}

/** Elements that play something, with what their link is called; the address itself where nothing says more. */
export const PLAYED: ReadonlyMap<string, string> = new Map([
  ['video', 'video'],
  ['audio', 'audio'],
  ['iframe', ''],
  ['frame', ''],
  ['embed', ''],
  ['object', ''],
])
