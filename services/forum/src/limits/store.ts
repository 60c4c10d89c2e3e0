import { prepared, type Queries, sql } from '@agora/shared/database/sql'

/** The number of posts a member has written, up to `most`: never reads more rows than that. */
export async function countPosts(db: Queries, userId: string, most: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    prepared(
      'first-posts',
      sql`SELECT count(*)::int AS count FROM (SELECT FROM post WHERE author_id = ${userId} LIMIT ${most}) AS first`,
    ),
  )
  return rows[0]?.count ?? 0
}

/** The number a member had written before this post, up to `most`; ids are in order of creation. */
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
