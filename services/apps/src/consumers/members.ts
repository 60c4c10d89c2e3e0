import {
  userBanned,
  userCreated,
  userErased,
  userRenamed,
  userUnbanned,
} from '@agora/shared/contracts/events/identity'
import type { InternalUser } from '@agora/shared/contracts/internal-users'
import { shortUser } from '@agora/shared/contracts/types'
import { asksFor, kindOf } from '@agora/shared/contracts/webhooks'
import type { Transaction } from '@agora/shared/database/sql'
import { type ConsumerOptions, type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import { gatewayUsers } from '@agora/shared/users/gateway-client'
import { holdKnownUsers, storeAnsweredUsers } from '@agora/shared/users/known-users'
import { readListeners } from '../areas/deliveries/store-lines.ts'
import type { Context, Relational } from '../context.ts'
import { deliver, delivering } from './deliver.ts'
import { aboutUser, type Told } from './payload.ts'

const events = [userCreated, userRenamed, userErased, userBanned, userUnbanned] as const
type Event = (typeof events)[number]
type AnyEvent = Parameters<NonNullable<ConsumerOptions<Event>['prepare']>>[0]

/** Writes one delivery for each official channel that asks for what happens to accounts. */
export function startMembersConsumer(
  { logger, registry }: Context,
  relational: Relational,
  nats: Nats,
): EventConsumer {
  const { env, db, gateway, source } = relational
  // They supply the names of accounts: events carry none.
  const users = gatewayUsers({ gateway, key: env.SERVICE_KEY })
  return startConsumer({
    nats,
    transaction: delivering(relational),
    logger,
    registry,
    stream: 'IDENTITY',
    durable: 'apps-members',
    filter: 'identity.user.>',
    events,
    // What happened before this consumer was made is no news.
    start: 'next',
    prepare: async (event, traceparent) => {
      const receivers = (await readListeners(db))
        .filter(({ isOfficial, patterns }) => isOfficial && asksFor(patterns, kindOf(event.type)))
        .map(({ id }) => id)
      if (receivers.length === 0) return undefined
      if (event.type === userErased.type) return { receivers, user: undefined }
      const [user] = await users.byIds([event.data.user], traceparent)
      return user && { receivers, user }
    },
    handle: async (event, tx, traceparent, prepared) => {
      if (!prepared) return
      const { receivers, user } = prepared
      // If the account is gone, the event of its erasure comes next.
      if (user && !(await hold(tx, user))) return
      await deliver(tx, { receivers, told: toldOf(event, user) }, source, traceparent)
    },
  })
}

/** Whether the account is still there, and stays until the transaction ends, whether or not an event has announced it. */
async function hold(tx: Transaction, { id, display_name, created_at }: InternalUser): Promise<boolean> {
  await storeAnsweredUsers(tx, [{ id, displayName: display_name, createdAt: new Date(created_at) }])
  return (await holdKnownUsers(tx, [id])).get(id)?.isErased === false
}

/** Never a username, nor why somebody was banned. */
function toldOf(event: AnyEvent, user: InternalUser | undefined): Told {
  const { id, time, data } = event
  return {
    id,
    type: `agora.${kindOf(event.type)}`,
    time,
    subject: aboutUser(data.user),
    data: {
      user: user
        ? shortUser({ id: user.id, displayName: user.display_name })
        : { type: 'User', id: data.user },
      ...(event.type === userCreated.type && { created_at: event.data.created_at }),
      ...(event.type === userBanned.type && { expires_at: event.data.expires_at }),
    },
  }
}
