import type { Page } from '@agora/shared/contracts/pagination'
import { authorityIn } from '../../authority/authority.ts'
import { timestamp } from '../../views.ts'
import { lastRevisionOf } from '../posts/sql.ts'
import { viewPost } from '../posts/views.ts'
import { type Viewer, viewSection } from '../sections/views.ts'
import { threadAbilities } from './authority.ts'
import type { Thread } from './schemas.ts'
import type { ThreadPageRow } from './store.ts'

export function viewThread(row: ThreadPageRow, page: Page, viewer: Viewer): Thread {
  const { actor } = viewer
  const authority = authorityIn(actor, row.sectionId)
  const postViewer = { actor, authority, thread: row }
  return {
    type: 'ForumThread',
    id: row.id,
    key: row.key,
    title: row.title,
    ctime: timestamp(row.ctime),
    section: viewSection(row.section, viewer),
    posts: {
      ...page,
      count: row.postCount,
      items: row.posts.map((post) => viewPost(post, lastRevisionOf(post), postViewer)),
    },
    is_pinned: row.isPinned,
    is_locked: row.isLocked,
    self: threadAbilities(actor, authority, row),
  }
}
