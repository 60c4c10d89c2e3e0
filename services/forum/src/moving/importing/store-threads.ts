import { markNames, type ThreadMarks } from '@agora/shared/contracts/thread-marks'
import { isoTime, type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { Recorded } from '../../changes/store.ts'
import type { ThreadState } from './thread-state.ts'

/** A thread whose posts are to come. */
export interface NewThread extends ThreadMarks {
  id: string
  key: string | null
  sectionId: string
  title: string
  ctime: string
  authorId: string
  isDeleted: boolean
}

const MARKS = markNames.join(', ')

const NEW_THREAD = `(
  id uuid, key text, "sectionId" uuid, title text, ctime timestamptz, "authorId" uuid,
  ${markNames.map((mark) => `${mark} boolean`).join(', ')}, "isDeleted" boolean, "postCount" int,
  "announcementCount" int, "lastPostId" uuid, "lastPostAt" timestamptz, "lastPostAuthorId" uuid,
  "lastPostRole" "Role", "lastOtherPostAt" timestamptz
)`

/** Those of these sections that hold no threads. */
export const readCategories = async (db: Queries, ids: readonly string[]) =>
  new Set(
    await db.scalars<string>(sql`SELECT id FROM section WHERE id = ANY(${ids}::uuid[]) AND child_count > 0`),
  )

/** Those of these threads that exist. */
export const readThreadIds = async (db: Queries, ids: readonly string[]) =>
  new Set(await db.scalars<string>(sql`SELECT id FROM thread WHERE id = ANY(${ids}::uuid[])`))

/** Stores threads until their first posts come. */
export async function keepThreads(tx: Transaction, threads: readonly NewThread[]): Promise<void> {
  await tx.query({
    text: `
      INSERT INTO imported_thread (id, key, section_id, title, ctime, author_id, ${MARKS}, is_deleted)
      SELECT id, key, "sectionId", title, ctime, "authorId", ${MARKS}, "isDeleted"
      FROM json_to_recordset($1) AS thread ${NEW_THREAD} ON CONFLICT DO NOTHING`,
    values: [JSON.stringify(threads)],
  })
}

export const takeKeptThreads = (tx: Transaction, ids: readonly string[]) =>
  tx.all<NewThread>({
    text: `
      DELETE FROM imported_thread WHERE id = ANY($1::uuid[])
      RETURNING id, key, section_id AS "sectionId", title, ${isoTime('ctime')} AS ctime, author_id AS "authorId",
        ${MARKS}, is_deleted AS "isDeleted"`,
    values: [ids],
  })

/** Locks threads until the transaction ends; returns the existing ones. */
export const lockThreads = (tx: Transaction, ids: readonly string[]) =>
  tx.all<ThreadState>({
    name: 'import-lock-threads',
    text: `
      SELECT id, section_id AS "sectionId", is_deleted AS "isDeleted", post_count AS "postCount",
        announcement_count AS "announcementCount", last_post_id AS "lastPostId", ${isoTime('last_post_at')} AS "lastPostAt",
        last_post_author_id AS "lastPostAuthorId", last_post_role AS "lastPostRole",
        ${isoTime('last_other_post_at')} AS "lastOtherPostAt"
      FROM thread WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  })

/** A key that another thread has is omitted; of two new ones the older has it. */
export async function insertThreads(
  recorded: Recorded,
  threads: readonly (NewThread & ThreadState)[],
): Promise<void> {
  await recorded.query({
    text: `
      INSERT INTO thread (
        id, key, section_id, title, ctime, author_id, ${MARKS}, is_deleted, post_count, announcement_count,
        last_post_id, last_post_at, last_post_author_id, last_post_role, last_other_post_at
      )
      SELECT id, CASE WHEN NOT EXISTS (SELECT FROM thread AS other WHERE other.key = new.key)
          AND row_number() OVER (PARTITION BY key ORDER BY ctime, id) = 1 THEN key END, "sectionId",
        title, ctime, "authorId", ${MARKS}, "isDeleted", "postCount", "announcementCount", "lastPostId",
        "lastPostAt", "lastPostAuthorId", "lastPostRole", "lastOtherPostAt"
      FROM json_to_recordset($1) AS new ${NEW_THREAD}`,
    values: [JSON.stringify(threads)],
  })
}

export async function updateThreads(recorded: Recorded, threads: readonly ThreadState[]): Promise<void> {
  await recorded.query({
    text: `
      UPDATE thread AS t SET
        post_count = "postCount", announcement_count = "announcementCount", last_post_id = "lastPostId",
        last_post_at = "lastPostAt", last_post_author_id = "lastPostAuthorId", last_post_role = "lastPostRole",
        last_other_post_at = "lastOtherPostAt"
      FROM json_to_recordset($1) AS changed ${NEW_THREAD} WHERE t.id = changed.id`,
    values: [JSON.stringify(threads)],
  })
}

/** Deletes stored threads without posts, so that they can be imported again. */
export async function dropKeptThreads(tx: Transaction, source: string): Promise<string[]> {
  const oldIds = await tx.scalars<string>(sql`
    WITH dropped AS (DELETE FROM imported_thread RETURNING id)
    DELETE FROM imported AS i USING dropped
    WHERE i.source = ${source} AND i.kind = 'thread' AND i.id = dropped.id
    RETURNING i.old_id`)
  return oldIds.sort()
}
