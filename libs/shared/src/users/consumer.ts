import { userCreated, userRenamed } from '../contracts/events/identity.ts'
import { type ConsumerOptions, type EventConsumer, startConsumer } from '../messaging/consumer.ts'
import { storeKnownUser } from './known-users.ts'

const events = [userCreated, userRenamed] as const

type UserConsumerOptions = Pick<
  ConsumerOptions<(typeof events)[number]>,
  'nats' | 'transaction' | 'logger' | 'registry'
> & {
  /** The service's name: each service has a projection of its own. */
  service: string
}

/** Keeps the service's `known_user` rows as the gateway's events tell. */
export function startUserConsumer({ service, ...options }: UserConsumerOptions): EventConsumer {
  return startConsumer({
    ...options,
    stream: 'IDENTITY',
    durable: `${service}-users`,
    filter: 'identity.user.>',
    events,
    handle: ({ data, sequence }, tx) => {
      const user = {
        id: data.user.id,
        displayName: data.user.display_name,
        createdAt: new Date(data.created_at),
      }
      return storeKnownUser(tx, user, Number(sequence))
    },
  })
}
