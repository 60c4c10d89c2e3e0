import { gameLinkSet, gameLinkUnset } from '@agora/shared/contracts/events/identity'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import type { Context } from '../context.ts'
import { putGameLink } from './game-link-store.ts'

/** Keeps `game_link` as the gateway's events tell. */
export function startGameLinkConsumer({ db, logger, registry }: Context, nats: Nats): EventConsumer {
  return startConsumer({
    nats,
    stream: 'IDENTITY',
    durable: 'archive-game-links',
    filter: 'identity.game_link.>',
    events: [gameLinkSet, gameLinkUnset],
    transaction: db.transaction,
    handle: ({ data }, tx) => putGameLink(tx, data),
    logger,
    registry,
  })
}
