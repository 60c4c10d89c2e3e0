import type { Role } from '@agora/shared/contracts/roles'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { Recorded } from '../../changes/store.ts'

export interface NewPost {
  id: string
  threadId: string
  position: number
  ctime: string
  authorId: string
  authorRole: Role | null
  revisionId: string
  html: string | null
  source: string | null
  hasAdminBlock: boolean
  moderation: string | null
  comment: string | null
}

export const readPostIds = async (db: Queries, ids: readonly string[]) =>
  new Set(await db.scalars<string>(sql`SELECT id FROM post WHERE id = ANY(${ids}::uuid[])`))

export async function readAuthors(
  db: Queries,
  ids: readonly string[],
): Promise<{ id: string; authorId: string }[]> {
  if (ids.length === 0) return []
  return db.all<{ id: string; authorId: string }>(sql`
    SELECT id, author_id AS "authorId" FROM post WHERE id = ANY(${ids}::uuid[])`)
}

const INSERT_POSTS = `
  WITH line AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1) AS line (
      id uuid, "threadId" uuid, position int, ctime timestamptz, "authorId" uuid, "authorRole" "Role", "revisionId" uuid,
      html text, source text, "hasAdminBlock" boolean, moderation text, comment text
    )
  ), p AS (
    INSERT INTO post (id, thread_id, position, ctime, author_id, author_role, last_revision_id, is_hidden)
    SELECT id, "threadId", position, ctime, "authorId", "authorRole", "revisionId", html IS NULL FROM line
  ), w AS (
    INSERT INTO thread_participant (thread_id, user_id, position)
    SELECT "threadId", "authorId", min(position) FROM line GROUP BY "threadId", "authorId" ON CONFLICT DO NOTHING
  )
  INSERT INTO revision (
    id, post_id, position, time, author_id, author_role, html, source, has_admin_block, moderation, comment
  )
  SELECT "revisionId", id, 0, ctime, "authorId", "authorRole", html, source, "hasAdminBlock", moderation, comment
  FROM line`

/** Writes posts with their first revisions, and who has written where. */
export async function insertPosts(recorded: Recorded, posts: readonly NewPost[]): Promise<void> {
  await recorded.query({ name: 'import-posts', text: INSERT_POSTS, values: [JSON.stringify(posts)] })
}

/** Counts votes for new posts as reactions that nobody here gave. */
export async function countVotes(
  tx: Transaction,
  key: string,
  posts: readonly { id: string; votes: number }[],
): Promise<void> {
  if (posts.length === 0) return
  await tx.query(sql`
    INSERT INTO reaction_tally (post_id, key, count, imported)
    SELECT id, ${key}, votes, votes FROM json_to_recordset(${JSON.stringify(posts)}::json) AS post (id uuid, votes int)`)
}

/** Counts new threads, and changes to what may be unread; the sections of new threads are locked. */
export async function countInSections(
  tx: Transaction,
  sections: readonly { id: string; opened: number }[],
): Promise<void> {
  await tx.query({
    text: `
      WITH changed AS (SELECT * FROM json_to_recordset($1) AS changed (id uuid, opened int)),
      counted AS (
        UPDATE section AS s SET thread_count = thread_count + opened FROM changed
        WHERE s.id = changed.id AND opened > 0
      )
      INSERT INTO section_activity AS a (section_id, shard, changes)
      SELECT id, 0, 1 FROM changed ORDER BY id
      ON CONFLICT (section_id, shard) DO UPDATE SET changes = a.changes + 1`,
    values: [JSON.stringify(sections)],
  })
}

export interface PendingLink {
  revisionId: string
  address: string
  kind: string
  oldId: string
}

export async function notePending(
  tx: Transaction,
  source: string,
  links: readonly PendingLink[],
): Promise<void> {
  await tx.query(sql`
    INSERT INTO imported_link (revision_id, address, source, kind, old_id)
    SELECT "revisionId", address, ${source}, kind, "oldId"
    FROM json_to_recordset(${JSON.stringify(links)}::json) AS link (
      "revisionId" uuid, address text, kind "ImportedKind", "oldId" text
    )
    ON CONFLICT DO NOTHING`)
}
