import { viewSectionHead } from '../../resources/section.ts'
import { viewThreadSummary } from '../sections/views.ts'
import type { ListedThread } from './schemas.ts'
import type { ListedThreadRow } from './sql.ts'

export function viewListedThread(row: ListedThreadRow): ListedThread {
  const { section } = row
  return {
    ...viewThreadSummary(row),
    section: { ...viewSectionHead(section), locale: section.locale },
  }
}
