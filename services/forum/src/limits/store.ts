import { prepared, type Queries, sql } from '@agora/shared/database/sql'

/**
 * The number of posts that a member has written, before that of the id `before` if it is given, up to `most`: never reads
 * more rows than that. Ids are in the order of creation.
 */
export function countPosts(
  db: Queries,
  userId: string,
  most: number,
  before: string | null = null,
): Promise<number> {
  return db.scalar<number>(
    prepared(
      'first-posts',
      sql`SELECT count(*)::int FROM (
        SELECT FROM post WHERE author_id = ${userId} AND (${before}::uuid IS NULL OR id < ${before}::uuid) LIMIT ${most}
      ) AS first`,
    ),
  )
}
