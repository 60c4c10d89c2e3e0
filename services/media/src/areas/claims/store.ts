import type { MediaClaim } from '@agora/shared/contracts/internal-media'
import type { Database } from '@agora/shared/database/database'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

interface OwnMedia {
  id: string
  width: number
  height: number
  isAnimated: boolean
}

const keyOf = ({ place }: MediaClaim) => `${place.kind}/${place.id}`
const BATCH = 100

/** An older version changes nothing. Whoever deletes one of the pictures waits, or has deleted it before. */
export async function replaceClaims(tx: Transaction, claim: MediaClaim): Promise<OwnMedia[]> {
  const place = keyOf(claim)
  const { rowCount: isNewest } = await tx.query(sql`
    INSERT INTO place (key, version, changed_at) VALUES (${place}, ${claim.version}, now())
    ON CONFLICT (key) DO UPDATE SET version = excluded.version, changed_at = now()
    WHERE place.version <= excluded.version`)
  const { rows: own } = await tx.query<OwnMedia>(sql`
    SELECT id, width, height, is_animated AS "isAnimated" FROM media
    WHERE id = ANY(${claim.media}::uuid[]) AND owner_id = ${claim.owner} AND gone_at IS NULL
    ORDER BY id FOR KEY SHARE`)
  if (isNewest !== 1) return own
  const ids = own.map(({ id }) => id)
  await tx.query(sql`
    WITH released AS (
      DELETE FROM claim WHERE place = ${place} AND media_id <> ALL(${ids}::uuid[]) RETURNING media_id
    )
    UPDATE media SET unclaimed_since = now() FROM released WHERE media.id = released.media_id`)
  await tx.query(sql`
    INSERT INTO claim (place, media_id) SELECT ${place}, unnest(${ids}::uuid[]) ON CONFLICT DO NOTHING`)
  return own
}

const UNSHOWN = sql`
  unclaimed_since < now() - interval '24 hours'
  AND NOT EXISTS (SELECT FROM claim WHERE media_id = media.id)
  AND NOT EXISTS (SELECT FROM avatar WHERE media_id = media.id)`

/** Some pictures that nothing has shown for 24 hours. */
export async function findOrphans(db: Queries): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(sql`SELECT id FROM media WHERE ${UNSHOWN} LIMIT ${BATCH}`)
  return rows.map(({ id }) => id)
}

/**
 * Deletes a picture with its files if nothing shows it still. Judged once its row is locked: what would show it waits, and
 * finds it gone.
 */
export function deleteOrphan(db: Database, id: string, removeFiles: () => Promise<void>): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM media WHERE id = ${id} FOR UPDATE`)
    const { rowCount } = await tx.query(sql`DELETE FROM media WHERE id = ${id} AND ${UNSHOWN}`)
    if (rowCount !== 1) return false
    // Before the commit: if it fails, the row is there to try again.
    await removeFiles()
    return true
  })
}

/** Forgets drafts of a day ago, and posts that show nothing: no claim of theirs is still under way. */
export async function purgePlaces(db: Queries): Promise<void> {
  await db.query(sql`
    DELETE FROM place
    WHERE changed_at < now() - interval '24 hours'
      AND (starts_with(key, 'Draft/') OR NOT EXISTS (SELECT FROM claim WHERE claim.place = place.key))`)
}
