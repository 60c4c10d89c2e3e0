import { lowestIdAt } from '@agora/shared/contracts/ids'
import { type Queries, sql } from '@agora/shared/database/sql'
import type { ForumStatistics } from './schemas.ts'

const DAYS = 14
const MAX_POSTS = 100_000

/**
 * How many posts were written on each of the last days. The primary key leads to them: no post is older than its id says, but an
 * imported one may be much older.
 */
export async function countPosts(db: Queries): Promise<ForumStatistics['days']> {
  const from = new Date()
  from.setUTCHours(0, 0, 0, 0)
  from.setUTCDate(from.getUTCDate() - DAYS + 1)
  return db.all<ForumStatistics['days'][number]>(sql`
    WITH written AS (
      SELECT (ctime AT TIME ZONE 'UTC')::date AS day, count(*)::int AS posts
      FROM (
        SELECT ctime FROM post WHERE id >= ${lowestIdAt(from.getTime())}::uuid ORDER BY id DESC LIMIT ${MAX_POSTS}
      ) AS newest
      GROUP BY 1
    ), days AS (
      SELECT (${from}::timestamptz AT TIME ZONE 'UTC')::date + ahead AS day FROM generate_series(0, ${DAYS - 1}::int) AS ahead
    )
    SELECT days.day::text, coalesce(written.posts, 0) AS posts FROM days LEFT JOIN written USING (day) ORDER BY days.day`)
}
