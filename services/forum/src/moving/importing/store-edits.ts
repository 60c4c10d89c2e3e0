import type { Role } from '@agora/shared/contracts/roles'
import { sql, type Transaction } from '@agora/shared/database/sql'
import type { Recorded } from '../../changes/store.ts'

/** What edits change in a post and its thread. */
export interface EditedPost {
  id: string
  threadId: string
  revisionCount: number
  lastRevisionId: string
  isModerated: boolean
  isHidden: boolean
  hasAdminBlock: boolean
  /** How many more announcements its thread has. */
  announced: number
}

export interface NewEdit {
  id: string
  postId: string
  position: number
  time: string
  kind: 'User' | 'Role'
  authorId: string
  authorRole: Role | null
  html: string | null
  source: string | null
  hasAdminBlock: boolean
  moderation: string | null
  comment: string | null
}

/** Locks the threads of posts, then the posts. */
export async function lockPosts(tx: Transaction, ids: readonly string[]): Promise<EditedPost[]> {
  await tx.query(sql`
    SELECT FROM thread WHERE id IN (SELECT thread_id FROM post WHERE id = ANY(${ids}::uuid[]))
    ORDER BY id FOR NO KEY UPDATE`)
  return tx.all<EditedPost>(sql`
    SELECT p.id, p.thread_id AS "threadId", p.revision_count AS "revisionCount", p.last_revision_id AS "lastRevisionId",
      p.is_moderated AS "isModerated", p.is_hidden AS "isHidden", r.has_admin_block AS "hasAdminBlock", 0 AS announced
    FROM post AS p JOIN revision AS r ON r.id = p.last_revision_id
    WHERE p.id = ANY(${ids}::uuid[]) ORDER BY p.id FOR NO KEY UPDATE OF p`)
}

export async function insertEdits(recorded: Recorded, edits: readonly NewEdit[]): Promise<void> {
  await recorded.query(sql`
    INSERT INTO revision (
      id, post_id, position, time, author_kind, author_id, author_role, html, source, has_admin_block, moderation, comment
    )
    SELECT id, "postId", position, time, kind, "authorId", "authorRole", html, source, "hasAdminBlock", moderation, comment
    FROM json_to_recordset(${JSON.stringify(edits)}::json) AS edit (
      id uuid, "postId" uuid, position int, time timestamptz, kind "ActorKind", "authorId" uuid, "authorRole" "Role",
      html text, source text, "hasAdminBlock" boolean, moderation text, comment text
    )`)
}

export async function updateEdited(recorded: Recorded, posts: readonly EditedPost[]): Promise<void> {
  await recorded.query(sql`
    WITH edited AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(posts)}::json) AS edited (
        id uuid, "threadId" uuid, "revisionCount" int, "lastRevisionId" uuid, "isModerated" boolean, "isHidden" boolean,
        announced int
      )
    ), announced AS (
      UPDATE thread AS t SET announcement_count = announcement_count + sums.announced
      FROM (SELECT "threadId", sum(announced)::int AS announced FROM edited GROUP BY "threadId") AS sums
      WHERE t.id = sums."threadId" AND sums.announced <> 0
    )
    UPDATE post AS p SET
      revision_count = "revisionCount", last_revision_id = "lastRevisionId", is_moderated = "isModerated",
      is_hidden = "isHidden"
    FROM edited WHERE p.id = edited.id`)
}
