/** The types that a caller may declare; what the bytes are is judged by themselves. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const

/** How many of the first bytes tell what a file is. */
export const TELLING_BYTES = 64

const signatures: readonly (readonly [offset: number, text: string])[] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF87a'],
  [0, 'GIF89a'],
]

/** The brands of an ISO media file that its first box names: AVIF is one with either of its own. */
function isAvif(head: string): boolean {
  if (head.slice(4, 8) !== 'ftyp') return false
  const length = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE()
  const brands: readonly string[] = head.slice(8, Math.min(length, head.length)).match(/.{4}/gs) ?? []
  return brands.includes('avif') || brands.includes('avis')
}

/** Whether a file begins as one of the five kinds of pictures does. */
export function isPicture(firstBytes: Buffer): boolean {
  const head = firstBytes.toString('latin1')
  if (signatures.some(([offset, text]) => head.startsWith(text, offset))) return true
  return (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') || (head.length >= 12 && isAvif(head))
}
