import type { MediaClaim } from '@agora/shared/contracts/internal-media'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

interface OwnMedia {
  id: string
  width: number
  height: number
  isAnimated: boolean
}

const keyOf = ({ place }: MediaClaim) => `${place.kind}/${place.id}`

/**
 * Locks these pictures, and those that a place claims, in one order for everybody: whoever deletes one of them waits, or has
 * deleted it before. Gives those of the first that are there and the owner's.
 */
async function lockMedia(tx: Transaction, { owner, media }: MediaClaim, place: string): Promise<OwnMedia[]> {
  const locked = await tx.all<OwnMedia & { isOwn: boolean }>(sql`
    SELECT id, width, height, is_animated AS "isAnimated",
      owner_id = ${owner} AND gone_at IS NULL AND id = ANY(${media}::uuid[]) AS "isOwn"
    FROM media
    WHERE id = ANY(ARRAY(
      SELECT unnest(${media}::uuid[]) UNION SELECT media_id FROM claim WHERE place = ${place}
    ))
    ORDER BY id FOR NO KEY UPDATE`)
  return locked.filter(({ isOwn }) => isOwn)
}

/** Makes a place claim these pictures and no others, unless it has claimed in a later version. Returns the owner's. */
export async function replaceClaims(tx: Transaction, claim: MediaClaim): Promise<OwnMedia[]> {
  const place = keyOf(claim)
  const isLatest = await tx.hasRows(sql`
    INSERT INTO place (key, version, changed_at) VALUES (${place}, ${claim.version}, now())
    ON CONFLICT (key) DO UPDATE SET version = excluded.version, changed_at = now()
    WHERE place.version <= excluded.version`)
  const own = await lockMedia(tx, claim, place)
  if (!isLatest) return own
  const ids = own.map(({ id }) => id)
  // Whether or not another place shows them: who looks a day later sees.
  await tx.query(sql`
    WITH released AS (
      DELETE FROM claim WHERE place = ${place} AND media_id <> ALL(${ids}::uuid[]) RETURNING media_id
    )
    UPDATE media SET unclaimed_since = now() FROM released WHERE media.id = released.media_id`)
  await tx.query(sql`
    WITH claimed AS (
      INSERT INTO claim (place, media_id) SELECT ${place}, unnest(${ids}::uuid[]) ON CONFLICT DO NOTHING
    )
    UPDATE media SET unclaimed_since = NULL WHERE id = ANY(${ids}::uuid[]) AND unclaimed_since IS NOT NULL`)
  return own
}

/** What a writer has in hand is kept for a day from now. */
export async function holdDraft(tx: Transaction, claim: MediaClaim): Promise<OwnMedia[]> {
  const own = await lockMedia(tx, claim, keyOf(claim))
  await tx.query(sql`
    UPDATE media SET unclaimed_since = greatest(unclaimed_since, now())
    WHERE id = ANY(${own.map(({ id }) => id)}::uuid[]) AND unclaimed_since IS NOT NULL`)
  return own
}

/** As long as the browser of its writer keeps a draft. */
const LIFE_OF_A_DRAFT = '14 days'
const A_DAY = '24 hours'

/** Keeps a picture that a draft shows until this moment at least; undefined if it is gone. */
export const keepForDraft = (db: Queries, id: string) =>
  db.maybeScalar<Date>(sql`
    UPDATE media SET unclaimed_since = CASE WHEN unclaimed_since IS NULL THEN NULL
      ELSE greatest(unclaimed_since, now() + ${LIFE_OF_A_DRAFT}::interval - ${A_DAY}::interval) END
    WHERE id = ${id} AND gone_at IS NULL
    RETURNING now() + ${LIFE_OF_A_DRAFT}::interval AS until`)

/** Keeps it for a day from now, unless something else shows it. */
export async function releaseDraft(db: Queries, id: string): Promise<void> {
  await db.query(sql`UPDATE media SET unclaimed_since = least(unclaimed_since, now())
    WHERE id = ${id} AND unclaimed_since IS NOT NULL`)
}

/** Forgets drafts, and posts that show nothing, a day after their last claim: none is still under way. */
export async function purgePlaces(db: Queries): Promise<void> {
  await db.query(sql`
    DELETE FROM place
    WHERE changed_at < now() - interval '24 hours'
      AND (starts_with(key, 'Draft/') OR NOT EXISTS (SELECT FROM claim WHERE claim.place = place.key))`)
}
