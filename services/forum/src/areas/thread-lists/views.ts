import { coverSpoilers, plainText } from '@agora/shared/markup/index'
import { viewPostHead } from '../../heads/post.ts'
import { viewSectionHead } from '../../heads/section.ts'
import { viewThreadSummary } from '../sections/views.ts'
import { EXCERPT, type ListedThread } from './schemas.ts'
import type { ListedThreadRow } from './sql.ts'

export function viewListedThread(row: ListedThreadRow): ListedThread {
  const { section, opening } = row
  return {
    ...viewThreadSummary(row),
    section: { ...viewSectionHead(section), locale: section.locale },
    ...(opening && { opening: { post: viewPostHead(opening), excerpt: excerptOf(opening.html ?? '') } }),
  }
}

/** The text at the beginning of HTML that may be cut anywhere; up to a word's end where it is longer. */
function excerptOf(beginning: string): string {
  // Neither part of a tag, nor of a character or its escape.
  const html = beginning.replace(/<[^>]*$|&[^;]*$|[\ud800-\udbff]$/, '')
  const text = plainText(coverSpoilers(html)).replaceAll(/\s+/g, ' ').trim()
  const characters = [...text]
  if (characters.length <= EXCERPT) return text
  const kept = characters.slice(0, EXCERPT - 1).join('')
  return `${kept.replace(/\s+\S*$/, '')}…`
}
