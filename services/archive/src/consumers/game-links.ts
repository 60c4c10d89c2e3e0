import type { EventOf } from '@agora/shared/contracts/events/event'
import { gameLinkSet, gameLinkUnset } from '@agora/shared/contracts/events/identity'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import type { Context } from '../context.ts'
import type { Prisma } from '../generated/prisma/client.ts'

const events = [gameLinkSet, gameLinkUnset] as const
type GameLinkEvent = EventOf<(typeof events)[number]>

/** Keeps `game_link` as the gateway's events tell. */
export function startGameLinkConsumer({ prisma, logger, registry }: Context, nats: Nats): EventConsumer {
  return startConsumer({
    nats,
    stream: 'IDENTITY',
    durable: 'archive-game-links',
    filter: 'identity.game_link.>',
    events,
    transaction: (work) => prisma.$transaction(work),
    handle: applyGameLink,
    logger,
    registry,
  })
}

/** Either event tells of the whole link, so that one without the other leads to the same row. */
async function applyGameLink({ data }: GameLinkEvent, tx: Prisma.TransactionClient): Promise<void> {
  const place = {
    game: data.game,
    server: data.server ?? '',
    subject: data.game_user_id,
    userId: data.user.id,
    linkedAt: new Date(data.link.time),
  }
  const unlink = data.unlink && {
    unlinkedAt: new Date(data.unlink.time),
    unlinkedBy: data.unlink.user.id,
  }
  await tx.gameLink.upsert({
    where: { game_server_subject_linkedAt_userId: place },
    create: { ...place, linkedBy: data.link.user.id, ...unlink },
    update: { ...unlink },
  })
}
