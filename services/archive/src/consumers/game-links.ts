import type { EventOf } from '@agora/shared/contracts/events/event'
import { gameLinkSet, gameLinkUnset } from '@agora/shared/contracts/events/identity'
import { gameLinkSetV1, gameLinkUnsetV1 } from '@agora/shared/contracts/events/identity-v1'
import { GAME_LINK_NOT_FOUND, InternalGameLink } from '@agora/shared/contracts/internal-game-links'
import { type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import { callService, RefusedCallError } from '@agora/shared/upstream/call-service'
import type { Context } from '../context.ts'
import { putGameLink } from './store-game-links.ts'

const events = [gameLinkSet, gameLinkUnset, gameLinkSetV1, gameLinkUnsetV1] as const
const TIMEOUT_MS = 2_000

/** Keeps `game_link` up to date: the gateway's events say which link to fetch. */
export function startGameLinkConsumer(context: Context, nats: Nats): EventConsumer {
  const { db, logger, registry } = context
  return startConsumer({
    nats,
    stream: 'IDENTITY',
    durable: 'archive-game-links',
    filter: 'identity.game_link.>',
    events,
    transaction: db.transaction,
    prepare: async ({ type, data }, traceparent) => {
      const isWhole = type === gameLinkSetV1.type || type === gameLinkUnsetV1.type
      return isWhole ? linkOf(data) : await askForLink(context, data.link, traceparent)
    },
    handle: async (_, tx, __, link) => {
      if (link) await putGameLink(tx, link)
    },
    logger,
    registry,
  })
}

/** Undefined if it no longer exists. */
async function askForLink(
  { gateway, env }: Context,
  link: string,
  traceparent: string,
): Promise<InternalGameLink | undefined> {
  try {
    return await callService(gateway, {
      path: '/internal/game-links',
      key: env.SERVICE_KEY,
      body: { link },
      answer: InternalGameLink,
      traceparent,
      timeoutMs: TIMEOUT_MS,
    })
  } catch (error) {
    if (error instanceof RefusedCallError && error.is(404, GAME_LINK_NOT_FOUND)) return undefined
    throw error
  }
}

/** An event of an earlier release contains the whole link. */
const linkOf = ({
  game,
  server,
  game_user_id,
  user,
  link,
  unlink,
}: EventOf<typeof gameLinkSetV1 | typeof gameLinkUnsetV1>['data']): InternalGameLink => ({
  game,
  server,
  game_user_id,
  user: user.id,
  link: { time: link.time, user: link.user.id },
  unlink: unlink && { time: unlink.time, user: unlink.user.id },
})
