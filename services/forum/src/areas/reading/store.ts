import type pg from 'pg'
import {
  activitySql,
  isUnreadSql,
  type Reader,
  readerSql,
  readingChangesSql,
  unreadThreadsSql,
} from './sql.ts'

/**
 * Moves the member's mark forward to a post's time, never back, and counts the change; answers false where the thread has
 * no such post.
 */
export async function markRead(
  pool: pg.Pool,
  member: string,
  threadId: string,
  postId: string,
): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'mark-read',
    text: `
      WITH p AS (SELECT ctime FROM post WHERE id = $3 AND thread_id = $2),
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
      SELECT 1 FROM p`,
    values: [member, threadId, postId],
  })
  return rows.length > 0
}

export async function isUnread(pool: pg.Pool, reader: Reader, threadId: string): Promise<boolean> {
  const { rows } = await pool.query<{ isUnread: boolean }>({
    name: 'is-unread',
    text: `
      WITH ${readerSql('$1', '$2')}
      SELECT ${isUnreadSql} AS "isUnread" FROM thread AS t, reader WHERE t.id = $3`,
    values: [reader.userId, reader.since, threadId],
  })
  return rows[0]?.isUnread ?? false
}

const COUNT_UNREAD = `
  WITH ${readerSql('$1', '$2')}
  SELECT s.id, ${activitySql('s.id')} AS activity, ${readingChangesSql('$1')} AS "readingChanges",
    ${unreadThreadsSql('s.id')} AS count
  FROM section AS s, reader WHERE s.id = ANY($3::uuid[])`

/** The unread threads of sections, each with the changes up to which they are counted. */
export async function countUnread(
  pool: pg.Pool,
  reader: Reader,
  sectionIds: readonly string[],
): Promise<{ id: string; activity: number; readingChanges: number; count: number }[]> {
  const { rows } = await pool.query({
    name: 'count-unread',
    text: COUNT_UNREAD,
    values: [reader.userId, reader.since, sectionIds],
  })
  return rows
}

/** Raises the member's floor to this moment. */
export async function raiseFloor(pool: pg.Pool, member: string): Promise<void> {
  await pool.query({
    name: 'raise-floor',
    text: `
      INSERT INTO read_floor AS f (user_id, floor, changes) VALUES ($1, clock_timestamp(), 1)
      ON CONFLICT (user_id) DO UPDATE SET floor = greatest(f.floor, excluded.floor), changes = f.changes + 1`,
    values: [member],
  })
}
