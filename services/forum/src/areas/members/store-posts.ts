import type { Page } from '@agora/shared/contracts/pagination'
import { timesAsText } from '@agora/shared/database/pool'
import type { Queries } from '@agora/shared/database/sql'
import { itemsOf } from '../../resources/sql.ts'
import { memberTallySql } from '../../tallies/sql.ts'
import { PAGE_POST_COLUMNS, type PagePostRow } from '../posts/sql.ts'

/** How much a member has written. */
export interface Written {
  threads: number
  posts: number
}

/** `OFFSET 0` makes the planner look the threads up one by one. */
const WRITTEN_IN = `
  SELECT (
      SELECT count(*)::int FROM thread
      WHERE author_id = $1::uuid AND NOT is_deleted AND section_id = ANY($2::uuid[])
    ) AS threads, (
      SELECT count(*)::int FROM post AS p
      CROSS JOIN LATERAL (
        SELECT FROM thread WHERE id = p.thread_id AND NOT is_deleted AND section_id = ANY($2::uuid[]) OFFSET 0
      ) AS t
      WHERE p.author_id = $1::uuid
    ) AS posts`

/** How much a member has written in these sections, in threads that are not deleted. */
export async function countWritten(
  db: Queries,
  userId: string,
  sections: readonly string[],
): Promise<Written> {
  const values = [userId, sections]
  return db.one<Written>({ name: 'written-in', text: WRITTEN_IN, values })
}

export interface MemberSummaryRow {
  threads: number
  posts: number
  firstPostAt: string | null
  lastPostAt: string | null
}

/**
 * The member's first post that everybody may see, from one end of the index; skipped if the counts say there is none.
 */
const edgeSql = (order: 'ASC' | 'DESC') => `(
    SELECT p.ctime FROM post AS p
    CROSS JOIN LATERAL (
      SELECT FROM thread WHERE id = p.thread_id AND NOT is_deleted AND section_id <> ALL ($2::uuid[]) OFFSET 0
    ) AS t
    WHERE p.author_id = $1::uuid AND kept.posts > 0
    ORDER BY p.id ${order} LIMIT 1
  )`

const SUMMARY = `
  SELECT kept.*, ${edgeSql('ASC')} AS "firstPostAt", ${edgeSql('DESC')} AS "lastPostAt"
  FROM (
    SELECT greatest(${memberTallySql('MemberThread', '$1::uuid')} - $3::int, 0) AS threads,
      greatest(${memberTallySql('MemberPost', '$1::uuid')} - $4::int, 0) AS posts
  ) AS kept`

/** A summary of what a member wrote elsewhere than in these sections, given how much that is there. */
export const readMemberSummary = (
  db: Queries,
  userId: string,
  closed: readonly string[],
  { threads, posts }: Written,
) =>
  db.one<MemberSummaryRow>({
    name: 'member-summary',
    text: SUMMARY,
    values: [userId, closed, threads, posts],
    types: timesAsText,
  })

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
        WHERE id = p.thread_id AND (NOT is_deleted OR $2::uuid[] IS NULL OR section_id = ANY($2::uuid[]))
          AND section_id <> ALL ($5::uuid[])
        OFFSET 0
      ) AS t
      WHERE p.author_id = $1::uuid ORDER BY p.id ${order}
      LIMIT (SELECT ${take} FROM span) OFFSET (SELECT ${skip} FROM span)
    )`

/**
 * Found on the index of the member's posts, from the nearer end; `OFFSET 0` makes the planner look the threads up one
 * by one. Only the member's own posts in deleted threads and in closed sections are skipped.
 */
const POSTS = `
  WITH span AS MATERIALIZED (
    SELECT count, $3::bigint AS skip, least($4::bigint, greatest(count - $3::bigint, 0)) AS take,
      $3::bigint > count / 2 AS backwards
    FROM (
      SELECT greatest(${memberTallySql('MemberPost', '$1::uuid')} - $6::int, 0) + ${DELETED_POSTS} AS count
    ) AS kept
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

/** What decides which of a member's posts a reader sees. */
interface PostFilter {
  /** The sections where posts in deleted threads are seen too; null for all. */
  moderated: readonly string[] | null
  /** The sections where none are seen. */
  closed: readonly string[]
  /** How many of them there are in those. */
  closedPosts: number
}

/** A page of a member's posts, newest first. */
export async function readMemberPosts(
  db: Queries,
  userId: string,
  { moderated, closed, closedPosts }: PostFilter,
  { offset, limit }: Page,
): Promise<{ count: number; posts: MemberPostRow[] }> {
  const rows = await db.all<MemberPostRow & { count: number }>({
    name: 'member-posts',
    text: POSTS,
    values: [userId, moderated, offset, limit, closed, closedPosts],
    types: timesAsText,
  })
  const { count } = rows[0]!
  return { count, posts: itemsOf(rows) }
}
