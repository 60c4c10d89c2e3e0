import type { Database } from '@agora/shared/database/database'
import type { Queries, Transaction } from '@agora/shared/database/sql'
import { POST_LOCATION_COLUMNS, type PostLocationRow, searchByTimeSql } from '../../resources/location.ts'
import { lockReading } from '../notifications/notifying/store.ts'
import { type Reader, readerSql } from './unread/sql.ts'

/**
 * Moves the member's mark forward to a post's time, never back, counts the change, and marks notifications up to there
 * read. Those that the notifier has locked it leaves to the notifier, which looks at the marks before it commits. False
 * if the thread has no such post.
 */
export const markRead = (
  { transaction }: Pick<Database, 'transaction'>,
  member: string,
  threadId: string,
  postId: string,
): Promise<boolean> =>
  transaction(async (tx) => {
    await lockReading(tx, threadId)
    const position = await moveMark(tx, member, threadId, postId)
    if (position === undefined) return false
    await readNotifications(tx, member, threadId, position)
    return true
  })

/** The post's position; the member's mark is locked. */
const moveMark = (tx: Transaction, member: string, threadId: string, postId: string) =>
  tx.maybeScalar<number>({
    name: 'mark-read',
    text: `
      WITH p AS (SELECT ctime, position FROM post WHERE id = $3 AND thread_id = $2),
      marked AS (
        INSERT INTO read_mark AS m (user_id, thread_id, read_at) SELECT $1, $2, p.ctime FROM p
        ON CONFLICT (user_id, thread_id) DO UPDATE SET read_at = excluded.read_at
        WHERE m.read_at < excluded.read_at
        RETURNING user_id
      ),
      changed AS (
        INSERT INTO read_floor AS f (user_id, changes) SELECT user_id, 1 FROM marked
        ON CONFLICT (user_id) DO UPDATE SET changes = f.changes + 1
      )
      SELECT position FROM p`,
    values: [member, threadId, postId],
  })

async function readNotifications(
  tx: Transaction,
  member: string,
  threadId: string,
  position: number,
): Promise<void> {
  await tx.query({
    name: 'read-notifications-of-thread',
    text: `
      WITH unread AS MATERIALIZED (
        SELECT id FROM notification
        WHERE user_id = $1 AND thread_id = $2 AND read_at IS NULL AND first_position <= $3
          -- Those of replies have an index of their own.
          AND (kind = 'Reply' OR kind <> 'Reply' AND kind <> 'ReportResolved')
        FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE notification SET
        read_at = CASE WHEN last_position <= $3 THEN date_trunc('milliseconds', clock_timestamp()) END,
        first_position = CASE WHEN last_position <= $3 THEN first_position ELSE $3 + 1 END
      WHERE id IN (SELECT id FROM unread)`,
    values: [member, threadId, position],
  })
}

/** Raises the member's floor to now. */
export async function raiseFloor(db: Queries, member: string): Promise<void> {
  await db.query({
    name: 'raise-floor',
    text: `
      INSERT INTO read_floor AS f (user_id, floor, changes) VALUES ($1, clock_timestamp(), 1)
      ON CONFLICT (user_id) DO UPDATE SET floor = greatest(f.floor, excluded.floor), changes = f.changes + 1`,
    values: [member],
  })
}

/**
 * The first post of a thread, by anyone else, newer than the member's mark and floor; undefined if there is none.
 */
export const findFirstUnread = (db: Queries, { userId, since }: Reader, threadId: string) =>
  db.maybeOne<PostLocationRow>({
    name: 'first-unread',
    text: `
      WITH RECURSIVE ${readerSql('$1', '$2')},
      read AS MATERIALIZED (
        SELECT greatest(
          reader.floor, (SELECT read_at FROM read_mark WHERE user_id = reader.id AND thread_id = $3::uuid)
        ) AS until FROM reader
      ),
      ${searchByTimeSql('$3::uuid', 'ctime <= (SELECT until FROM read)')}
      SELECT ${POST_LOCATION_COLUMNS}
      FROM post AS p JOIN thread AS t ON t.id = p.thread_id
      WHERE p.thread_id = $3::uuid AND p.author_id <> $1
        AND p.position >= (SELECT low FROM search WHERE low >= high)
      ORDER BY p.position LIMIT 1`,
    values: [userId, since, threadId],
  })

/** The last post of a thread of which the member has read anything; undefined for others. */
export const findLastOfOpened = (db: Queries, member: string, threadId: string) =>
  db.maybeOne<PostLocationRow>({
    name: 'last-of-opened',
    text: `
      SELECT ${POST_LOCATION_COLUMNS}
      FROM read_mark AS m JOIN thread AS t ON t.id = m.thread_id
      JOIN post AS p ON p.thread_id = t.id AND p.position = t.post_count - 1
      WHERE m.user_id = $1 AND m.thread_id = $2`,
    values: [member, threadId],
  })

/** The first post of a thread that was written at this moment or later, or else its newest; undefined if it has none. */
export const findPostAt = (db: Queries, threadId: string, time: Date) =>
  db.maybeOne<PostLocationRow>({
    name: 'post-at',
    text: `
      WITH RECURSIVE ${searchByTimeSql('$1::uuid', 'ctime < $2::timestamptz')}
      SELECT ${POST_LOCATION_COLUMNS}
      FROM thread AS t JOIN post AS p ON p.thread_id = t.id
        AND p.position = least((SELECT low FROM search WHERE low >= high), t.post_count - 1)
      WHERE t.id = $1::uuid`,
    values: [threadId, time],
  })
