import { type Queries, sql } from '@agora/shared/database/sql'

/** Makes this session the indexing one; false while another is. The lock ends with its connection. */
export async function tryLock(db: Queries): Promise<boolean> {
  const { rows } = await db.query<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_lock(hashtext('search indexer'), hashtext(current_schema())) AS locked`,
  )
  return rows[0]!.locked
}
