import { createHash } from 'node:crypto'
import { escapeHtml } from '@agora/shared/markup/escape'

/** White is legible on each of them. */
const colours = [
  '#9d174d',
  '#b91c1c',
  '#9a3412',
  '#854d0e',
  '#3f6212',
  '#166534',
  '#115e59',
  '#155e75',
  '#075985',
  '#1d4ed8',
  '#5b21b6',
  '#86198f',
] as const

const segmenter = new Intl.Segmenter()

/** The first letter of a name, as a reader sees it. */
function initialOf(name: string): string {
  for (const { segment } of segmenter.segment(name))
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.toUpperCase()
  return '?'
}

/** An avatar for a member who has chosen none: the first letter of their name, on a colour that stays theirs. An SVG. */
export function drawnAvatar({ id, displayName }: { id: string; displayName: string }, size: number): string {
  const [byte = 0] = createHash('sha256').update(id).digest()
  const colour = colours[byte % colours.length]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 96 96">` +
    `<rect width="96" height="96" fill="${colour}"/>` +
    '<text x="48" y="48" dy="0.36em" text-anchor="middle" fill="#fff" font-family="sans-serif" font-size="48">' +
    `${escapeHtml(initialOf(displayName))}</text></svg>`
  )
}
