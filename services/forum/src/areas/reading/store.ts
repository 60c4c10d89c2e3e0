import type { Queries } from '@agora/shared/database/sql'

/**
 * Moves the member's mark forward to a post's time, never back, and counts the change; answers false where the thread has
 * no such post.
 */
export async function markRead(
  db: Queries,
  member: string,
  threadId: string,
  postId: string,
): Promise<boolean> {
  const { rows } = await db.query({
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

/** Raises the member's floor to this moment. */
export async function raiseFloor(db: Queries, member: string): Promise<void> {
  await db.query({
    name: 'raise-floor',
    text: `
      INSERT INTO read_floor AS f (user_id, floor, changes) VALUES ($1, clock_timestamp(), 1)
      ON CONFLICT (user_id) DO UPDATE SET floor = greatest(f.floor, excluded.floor), changes = f.changes + 1`,
    values: [member],
  })
}
