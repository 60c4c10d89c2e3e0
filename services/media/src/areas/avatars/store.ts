import { type Queries, sql } from '@agora/shared/database/sql'

export type AvatarStore = ReturnType<typeof createAvatarStore>

export function createAvatarStore(db: Queries) {
  return {
    /** The picture that a member has chosen. */
    async find(userId: string): Promise<string | undefined> {
      const { rows } = await db.query<{ id: string }>(sql`
        SELECT media_id AS id FROM avatar WHERE user_id = ${userId}`)
      return rows[0]?.id
    },

    /** False if there is no such picture any more, or no such member. */
    async set(userId: string, mediaId: string): Promise<boolean> {
      const { rowCount } = await db.query(sql`
        INSERT INTO avatar (user_id, media_id)
        SELECT ${userId}, media.id FROM media
        WHERE media.id = ${mediaId} AND gone_at IS NULL
          AND EXISTS (SELECT FROM known_user WHERE id = ${userId} AND erased_at IS NULL FOR SHARE)
        FOR KEY SHARE OF media
        ON CONFLICT (user_id) DO UPDATE SET media_id = excluded.media_id`)
      return rowCount === 1
    },

    async clear(userId: string): Promise<void> {
      await db.query(sql`DELETE FROM avatar WHERE user_id = ${userId}`)
    },
  }
}
