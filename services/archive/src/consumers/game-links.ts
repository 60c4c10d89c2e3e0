import type { EventOf } from '@agora/shared/contracts/events/event'
import { gameLinkSet, gameLinkUnset } from '@agora/shared/contracts/events/identity'
import { sql, type Transaction } from '@agora/shared/database/sql'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import type { Context } from '../context.ts'

const events = [gameLinkSet, gameLinkUnset] as const
type GameLinkEvent = EventOf<(typeof events)[number]>

/** Keeps `game_link` as the gateway's events tell. */
export function startGameLinkConsumer({ db, logger, registry }: Context, nats: Nats): EventConsumer {
  return startConsumer({
    nats,
    stream: 'IDENTITY',
    durable: 'archive-game-links',
    filter: 'identity.game_link.>',
    events,
    transaction: db.transaction,
    handle: applyGameLink,
    logger,
    registry,
  })
}

/** Either event tells of the whole link, so that one without the other leads to the same row. */
async function applyGameLink({ data }: GameLinkEvent, tx: Transaction): Promise<void> {
  const { game, server, link, unlink } = data
  await tx.query(sql`
    INSERT INTO game_link (game, server, subject, user_id, linked_at, linked_by, unlinked_at, unlinked_by)
    VALUES (${game}, ${server ?? ''}, ${data.game_user_id}, ${data.user.id}, ${link.time}, ${link.user.id},
      ${unlink?.time}, ${unlink?.user.id})
    ON CONFLICT (game, server, subject, linked_at, user_id) DO UPDATE SET
      unlinked_at = coalesce(excluded.unlinked_at, game_link.unlinked_at),
      unlinked_by = coalesce(excluded.unlinked_by, game_link.unlinked_by)`)
}
