import { prepared, type Queries, sql } from '@agora/shared/database/sql'

/** How many posts a member has written, as far as `most`: whatever there is, no more rows are looked at. */
export async function countPosts(db: Queries, userId: string, most: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    prepared(
      'first-posts',
      sql`SELECT count(*)::int AS count FROM (SELECT FROM post WHERE author_id = ${userId} LIMIT ${most}) AS first`,
    ),
  )
  return rows[0]?.count ?? 0
}

/** How many a member had written before one of them, as far as `most`; ids are in the order of their making. */
export async function countPostsBefore(
  db: Queries,
  userId: string,
  postId: string,
  most: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    prepared(
      'posts-before',
      sql`SELECT count(*)::int AS count FROM (
        SELECT FROM post WHERE author_id = ${userId} AND id < ${postId} LIMIT ${most}
      ) AS first`,
    ),
  )
  return rows[0]?.count ?? 0
}
