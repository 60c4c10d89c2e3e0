import { type Queries, sql } from '@agora/shared/database/sql'

export interface LastBackup {
  madeAt: Date
  place: string
}

/** The newest completed backup. */
export const findLastBackup = (db: Queries) =>
  db.maybeOne<LastBackup>(sql`SELECT made_at AS "madeAt", place FROM backup ORDER BY made_at DESC LIMIT 1`)

/** In seconds: since the moment that the newest backup captured, or since the installation if there is none. */
export const readBackupAge = (db: Queries) =>
  db.scalar<number>(sql`
    SELECT extract(epoch FROM now() - coalesce(
      (SELECT max(made_at) FROM backup), (SELECT min(started_at) FROM _prisma_migrations)
    ))::float8`)
