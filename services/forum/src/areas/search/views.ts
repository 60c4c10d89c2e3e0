import { viewPostHead } from '../../resources/post.ts'
import { viewSectionHead } from '../../resources/section.ts'
import type { SearchHit } from './schemas.ts'
import type { HitRow } from './store.ts'

/** `hits` is the number of those in its thread, if they are gathered. */
export function viewHit(row: HitRow, snippet: string, hits: number | undefined): SearchHit {
  const { postId, threadId, threadKey, threadTitle, sectionId, sectionKey, sectionName } = row
  return {
    type: 'ForumSearchHit',
    thread: { type: 'ForumThread', id: threadId, key: threadKey, title: threadTitle },
    section: viewSectionHead({ id: sectionId, key: sectionKey, displayName: sectionName }),
    post: postId === null ? null : viewPostHead({ ...row, id: postId }),
    offset: row.position ?? 0,
    snippet,
    ...(hits !== undefined && { thread_hits: { count: hits } }),
  }
}
