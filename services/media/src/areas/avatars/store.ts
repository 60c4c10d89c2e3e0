import type { Database } from '@agora/shared/database/database'
import { sql, type Transaction } from '@agora/shared/database/sql'
import { lockOwner } from '../media/store.ts'

export type AvatarStore = ReturnType<typeof createAvatarStore>

/** Locks the picture that a member is shown by and the next one, in one order for everybody; whether the next one is there. */
async function lockPictures(tx: Transaction, userId: string, next: string | null): Promise<boolean> {
  const locked = await tx.all<{ id: string; isThere: boolean }>(sql`
    SELECT id, gone_at IS NULL AS "isThere" FROM media
    WHERE id = ANY(ARRAY(SELECT ${next}::uuid UNION SELECT media_id FROM avatar WHERE user_id = ${userId}))
    ORDER BY id FOR NO KEY UPDATE`)
  return locked.some(({ id, isThere }) => id === next && isThere)
}

const release = (tx: Transaction, userId: string) =>
  tx.query(sql`
    WITH released AS (DELETE FROM avatar WHERE user_id = ${userId} RETURNING media_id)
    UPDATE media SET unclaimed_since = now() FROM released WHERE media.id = released.media_id`)

export function createAvatarStore(db: Database) {
  return {
    /** The picture that a member has chosen. */
    async find(userId: string): Promise<string | undefined> {
      return db.maybeScalar<string>(sql`
        SELECT media_id AS id FROM avatar WHERE user_id = ${userId}`)
    },

    /** False if there is no such picture any more, or no such member. */
    set: (userId: string, mediaId: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        if (!(await lockOwner(tx, userId))) return false
        if (!(await lockPictures(tx, userId, mediaId))) return false
        await release(tx, userId)
        await tx.query(sql`INSERT INTO avatar (user_id, media_id) VALUES (${userId}, ${mediaId})`)
        await tx.query(sql`UPDATE media SET unclaimed_since = NULL WHERE id = ${mediaId}`)
        return true
      }),

    clear: (userId: string): Promise<void> =>
      db.transaction(async (tx) => {
        await lockOwner(tx, userId)
        await lockPictures(tx, userId, null)
        await release(tx, userId)
      }),
  }
}
