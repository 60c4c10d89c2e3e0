import type { Transaction } from '@agora/shared/database/sql'

/** Rows taken in one transaction. */
const AT_ONCE = 2_000

/** Revisions that members have not been notified of; those that show pictures are still to be told of. */
const TAKE_UNTOLD = `
  WITH taken AS (
    DELETE FROM untold_revision WHERE seq = ANY(ARRAY(SELECT seq FROM untold_revision ORDER BY seq LIMIT ${AT_ONCE}))
    RETURNING *
  )
  INSERT INTO new_change (kind, section_id, thread_id, post_id, position, actor_id, pictures)
  SELECT (CASE WHEN taken.position > 0 THEN 'PostEdited' WHEN p.position > 0 THEN 'PostWritten' ELSE 'ThreadOpened' END)::"ChangeKind",
    t.section_id, t.id, p.id, taken.position, r.author_id,
    taken.position = 0 AND coalesce(strpos(r.html, '<img src="/api/v1/media/') > 0, false)
  FROM taken JOIN post AS p ON p.id = taken.post_id JOIN thread AS t ON t.id = p.thread_id
  JOIN revision AS r ON r.post_id = p.id AND r.position = taken.position
  ORDER BY taken.seq`

/** Posts and titles to index. */
const TAKE_DUE = `
  WITH taken AS (
    DELETE FROM search_due WHERE id = ANY(ARRAY(SELECT id FROM search_due ORDER BY id LIMIT ${AT_ONCE})) RETURNING *
  )
  INSERT INTO new_change (kind, section_id, thread_id, post_id)
  SELECT 'PostRewritten'::"ChangeKind", t.section_id, t.id, p.id
  FROM taken JOIN post AS p ON p.id = taken.subject_id JOIN thread AS t ON t.id = p.thread_id
  UNION ALL SELECT 'ThreadRenamed', t.section_id, t.id, NULL FROM taken JOIN thread AS t ON t.id = taken.subject_id`

/** Begins a rebuild of the search index anew that a process of the version before has begun. */
const TAKE_REBUILD = `
  WITH taken AS (DELETE FROM search_rebuild RETURNING id)
  INSERT INTO follower_rebuild (follower) SELECT 'search' FROM taken ON CONFLICT (follower) DO UPDATE SET after = NULL`

/**
 * Takes what a version before the log of changes has queued, before an upgrade or beside it; returns how many. That
 * version takes from the same rows: each row is taken by one of them.
 */
export async function takeOlderQueues(tx: Transaction): Promise<number> {
  const untold = await tx.rowCount({ name: 'take-older-untold', text: TAKE_UNTOLD })
  const due = await tx.rowCount({ name: 'take-older-due', text: TAKE_DUE })
  await tx.query({ name: 'take-older-rebuild', text: TAKE_REBUILD })
  return untold + due
}
