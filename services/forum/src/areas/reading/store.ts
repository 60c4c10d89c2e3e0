import type pg from 'pg'
import { isUnreadSql, type Reader, readerSql } from './sql.ts'

/** Moves the member's mark forward to a post's time, never back; answers false where the thread has no such post. */
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

/** Raises the member's floor to this moment. */
export async function raiseFloor(pool: pg.Pool, member: string): Promise<void> {
  await pool.query({
    name: 'raise-floor',
    text: `
      INSERT INTO read_floor AS f (user_id, floor) VALUES ($1, clock_timestamp())
      ON CONFLICT (user_id) DO UPDATE SET floor = greatest(f.floor, excluded.floor)`,
    values: [member],
  })
}
