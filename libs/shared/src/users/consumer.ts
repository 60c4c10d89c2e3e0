import type { EventOf } from '../contracts/events/event.ts'
import { userCreated, userErased, userRenamed } from '../contracts/events/identity.ts'
import { userCreatedV1, userRenamedV1 } from '../contracts/events/identity-v1.ts'
import { type ConsumerOptions, type EventConsumer, startConsumer } from '../messaging/consumer.ts'
import type { GatewayUsers } from './gateway-client.ts'
import { type BeforeNamed, type NamedUser, storeErasedUser, storeKnownUser } from './known-users.ts'

const events = [userCreated, userRenamed, userErased, userCreatedV1, userRenamedV1] as const

type UserConsumerOptions = Pick<
  ConsumerOptions<(typeof events)[number]>,
  'nats' | 'transaction' | 'logger' | 'registry'
> & {
  /** The service's name: each service has a projection of its own. */
  service: string
  /** Supplies the names of accounts: events carry none. */
  gateway: GatewayUsers
  beforeNamed?: BeforeNamed | undefined
}

/**
 * Updates the service's `known_user` rows by the gateway's events. The gateway's answer is at least as new as the
 * event, so the event's sequence number applies to it.
 */
export function startUserConsumer({
  service,
  gateway,
  beforeNamed,
  ...options
}: UserConsumerOptions): EventConsumer {
  return startConsumer({
    ...options,
    stream: 'IDENTITY',
    durable: `${service}-users`,
    filter: 'identity.user.>',
    events,
    prepare: async ({ type, data }, traceparent) => {
      if (type === userErased.type) return undefined
      return type === userCreatedV1.type || type === userRenamedV1.type
        ? namedUserOf(data)
        : await askForUser(gateway, data.user, traceparent)
    },
    handle: async ({ type, data, sequence }, tx, _, user) => {
      if (type === userErased.type) return storeErasedUser(tx, data.user, beforeNamed)
      // The account is gone: the event of its erasure comes next.
      if (!user) return
      await beforeNamed?.(tx, user)
      await storeKnownUser(tx, user, Number(sequence))
    },
  })
}

async function askForUser(
  gateway: GatewayUsers,
  id: string,
  traceparent: string,
): Promise<NamedUser | undefined> {
  const [user] = await gateway.byIds([id], traceparent)
  return user && { id, displayName: user.display_name, createdAt: new Date(user.created_at) }
}

const namedUserOf = ({ user, created_at }: EventOf<typeof userCreatedV1>['data']): NamedUser => ({
  id: user.id,
  displayName: user.display_name,
  createdAt: new Date(created_at),
})
