import { Timestamp, Uuid } from '@agora/shared/contracts/types'
import { type Static, Type } from 'typebox'
import { ForumActor, orNull } from '../../schemas.ts'
import { memberActor, timestamp } from '../../views.ts'
import type { ThreadSummaryRow } from './sql.ts'

/** A thread in a section's page. */
export const ThreadSummary = Type.Object({
  type: Type.Literal('ForumThread'),
  id: Uuid,
  key: orNull(Type.String()),
  title: Type.String(),
  ctime: Timestamp,
  is_pinned: Type.Boolean(),
  is_locked: Type.Boolean(),
  posts: Type.Object({ count: Type.Integer() }),
  last_post: Type.Object({
    type: Type.Literal('ForumPost'),
    id: Uuid,
    ctime: Timestamp,
    author: ForumActor,
  }),
  has_admin_announcement: Type.Boolean(),
  self: Type.Object({ is_unread: Type.Boolean() }),
})
export type ThreadSummary = Static<typeof ThreadSummary>

export function viewThreadSummary(row: ThreadSummaryRow): ThreadSummary {
  const author = { id: row.lastPostAuthorId, displayName: row.lastPostAuthorName ?? '' }
  return {
    type: 'ForumThread',
    id: row.id,
    key: row.key,
    title: row.title,
    ctime: timestamp(row.ctime),
    is_pinned: row.isPinned,
    is_locked: row.isLocked,
    posts: { count: row.postCount },
    last_post: {
      type: 'ForumPost',
      id: row.lastPostId,
      ctime: timestamp(row.lastPostAt),
      author: memberActor(author, row.lastPostRole),
    },
    has_admin_announcement: row.isAnnounced,
    self: { is_unread: row.isUnread },
  }
}
