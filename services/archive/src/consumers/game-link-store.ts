import type { EventOf } from '@agora/shared/contracts/events/event'
import type { gameLinkSet, gameLinkUnset } from '@agora/shared/contracts/events/identity'
import { sql, type Transaction } from '@agora/shared/database/sql'

type GameLink = EventOf<typeof gameLinkSet | typeof gameLinkUnset>['data']

/** Either event tells of the whole link, so that one without the other leads to the same row. */
export async function putGameLink(tx: Transaction, data: GameLink): Promise<void> {
  const { game, server, link, unlink } = data
  await tx.query(sql`
    INSERT INTO game_link (game, server, subject, user_id, linked_at, linked_by, unlinked_at, unlinked_by)
    VALUES (${game}, ${server ?? ''}, ${data.game_user_id}, ${data.user.id}, ${link.time}, ${link.user.id},
      ${unlink?.time}, ${unlink?.user.id})
    ON CONFLICT (game, server, subject, linked_at, user_id) DO UPDATE SET
      unlinked_at = coalesce(excluded.unlinked_at, game_link.unlinked_at),
      unlinked_by = coalesce(excluded.unlinked_by, game_link.unlinked_by)`)
}
