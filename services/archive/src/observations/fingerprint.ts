import type { Sighting } from './sighting.ts'
import { isEntry } from './types.ts'

const TWO_32 = 2 ** 32
/** As many of the other 32 bits as a JavaScript integer has left. */
const UPPER = 2 ** 21 - 1

/**
 * A 53-bit hash of a sighting's content (cyrb53): tells whether it is already stored without reading what the archive
 * holds of its fields.
 */
export function fingerprintOf({ bits, names, texts }: Sighting): number {
  // One text is read faster than pieces of a line. A line break, which JSON never contains unescaped, ends each.
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
