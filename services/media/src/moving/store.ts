import type { ImportedPicture } from '@agora/shared/contracts/moving-pictures'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** Its texts are told of only once the forum runs: until then nothing shows it. */
const UNTIL_SHOWN = '30 days'

/** What an earlier import has made of this file for this owner; it is kept as long as a new one. */
export async function findImported(
  db: Queries,
  ownerId: string,
  digest: Buffer,
): Promise<ImportedPicture | 'deleted' | undefined> {
  const row = await db.maybeOne<ImportedPicture | Record<keyof ImportedPicture, null>>(sql`
    WITH imported AS (
      SELECT media_id FROM imported_media WHERE owner_id = ${ownerId} AND digest = ${digest}
    ), kept AS (
      UPDATE media SET unclaimed_since = CASE WHEN unclaimed_since IS NULL THEN NULL
        ELSE now() + ${UNTIL_SHOWN}::interval END
      FROM imported WHERE media.id = media_id AND gone_at IS NULL
      RETURNING media.id, width, height
    )
    SELECT kept.id, width, height FROM imported LEFT JOIN kept ON kept.id = media_id`)
  return row && (row.id === null ? 'deleted' : row)
}

/** Notes what a picture was made of, and that its owner has not sent it themselves. */
export async function noteImported(
  tx: Transaction,
  { id, ownerId, digest }: { id: string; ownerId: string; digest: Buffer },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO imported_media (owner_id, digest, media_id) VALUES (${ownerId}, ${digest}, ${id})
    ON CONFLICT (owner_id, digest) DO UPDATE SET media_id = excluded.media_id`)
  await tx.query(sql`DELETE FROM upload WHERE id = ${id}`)
  await tx.query(sql`DELETE FROM attempt WHERE id = ${id}`)
  await tx.query(sql`UPDATE media SET unclaimed_since = now() + ${UNTIL_SHOWN}::interval WHERE id = ${id}`)
}
