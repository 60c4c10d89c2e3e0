/** At most, in bytes of UTF-8: sixty letters of English, twenty characters of Chinese. */
const MAX_BYTES = 60

/** What stands in this place in the addresses of a thread's other pages. */
const taken = new Set([
  'delete',
  'jump',
  'moderate',
  'move',
  'reply',
  'report',
  'restore',
  'resume',
  'unread',
  'watching',
])

/**
 * A title in an address: its letters and digits in lowercase, of any script, as many words as have their place. Empty if
 * it has none.
 */
export function slugOf(title: string): string {
  let slug = ''
  for (const [word] of title
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (Buffer.byteLength(longer) > MAX_BYTES) {
      if (slug === '') slug = beginningOf(word)
      break
    }
    slug = longer
  }
  return taken.has(slug) ? `-${slug}` : slug
}

/** The beginning of a word that is longer than an address, or of a script without spaces. */
function beginningOf(word: string): string {
  let [beginning, bytes] = ['', 0]
  for (const character of word) {
    bytes += Buffer.byteLength(character)
    if (bytes > MAX_BYTES) break
    beginning += character
  }
  return beginning
}
