import { contentEvents } from '@agora/shared/contracts/events/content'
import { entryOf, moderationEvents, moderationEventsV1 } from '@agora/shared/contracts/events/moderation'
import { asksFor, kindOf } from '@agora/shared/contracts/webhooks'
import { type ConsumerOptions, type EventConsumer, startConsumer } from '@agora/shared/messaging/consumer'
import type { Nats } from '@agora/shared/messaging/nats'
import { holdKnownUsers } from '@agora/shared/users/known-users'
import { type Listener, readListeners, withholdTitle } from '../areas/deliveries/store-lines.ts'
import type { Context, Relational } from '../context.ts'
import { deliver, delivering } from './deliver.ts'
import {
  aboutThread,
  type ContentEvent,
  contentTold,
  moderationTold,
  type Names,
  namedIn,
  type Told,
} from './payload.ts'
import { createSections } from './sections.ts'
import { createSectionStore } from './store-sections.ts'

const ofContent = Object.values(contentEvents)
const events = [...Object.values(moderationEvents), ...Object.values(moderationEventsV1), ...ofContent]
const contentTypes = new Set<string>(ofContent.map(({ type }) => type))
type Event = (typeof events)[number]

/**
 * Writes one delivery for each channel that an event of the forum concerns, in the transaction that records the event.
 * Acts of moderation and what happens to threads and posts come in one stream, in their order.
 */
export function startForumConsumer(
  { users, logger, registry }: Context,
  relational: Relational,
  nats: Nats,
): EventConsumer {
  const { db, gateway, source } = relational
  const sections = createSections(createSectionStore(db), gateway)
  return startConsumer({
    nats,
    transaction: delivering(relational),
    logger,
    registry,
    stream: 'MODERATION',
    durable: 'apps-deliveries',
    filter: 'moderation.>',
    events,
    prepare: async (event, traceparent) => {
      const listeners = await readListeners(db)
      const { kind, section, members, told } = readingOf(event)
      const asking = listeners.filter(({ patterns }) => asksFor(patterns, kind))
      const isPublic = contentTypes.has(event.type)
      const closed = 'closed' in event.data ? event.data.closed : undefined
      const mustAsk = closed === undefined && section !== null && needsKey(asking, isPublic)
      // What happens to threads and posts names one section.
      const key = mustAsk ? await sections.keyOf(section, traceparent) : closed?.[0]
      const receivers = isPublic && key === undefined ? [] : receiversOf(asking, key, closed)
      if (receivers.length === 0) return undefined
      // Whom no event has announced yet becomes known.
      await users.findUsers(members, traceparent)
      return { receivers, members, told: (names: Names) => told(names, key ?? '') }
    },
    handle: async (event, tx, traceparent, prepared) => {
      const deleted = deletedThread(event)
      if (deleted !== null) await withholdTitle(tx, aboutThread(deleted))
      if (!prepared) return
      const { receivers, members, told } = prepared
      await deliver(tx, { receivers, told: told(await holdKnownUsers(tx, members)) }, source, traceparent)
    },
  })
}

type AnyEvent = Parameters<NonNullable<ConsumerOptions<Event>['prepare']>>[0]

const isContent = (event: AnyEvent): event is ContentEvent => contentTypes.has(event.type)

function deletedThread(event: AnyEvent): string | null {
  if (isContent(event)) return null
  const { action, thread, closed } = entryOf(event.data)
  const isGone = action === 'DeleteThread' || (action === 'MoveThread' && closed !== undefined)
  return isGone ? thread : null
}

interface Reading {
  /** What a channel asks for it by. */
  kind: string
  section: string | null
  /** Whom the receivers are told the names of. */
  members: string[]
  told: (names: Names, sectionKey: string) => Told
}

function readingOf(event: AnyEvent): Reading {
  if (isContent(event)) {
    const { type, data } = event
    return {
      kind: kindOf(type),
      section: data.section,
      members: 'author' in data ? [data.author] : [],
      told: (names, key) => contentTold(event, key, names),
    }
  }
  const entry = entryOf(event.data)
  return {
    kind: `moderation.${entry.action}`,
    section: entry.section,
    members: namedIn(entry),
    told: (names) => moderationTold(event, entry, names),
  }
}

/** Threads and posts are told only where a guest could read them: the section must be listed. */
const needsKey = (listeners: readonly Listener[], isPublic: boolean) =>
  isPublic
    ? listeners.length > 0
    : listeners.some(({ isOfficial, sectionKeys }) => !isOfficial && sectionKeys.length > 0)

/**
 * Official channels receive everything, the others only events of the sections that the configuration assigns to their
 * app; of sections that not everybody may read, a channel must be official, and its app have all of them.
 */
const receiversOf = (
  listeners: readonly Listener[],
  key: string | undefined,
  closed: readonly string[] | undefined,
): string[] =>
  listeners
    .filter(({ isOfficial, sectionKeys }) =>
      closed === undefined
        ? isOfficial || (key !== undefined && sectionKeys.includes(key))
        : isOfficial && closed.every((one) => sectionKeys.includes(one)),
    )
    .map(({ id }) => id)
