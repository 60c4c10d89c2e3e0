import type { InternalGameLink } from '@agora/shared/contracts/internal-game-links'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** Each event carries the whole link, so repeated and late ones lead to the same row. An erased member has none. */
export async function putGameLink(tx: Transaction, gameLink: InternalGameLink): Promise<void> {
  const { game, server, user, link, unlink } = gameLink
  await tx.query(sql`
    INSERT INTO game_link (game, server, subject, user_id, linked_at, linked_by, unlinked_at, unlinked_by)
    SELECT ${game}, ${server ?? ''}, ${gameLink.game_user_id}, ${user}::uuid, ${link.time}::timestamptz, ${link.user}::uuid,
      ${unlink?.time}::timestamptz, ${unlink?.user}::uuid
    WHERE NOT EXISTS (SELECT FROM known_user WHERE id = ${user}::uuid AND erased_at IS NOT NULL)
    ON CONFLICT (game, server, subject, linked_at, user_id) DO UPDATE SET
      unlinked_at = coalesce(excluded.unlinked_at, game_link.unlinked_at),
      unlinked_by = coalesce(excluded.unlinked_by, game_link.unlinked_by)`)
}

/** The links of an erased member. */
export async function deleteGameLinks(db: Queries, userId: string): Promise<void> {
  await db.query(sql`DELETE FROM game_link WHERE user_id = ${userId}`)
}
