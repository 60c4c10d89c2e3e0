import { join, prepared, type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import type { ThreadChange } from '../../changes/change.ts'
import { recordChange } from '../../changes/store.ts'
import { type NewPost, newPostSql, statementName, type Writing } from '../posts/store-new-post.ts'
import { recordActivitySql } from '../reading/unread/sql.ts'
import { settingNames, type ThreadSettings } from './schemas.ts'

export interface NewThread {
  id: string
  sectionId: string
  title: string
}

/**
 * A thread with its first post in one statement; nothing is written if the section `s` has become a category.
 */
const threadSql = (thread: NewThread, post: NewPost, writing: Writing) => sql`
  WITH s AS (
    UPDATE section SET thread_count = thread_count + 1 WHERE id = ${thread.sectionId} AND child_count = 0
    RETURNING id AS section_id, ${thread.id}::uuid AS thread, ${thread.title}::text AS title, ${post.id}::uuid AS post,
      0 AS position, ${post.authorId}::uuid AS author, ${post.authorRole}::"Role" AS role,
      date_trunc('milliseconds', clock_timestamp()) AS ctime
  ), new_thread AS (
    INSERT INTO thread (
      id, section_id, title, ctime, author_id, post_count, announcement_count,
      last_post_id, last_post_at, last_post_author_id, last_post_role
    )
    SELECT thread, section_id, title, ctime, author, 1, ${post.hasAdminBlock}::boolean::int, post, ctime, author, role FROM s
  ), ${newPostSql('ThreadOpened', post, writing)}
  SELECT thread FROM s`

/** Returns whether the thread was written. */
export function insertThread(
  db: Queries,
  thread: NewThread,
  post: NewPost,
  writing: Writing,
): Promise<boolean> {
  const name = statementName('open-thread', writing)
  return db.hasRows(prepared(name, threadSql(thread, post, writing)))
}

/** Changes the settings of a locked thread, and records the change. */
export async function updateThread(
  tx: Transaction,
  change: ThreadChange,
  settings: ThreadSettings,
): Promise<void> {
  const columns = settingNames.map((name) => sql`${raw(name)} = ${settings[name]}`)
  const recorded = await recordChange(tx, change)
  await recorded.query(sql`UPDATE thread SET ${join(columns)} WHERE id = ${change.thread}`)
}

/** Deletes a locked thread or brings it back, and records the change. */
export async function markDeleted(tx: Transaction, change: ThreadChange, isDeleted: boolean): Promise<void> {
  const recorded = await recordChange(tx, change)
  await recorded.query(sql`UPDATE thread SET is_deleted = ${isDeleted} WHERE id = ${change.thread}`)
}

const RECORD_ACTIVITY = recordActivitySql('(VALUES ($1::uuid, $2::uuid)) AS changed (thread, section_id)')

/** Counts a change to what may be unread in the thread's section. A section's row is locked before its activity. */
export async function recordActivity(
  tx: Transaction,
  { id, sectionId }: { id: string; sectionId: string },
): Promise<void> {
  await tx.query({ text: RECORD_ACTIVITY, values: [id, sectionId] })
}

/**
 * Adds a thread to a section's number of live threads or takes one off, and counts a change to what may be unread
 * there.
 */
export async function countThreads(
  tx: Transaction,
  thread: { id: string; sectionId: string },
  change: 1 | -1,
): Promise<void> {
  await tx.query(sql`
    UPDATE section SET thread_count = thread_count + ${change}::int WHERE id = ${thread.sectionId}`)
  await recordActivity(tx, thread)
}

/** Moves a locked thread to the change's section, and records the change. */
export async function moveThread(
  tx: Transaction,
  change: ThreadChange & { kind: 'ThreadMoved' },
  thread: { id: string; sectionId: string },
): Promise<void> {
  const recorded = await recordChange(tx, change)
  await recorded.query(sql`UPDATE thread SET section_id = ${change.section} WHERE id = ${thread.id}`)
  await countThreads(tx, thread, -1)
  await countThreads(tx, { id: thread.id, sectionId: change.section }, 1)
}
