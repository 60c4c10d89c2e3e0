import type { Queries } from '@agora/shared/database/sql'
import { memberTallySql } from '../../tallies/sql.ts'

const within = (column: string) => `($2::uuid[] IS NULL OR ${column} = ANY($2::uuid[]))`

/**
 * Counted on an index. Reports by the previous version do not store their target's author; there are few, so each
 * target is looked up.
 */
const REPORTS_AGAINST = `
  SELECT count(*) FILTER (WHERE status = 'Pending')::int AS pending,
    count(*) FILTER (WHERE status = 'Accepted')::int AS resolved,
    count(*) FILTER (WHERE status = 'Rejected')::int AS rejected
  FROM (
    SELECT status FROM report WHERE target_author_id = $1::uuid AND ${within('section_id')}
    UNION ALL
    SELECT f.status FROM report AS f
    WHERE f.target_author_id IS NULL AND ${within('f.section_id')} AND $1::uuid = CASE
      WHEN f.post_id IS NULL THEN (SELECT t.author_id FROM thread AS t WHERE t.id = f.thread_id)
      ELSE (SELECT p.author_id FROM post AS p WHERE p.id = f.post_id)
    END
  ) AS against`

/** The number of reports against what a member wrote, by status; in these sections, or everywhere. */
export const countReportsAgainst = (db: Queries, userId: string, sectionIds: readonly string[] | null) =>
  db.one<{ pending: number; resolved: number; rejected: number }>({
    name: 'reports-against',
    text: REPORTS_AGAINST,
    values: [userId, sectionIds],
  })

/** `OFFSET 0` makes the planner look the threads up one by one rather than read them all. */
const POSTS_WITHIN = `
  SELECT count(*)::int AS count
  FROM (SELECT thread_id FROM post WHERE author_id = $1::uuid ORDER BY id DESC LIMIT $3::bigint) AS p
  CROSS JOIN LATERAL (SELECT is_deleted, section_id FROM thread WHERE id = p.thread_id OFFSET 0) AS t
  WHERE NOT t.is_deleted AND t.section_id = ANY($2::uuid[])`

const POSTS_EVERYWHERE = `SELECT ${memberTallySql('MemberPost', '$1::uuid')} AS count`

/**
 * The number of a member's posts in threads that are not deleted: a stored tally for all sections, a count of the
 * newest `most` posts for some.
 */
export const countPostsWithin = (
  db: Queries,
  userId: string,
  sectionIds: readonly string[] | null,
  most: number,
) =>
  db.scalar<number>(
    sectionIds === null
      ? { name: 'posts-everywhere', text: POSTS_EVERYWHERE, values: [userId] }
      : { name: 'posts-within', text: POSTS_WITHIN, values: [userId, sectionIds, most] },
  )
