import { raw, sql, type Transaction } from '@agora/shared/database/sql'
import type { Recorded } from '../changes/store.ts'
import { nameOf } from '../resources/sql.ts'

/** A cleanup that is under way, locked until the transaction ends. */
export interface DueCleanup {
  id: string
  userId: string
  /** Who works on it now. */
  workerId: string
  workerName: string | null
  asAdministrator: boolean
  isUndone: boolean
  since: Date | null
  reason: string
  place: string
  threadPlace: string
  traceparent: string
}

/** The oldest one that no other process works on. */
export async function lockDue(tx: Transaction): Promise<DueCleanup | undefined> {
  const worker = raw('coalesce(undone_by_id, created_by_id)')
  return tx.maybeOne<DueCleanup>(sql`
    SELECT id, user_id AS "userId", ${worker} AS "workerId",
      ${raw(nameOf('coalesce(cleanup.undone_by_id, cleanup.created_by_id)'))} AS "workerName",
      as_administrator AS "asAdministrator", undone_by_id IS NOT NULL AS "isUndone", since, reason, place,
      thread_place AS "threadPlace", traceparent
    FROM cleanup WHERE done_at IS NULL ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED`)
}

/** The member's next post, hidden or not; undefined after the last. */
export const nextPost = (tx: Transaction, { userId, place, since }: DueCleanup) =>
  tx.maybeScalar<string>(sql`
    SELECT id FROM post
    WHERE author_id = ${userId}::uuid AND id > ${place}::uuid
      AND (${since}::timestamptz IS NULL OR ctime >= ${since}::timestamptz)
    ORDER BY id LIMIT 1`)

export interface OpenedThread {
  id: string
  firstPost: string
}

/** The next thread that the member opened, deleted or not; undefined after the last. */
export const nextThread = (tx: Transaction, { userId, threadPlace, since }: DueCleanup) =>
  tx.maybeOne<OpenedThread>(sql`
    SELECT thread_id AS id, id AS "firstPost" FROM post
    WHERE author_id = ${userId}::uuid AND id > ${threadPlace}::uuid AND position = 0
      AND (${since}::timestamptz IS NULL OR ctime >= ${since}::timestamptz)
    ORDER BY id LIMIT 1`)

const nextPosition = (id: string) => sql`coalesce((
    SELECT position + 1 FROM cleanup_item WHERE cleanup_id = ${id}::uuid ORDER BY position DESC LIMIT 1
  ), 0)`

/** Goes on behind a post; `hidden` if it was hidden now, and whether it had been moderated before. */
export async function passPost(
  tx: Transaction,
  { id }: DueCleanup,
  postId: string,
  hidden: { wasModerated: boolean } | undefined,
): Promise<void> {
  if (hidden)
    await tx.query(sql`
      INSERT INTO cleanup_item (cleanup_id, position, post_id, revision_id, was_moderated)
      SELECT ${id}::uuid, ${nextPosition(id)}, id, last_revision_id, ${hidden.wasModerated}
      FROM post WHERE id = ${postId}::uuid`)
  await tx.query(sql`
    UPDATE cleanup SET place = ${postId}::uuid, posts = posts + ${hidden ? 1 : 0}::int WHERE id = ${id}::uuid`)
}

/** Goes on behind a thread, which was deleted now or not. */
export async function passThread(
  tx: Transaction,
  { id }: DueCleanup,
  thread: OpenedThread,
  isDeleted: boolean,
): Promise<void> {
  if (isDeleted)
    await tx.query(sql`
      INSERT INTO cleanup_item (cleanup_id, position, thread_id)
      VALUES (${id}::uuid, ${nextPosition(id)}, ${thread.id}::uuid)`)
  await tx.query(sql`
    UPDATE cleanup SET thread_place = ${thread.firstPost}::uuid, threads = threads + ${isDeleted ? 1 : 0}::int
    WHERE id = ${id}::uuid`)
}

export async function finish(tx: Transaction, { id }: DueCleanup): Promise<void> {
  await tx.query(sql`UPDATE cleanup SET done_at = now() WHERE id = ${id}::uuid`)
}

export interface CleanupItem {
  position: number
  threadId: string | null
  postId: string | null
  revisionId: string | null
  wasModerated: boolean
}

/** The last thing that was done and is not undone yet. */
export const lastItem = (tx: Transaction, { id }: DueCleanup) =>
  tx.maybeOne<CleanupItem>(sql`
    SELECT position, thread_id AS "threadId", post_id AS "postId", revision_id AS "revisionId",
      was_moderated AS "wasModerated"
    FROM cleanup_item WHERE cleanup_id = ${id}::uuid ORDER BY position DESC LIMIT 1`)

export async function removeItem(tx: Transaction, { id }: DueCleanup, item: CleanupItem): Promise<void> {
  await tx.query(
    sql`DELETE FROM cleanup_item WHERE cleanup_id = ${id}::uuid AND position = ${item.position}::int`,
  )
  await tx.query(sql`
    UPDATE cleanup SET posts = posts - ${item.postId === null ? 0 : 1}::int,
      threads = threads - ${item.threadId === null ? 0 : 1}::int
    WHERE id = ${id}::uuid`)
}

export async function removeCleanup(tx: Transaction, { id }: DueCleanup): Promise<void> {
  await tx.query(sql`DELETE FROM cleanup WHERE id = ${id}::uuid`)
}

export interface HiddenBody {
  html: string
  source: string
  hasAdminBlock: boolean
  moderation: string | null
}

/** What a post said before its last revision; undefined if that was hidden, too. */
export const readBeforeLast = (tx: Transaction, postId: string) =>
  tx.maybeOne<HiddenBody>(sql`
    SELECT r.html, r.source, r.has_admin_block AS "hasAdminBlock", r.moderation
    FROM post AS p JOIN revision AS r ON r.post_id = p.id AND r.position = p.revision_count - 2
    WHERE p.id = ${postId}::uuid AND r.html IS NOT NULL`)

/** Sets whether a post counts as moderated, apart from the revision that was recorded. */
export async function setModerated(recorded: Recorded, postId: string, isModerated: boolean): Promise<void> {
  await recorded.query(sql`UPDATE post SET is_moderated = ${isModerated} WHERE id = ${postId}::uuid`)
}
