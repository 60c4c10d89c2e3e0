import type { Role } from '../../authority/role.ts'
import { isUnreadSql } from '../reading/sql.ts'

/** An item of a section's page. */
export interface ThreadSummaryRow {
  id: string
  key: string | null
  title: string
  ctime: string
  isPinned: boolean
  isLocked: boolean
  postCount: number
  isAnnounced: boolean
  lastPostId: string
  lastPostAt: string
  lastPostAuthorId: string
  lastPostAuthorName: string | null
  lastPostRole: Role | null
  isUnread: boolean
}

/** The columns of a `ThreadSummaryRow` for the thread aliased `t`; for a member they need `reader` in the FROM list. */
export const threadSummaryColumns = (forMember: boolean) => `
    t.id, t.key, t.title, t.ctime, t.is_pinned AS "isPinned", t.is_locked AS "isLocked",
    t.post_count AS "postCount", t.announcement_count > 0 AS "isAnnounced",
    t.last_post_id AS "lastPostId", t.last_post_at AS "lastPostAt", t.last_post_author_id AS "lastPostAuthorId",
    (SELECT display_name FROM known_user AS u WHERE u.id = t.last_post_author_id) AS "lastPostAuthorName",
    t.last_post_role AS "lastPostRole",
    ${forMember ? isUnreadSql : 'false'} AS "isUnread"`
