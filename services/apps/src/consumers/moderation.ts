import {
  entryOf,
  type ModerationEntry,
  moderationEvents,
  moderationEventsV1,
} from '@agora/shared/contracts/events/moderation'
import type { Queries } from '@agora/shared/database/sql'
import { type ConsumerOptions, type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { UserDirectory } from '@agora/shared/users/directory'
import { insertDeliveries, type Listener, readListeners } from '../areas/deliveries/store.ts'
import { namedIn, receivedType, receiverBody } from './payload.ts'
import type { Sections } from './sections.ts'

const events = [...Object.values(moderationEvents), ...Object.values(moderationEventsV1)]
type Options = Pick<ConsumerOptions<(typeof events)[number]>, 'nats' | 'transaction' | 'logger' | 'registry'>

/** Writes one delivery for each channel that an event concerns, in the transaction that records the event. */
export function startModerationConsumer(
  options: Options & { db: Queries; sections: Sections; users: Pick<UserDirectory, 'findUsers'> },
): EventConsumer {
  const { db, sections, users, ...rest } = options
  return startConsumer({
    ...rest,
    stream: 'MODERATION',
    durable: 'apps-deliveries',
    filter: 'moderation.>',
    events,
    prepare: async (event, traceparent) => {
      const entry = entryOf(event.data)
      const receivers = await receiversOf(entry, await readListeners(db), sections, traceparent)
      if (receivers.length === 0) return undefined
      const names = await users.findUsers(namedIn(entry), traceparent)
      return { receivers, type: receivedType(entry.action), body: receiverBody(event, entry, names) }
    },
    handle: async ({ id }, tx, traceparent, prepared) => {
      if (!prepared) return
      const { receivers, ...sent } = prepared
      await insertDeliveries(tx, receivers, { id, traceparent, ...sent })
    },
  })
}

/**
 * Official channels receive everything, the others only events of the sections that the configuration assigns to their
 * app.
 */
async function receiversOf(
  { section }: ModerationEntry,
  listeners: readonly Listener[],
  sections: Sections,
  traceparent: string,
): Promise<string[]> {
  const matters = listeners.some(({ isOfficial, sectionKeys }) => !isOfficial && sectionKeys.length > 0)
  const key = section !== null && matters ? await sections.keyOf(section, traceparent) : undefined
  return listeners
    .filter(({ isOfficial, sectionKeys }) => isOfficial || (key !== undefined && sectionKeys.includes(key)))
    .map(({ id }) => id)
}
