import type { Page } from '@agora/shared/contracts/pagination'
import { timesAsText } from '@agora/shared/database/pool'
import type { Queries } from '@agora/shared/database/sql'
import { memberTallySql } from '../../tallies/sql.ts'
import { PAGE_POST_COLUMNS, type PagePostRow } from '../posts/sql.ts'

export interface MemberSummaryRow {
  threads: number
  posts: number
  firstPostAt: string | null
  lastPostAt: string | null
}

/**
 * The member's first post that everybody may see, from one end of the index; skipped if the tally says there is none.
 */
const edgeSql = (order: 'ASC' | 'DESC') => `(
    SELECT p.ctime FROM post AS p
    CROSS JOIN LATERAL (SELECT FROM thread WHERE id = p.thread_id AND NOT is_deleted OFFSET 0) AS t
    WHERE p.author_id = $1::uuid AND kept.posts > 0
    ORDER BY p.id ${order} LIMIT 1
  )`

const SUMMARY = `
  SELECT kept.*, ${edgeSql('ASC')} AS "firstPostAt", ${edgeSql('DESC')} AS "lastPostAt"
  FROM (
    SELECT ${memberTallySql('MemberThread', '$1::uuid')} AS threads, ${memberTallySql('MemberPost', '$1::uuid')} AS posts
  ) AS kept`

/** A summary of what a member wrote that everybody may see. */
export async function readMemberSummary(db: Queries, userId: string): Promise<MemberSummaryRow> {
  const { rows } = await db.query<MemberSummaryRow>({
    name: 'member-summary',
    text: SUMMARY,
    values: [userId],
    types: timesAsText,
  })
  return rows[0]!
}

export interface MemberPostRow extends PagePostRow {
  threadId: string
  threadKey: string | null
  threadTitle: string
  sectionId: string
  isDeleted: boolean
  postCount: number
}

const DELETED_POSTS = `coalesce((
    SELECT sum(count) FROM tally
    WHERE listing = 'DeletedMemberPost' AND part = $1::uuid::text
      AND section_id = ANY(coalesce($2::uuid[], ARRAY(SELECT id FROM section)))
  ), 0)::int`

const walkSql = (order: 'ASC' | 'DESC', take: string, skip: string) => `(
      SELECT p.id FROM post AS p
      CROSS JOIN LATERAL (
        SELECT FROM thread
        WHERE id = p.thread_id AND (NOT is_deleted OR $2::uuid[] IS NULL OR section_id = ANY($2::uuid[])) OFFSET 0
      ) AS t
      WHERE p.author_id = $1::uuid ORDER BY p.id ${order}
      LIMIT (SELECT ${take} FROM span) OFFSET (SELECT ${skip} FROM span)
    )`

/**
 * Found on the index of the member's posts, from the nearer end; `OFFSET 0` makes the planner look the threads up one
 * by one. Only the member's own posts in deleted threads are skipped.
 */
const POSTS = `
  WITH span AS MATERIALIZED (
    SELECT count, $3::bigint AS skip, least($4::bigint, greatest(count - $3::bigint, 0)) AS take,
      $3::bigint > count / 2 AS backwards
    FROM (SELECT ${memberTallySql('MemberPost', '$1::uuid')} + ${DELETED_POSTS} AS count) AS kept
  ),
  page AS MATERIALIZED (
    ${walkSql('DESC', 'CASE WHEN backwards THEN 0 ELSE take END', 'skip')}
    UNION ALL
    ${walkSql('ASC', 'CASE WHEN backwards THEN take ELSE 0 END', 'greatest(count - skip - take, 0)')}
  )
  SELECT span.count, ${PAGE_POST_COLUMNS}, t.id AS "threadId", t.key AS "threadKey", t.title AS "threadTitle",
    t.section_id AS "sectionId", t.is_deleted AS "isDeleted", t.post_count AS "postCount"
  FROM span LEFT JOIN (
    page CROSS JOIN LATERAL (SELECT * FROM post WHERE post.id = page.id LIMIT 1) AS p
    JOIN revision AS r ON r.id = p.last_revision_id JOIN thread AS t ON t.id = p.thread_id
    LEFT JOIN known_user AS u ON u.id = p.author_id
  ) ON true
  ORDER BY p.id DESC`

/**
 * A page of a member's posts, newest first: those in threads that are not deleted, plus all in these sections (null for
 * all sections).
 */
export async function readMemberPosts(
  db: Queries,
  userId: string,
  moderated: readonly string[] | null,
  { offset, limit }: Page,
): Promise<{ count: number; posts: MemberPostRow[] }> {
  const { rows } = await db.query<MemberPostRow & { count: number }>({
    name: 'member-posts',
    text: POSTS,
    values: [userId, moderated, offset, limit],
    types: timesAsText,
  })
  const { count } = rows[0]!
  return { count, posts: rows[0]?.id === null ? [] : rows }
}
