import type { Page } from '@agora/shared/contracts/pagination'
import { threadAbilities } from '../../authority/abilities.ts'
import { authorityIn } from '../../authority/authority.ts'
import { viewThreadHead } from '../../resources/thread.ts'
import { viewPost } from '../posts/views.ts'
import { type Viewer, viewSection } from '../sections/views.ts'
import type { Thread } from './schemas.ts'
import type { ThreadPageRow } from './store.ts'

export function viewThread(row: ThreadPageRow, page: Page, viewer: Viewer): Thread {
  const { actor } = viewer
  const authority = authorityIn(actor, row.sectionId)
  return {
    section: viewSection(row.section, viewer),
    posts: {
      count: row.postCount,
      items: row.posts.map((post) => viewPost(post, { actor, authority, thread: row })),
      ...page,
    },
    self: threadAbilities(actor, authority, row),
    ...viewThreadHead(row),
  }
}
