import { type Queries, sql } from '@agora/shared/database/sql'

export interface LastBackup {
  madeAt: Date
  place: string
}

/** The newest completed backup. */
export async function findLastBackup(db: Queries): Promise<LastBackup | undefined> {
  const { rows } = await db.query<LastBackup>(
    sql`SELECT made_at AS "madeAt", place FROM backup ORDER BY made_at DESC LIMIT 1`,
  )
  return rows[0]
}

/** In seconds: since the moment that the newest backup captured, or since the installation if there is none. */
export async function readBackupAge(db: Queries): Promise<number> {
  const { rows } = await db.query<{ age: number }>(
    sql`SELECT extract(epoch FROM now() - coalesce(
          (SELECT max(made_at) FROM backup), (SELECT min(started_at) FROM _prisma_migrations)))::float8 AS age`,
  )
  return rows[0]?.age ?? 0
}
