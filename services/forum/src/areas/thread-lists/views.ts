import { excerptOf } from '../../bodies/excerpt.ts'
import { viewPostHead } from '../../resources/post.ts'
import { viewSectionHead } from '../../resources/section.ts'
import { viewThreadSummary } from '../sections/views.ts'
import type { ListedThread } from './schemas.ts'
import type { ListedThreadRow } from './sql.ts'

export function viewListedThread(row: ListedThreadRow): ListedThread {
  const { section, opening } = row
  return {
    ...viewThreadSummary(row),
    section: { ...viewSectionHead(section), locale: section.locale },
    ...(opening && { opening: { post: viewPostHead(opening), excerpt: excerptOf(opening.html) } }),
  }
}
