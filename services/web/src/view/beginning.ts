/** Have no end tag. */
const empty = new Set(['br', 'img'])

/**
 * The beginning of HTML that the API rendered, in characters; what is open where it is cut is closed. Undefined if that
 * is all of it.
 */
export function beginningOf(html: string, length: number): string | undefined {
  if (html.length <= length) return undefined
  // Neither part of a tag, nor of a character or its escape.
  const kept = html.slice(0, length).replace(/<[^>]*$|&[^;]*$|[\ud800-\udbff]$/, '')
  const open: string[] = []
  for (const [, slash, name = ''] of kept.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (slash) open.pop()
    else if (!empty.has(name)) open.push(name)
  }
  // A list contains items alone.
  const rest = /^[ou]l$/.test(open.at(-1) ?? '') ? '<li>…</li>' : '…'
  return `${kept}${rest}${open
    .reverse()
    .map((name) => `</${name}>`)
    .join('')}`
}
