import { type Queries, sql } from '@agora/shared/database/sql'

export interface HeldPicture {
  width: number
  height: number
  isAnimated: boolean
}

/** Keeps one of the owner's pictures for a day from now, and notes that it was chosen; undefined if they have no such picture. */
export const hold = (db: Queries, id: string, ownerId: string) =>
  db.maybeOne<HeldPicture>(sql`
    UPDATE media SET chosen_at = clock_timestamp(),
      unclaimed_since = CASE WHEN unclaimed_since IS NULL THEN NULL ELSE greatest(unclaimed_since, now()) END
    WHERE id = ${id} AND owner_id = ${ownerId} AND gone_at IS NULL
    RETURNING width, height, is_animated AS "isAnimated"`)

/** Keeps these pictures for another day. What was kept within half a day is left alone. */
export async function keepShown(db: Queries, ids: readonly string[]): Promise<void> {
  await db.query(sql`
    UPDATE media SET chosen_at = clock_timestamp(), unclaimed_since = now()
    WHERE id = ANY(${ids}::uuid[]) AND unclaimed_since < now() - interval '12 hours'`)
}
