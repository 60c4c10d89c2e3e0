import type { Database } from '@agora/shared/database/database'
import { type Queries, sql } from '@agora/shared/database/sql'

const BATCH = 100
/** Noted as shown at once. */
const MAX_NOTED = 1_000

const IS_SHOWN = sql`
  (EXISTS (SELECT FROM claim WHERE media_id = media.id) OR EXISTS (SELECT FROM avatar WHERE media_id = media.id))`
const A_DAY_AGO = sql`unclaimed_since < now() - interval '24 hours'`

/**
 * Notes of some pictures that were released a day ago that something still shows them; returns how many. Whoever
 * releases one meanwhile has made it younger, or waits for its row and does so afterwards.
 */
export const noteShown = (db: Queries) =>
  db.rowCount(sql`
    UPDATE media SET unclaimed_since = NULL WHERE id IN (
      SELECT id FROM media WHERE ${A_DAY_AGO} AND ${IS_SHOWN} LIMIT ${MAX_NOTED} FOR NO KEY UPDATE SKIP LOCKED
    )`)

/** Some pictures that nothing has shown for 24 hours. */
export const findOrphans = (db: Queries) =>
  db.scalars<string>(
    sql`SELECT id FROM media WHERE gone_at IS NULL AND ${A_DAY_AGO} AND NOT ${IS_SHOWN} LIMIT ${BATCH}`,
  )

/**
 * Notes that a picture is gone if nothing shows it still; its files may go then, however long that takes. Judged once its row
 * is locked: what would show it waits, and finds it gone.
 */
export function markOrphanGone(db: Database, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM media WHERE id = ${id} FOR UPDATE`)
    return tx.hasRows(sql`
      UPDATE media SET gone_at = now()
      WHERE id = ${id} AND gone_at IS NULL AND ${A_DAY_AGO} AND NOT ${IS_SHOWN}`)
  })
}

/** Notes of those of these pictures that nothing shows any more that it is so; an earlier version noted it of no avatar. */
export async function noteUnshown(db: Queries, ids: readonly string[]): Promise<void> {
  await db.query(sql`
    UPDATE media SET unclaimed_since = now()
    WHERE id = ANY(${ids}::uuid[]) AND unclaimed_since IS NULL AND NOT ${IS_SHOWN}`)
}
