import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { ThreadChange } from '../../changes/change.ts'
import { recordPostSql } from '../../changes/sql.ts'
import { recordChange } from '../../changes/store.ts'
import type { Attempt } from '../../idempotency/attempt.ts'
import { onceSql } from '../../idempotency/store.ts'
import { recordParticipantSql } from '../../notifying/sql.ts'
import { mayShowPictures } from '../../pictures/store.ts'
import { countForMemberSql } from '../../tallies/sql.ts'
import { recordActivitySql } from '../../unread/sql.ts'
import { tellOfThreadsSql } from '../moderation/told.ts'
import type { NewPost } from '../posts/store-replies.ts'
import type { ThreadState } from './store.ts'

export interface NewThread {
  id: string
  sectionId: string
  title: string
}

/** What applications are told of a thread. */
const TOLD =
  'SELECT id AS section_id, $1::uuid AS thread, $4::uuid AS post, $6::uuid AS author, $3::text AS title, ctime FROM s'

/** A thread with its first post in one statement; nothing is written if the section has become a category. */
const insertThreadSql = ({ once, told }: { once: boolean; told: boolean }) => `
  WITH s AS (
    UPDATE section SET thread_count = thread_count + 1 WHERE id = $2 AND child_count = 0
    RETURNING id, date_trunc('milliseconds', clock_timestamp()) AS ctime
  ), a AS (${recordActivitySql('(SELECT $1::uuid AS id, s.id AS section_id FROM s) AS opened')}
  ), m AS (${countForMemberSql(['MemberPost', 'MemberThread'], '$6', 'a')}
  ), t AS (
    INSERT INTO thread (
      id, section_id, title, ctime, author_id, post_count, announcement_count,
      last_post_id, last_post_at, last_post_author_id, last_post_role
    )
    SELECT $1, s.id, $3, s.ctime, $6, 1, $10::boolean::int, $4, s.ctime, $6, $7 FROM s
  ), w AS (${recordParticipantSql('$1::uuid', '$6::uuid', '0', 's')}
  ), p AS (
    INSERT INTO post (id, thread_id, position, ctime, author_id, author_role, last_revision_id)
    SELECT $4, $1, 0, s.ctime, $6, $7, $5 FROM s
  ), r AS (
    INSERT INTO revision (id, post_id, position, time, author_id, author_role, html, source, has_admin_block)
    SELECT $5, $4, 0, s.ctime, $6, $7, $8, $9, $10 FROM s
  ), c AS (${recordPostSql(
    'ThreadOpened',
    { section: 's.id', thread: '$1::uuid', post: '$4::uuid', actor: '$6::uuid', pictures: '$11::boolean' },
    's',
  )}
  )${once ? `, k AS (${onceSql('$12', '$13', '$1::uuid', 's')})` : ''}
  ${told ? `, o AS (${tellOfThreadsSql(`(${TOLD}) AS s`)})` : ''}
  SELECT id FROM s`
const statements = {
  untold: {
    open: { name: 'open-thread', text: insertThreadSql({ once: false, told: false }) },
    once: { name: 'open-thread-once', text: insertThreadSql({ once: true, told: false }) },
  },
  told: {
    open: { name: 'open-thread-told', text: insertThreadSql({ once: false, told: true }) },
    once: { name: 'open-thread-once-told', text: insertThreadSql({ once: true, told: true }) },
  },
}

/** Returns whether the thread was written. `isTold`: whether applications are told. */
export async function insertThread(
  db: Queries,
  thread: NewThread,
  post: NewPost,
  { attempt, isTold }: { attempt: Attempt | undefined; isTold: boolean },
): Promise<boolean> {
  const { id, revisionId, authorId, authorRole, html, source, hasAdminBlock } = post
  const ofPost = [id, revisionId, authorId, authorRole, html, source, hasAdminBlock, mayShowPictures(html)]
  const values = [thread.id, thread.sectionId, thread.title, ...ofPost]
  const { open, once } = isTold ? statements.told : statements.untold
  const { rows } = await db.query(
    attempt ? { values: [...values, attempt.id, attempt.body], ...once } : { values, ...open },
  )
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

const RECORD_ACTIVITY = recordActivitySql('(VALUES ($1::uuid, $2::uuid)) AS changed (id, section_id)')

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
