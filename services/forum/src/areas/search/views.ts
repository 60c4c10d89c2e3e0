import { viewPostHead } from '../../heads/post.ts'
import { viewSectionHead } from '../../heads/section.ts'
import type { SearchHit } from './schemas.ts'
import type { HitRow } from './store.ts'

export function viewHit(row: HitRow, snippet: string): SearchHit {
  const { postId, threadId, threadKey, threadTitle, sectionId, sectionKey, sectionName } = row
  return {
    type: 'ForumSearchHit',
    thread: { type: 'ForumThread', id: threadId, key: threadKey, title: threadTitle },
    section: viewSectionHead({ id: sectionId, key: sectionKey, displayName: sectionName }),
    post: postId === null ? null : viewPostHead({ ...row, id: postId }),
    offset: row.position ?? 0,
    snippet,
  }
}
