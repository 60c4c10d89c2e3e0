import { empty, prepared, type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import type { ThreadChange } from '../../changes/change.ts'
import { recordChange, recordPost } from '../../changes/store.ts'
import type { Attempt } from '../../idempotency/attempt.ts'
import { recordAttemptOf } from '../../idempotency/store.ts'
import { recordParticipantSql } from '../../notifying/sql.ts'
import { mayShowPictures } from '../../pictures/store.ts'
import { countForMemberSql } from '../../tallies/sql.ts'
import { recordActivitySql } from '../../unread/sql.ts'
import { tellOfThreadsSql } from '../moderation/told.ts'
import { insertRevision, type NewPost } from '../posts/store-replies.ts'
import type { ThreadState } from './store.ts'

export interface NewThread {
  id: string
  sectionId: string
  title: string
}

/**
 * A thread with its first post in one statement; nothing is written if the section `s` has become a category.
 */
const threadSql = (thread: NewThread, post: NewPost, attempt: Attempt | undefined, isTold: boolean) => sql`
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
  ), new_post AS (
    INSERT INTO post (id, thread_id, position, ctime, author_id, author_role, last_revision_id)
    SELECT post, thread, position, ctime, author, role, ${post.revisionId}::uuid FROM s
  ), new_revision AS (${insertRevision(post, 's')}
  ), recorded AS (${recordPost('ThreadOpened', mayShowPictures(post.html), 's')}
  ), activity AS (${recordOpening}
  ), counted AS (${countThread}
  ), participant AS (${recordParticipant}
  )${attempt ? sql`, attempted AS (${recordAttemptOf(attempt, 'thread', 's')})` : empty}${isTold ? told : empty}
  SELECT thread FROM s`
const recordOpening = raw(recordActivitySql('s'))
const countThread = raw(
  countForMemberSql(['MemberPost', 'MemberThread'], 'author', 's JOIN activity USING (section_id)'),
)
const recordParticipant = raw(recordParticipantSql('s'))
const told = raw(`, told AS (${tellOfThreadsSql('s')})`)

/** Returns whether the thread was written. `isTold`: whether applications are told. */
export async function insertThread(
  db: Queries,
  thread: NewThread,
  post: NewPost,
  { attempt, isTold }: { attempt: Attempt | undefined; isTold: boolean },
): Promise<boolean> {
  const name = `open-thread${attempt ? '-once' : ''}${isTold ? '-told' : ''}`
  const { rows } = await db.query(prepared(name, threadSql(thread, post, attempt, isTold)))
  return rows.length > 0
}

/** Changes the given fields of a locked thread, and records the change. */
export async function updateThread(
  tx: Transaction,
  change: ThreadChange,
  fields: Partial<Pick<ThreadState, 'title' | 'isPinned' | 'isLocked' | 'isDeleted'>>,
): Promise<void> {
  const { title = null, isPinned = null, isLocked = null, isDeleted = null } = fields
  await tx.query(sql`
    UPDATE thread SET
      title = coalesce(${title}, title), is_pinned = coalesce(${isPinned}, is_pinned),
      is_locked = coalesce(${isLocked}, is_locked), is_deleted = coalesce(${isDeleted}, is_deleted)
    WHERE id = ${change.thread}`)
  await recordChange(tx, change)
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
  await tx.query(sql`UPDATE thread SET section_id = ${change.section} WHERE id = ${thread.id}`)
  await countThreads(tx, thread, -1)
  await countThreads(tx, { id: thread.id, sectionId: change.section }, 1)
  await recordChange(tx, change)
}
