import type { Sighting } from './sighting.ts'
import { isEntry } from './types.ts'

const TWO_32 = 2 ** 32
/** Of the other 32 bits as many as an integer of JavaScript has left. */
const UPPER = 2 ** 21 - 1

/**
 * 53 bits that stand for what a sighting saw (cyrb53): whether one is kept already is told by them, without reading what
 * the archive holds of its fields.
 */
export function fingerprintOf({ bits, names, texts }: Sighting): number {
  // One text of all is read faster than pieces of a line. A line break, which no JSON has as it is, ends each.
  let text = ''
  for (let place = 0; place < texts.length; place++) {
    const name = names[place] ?? ''
    if (isEntry(name)) text += name
    text += `${texts[place]}\n`
  }
  let one = 0xdeadbeef ^ bits
  let other = 0x41c6ce57 ^ bits
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2_654_435_761)
    other = Math.imul(other ^ code, 1_597_334_677)
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909)
  return TWO_32 * (other & UPPER) + (one >>> 0)
}
