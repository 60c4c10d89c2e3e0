import { membersNotified } from '@agora/shared/contracts/events/forum'
import type { Queries } from '@agora/shared/database/sql'
import type { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { runUntilClosed } from '@agora/shared/lifecycle/run-until-closed'
import type { Nats, NatsLink } from '@agora/shared/messaging/nats'
import { eventReader } from '@agora/shared/messaging/reader'
import type { Logger } from 'pino'
import { readNewest } from '../store-streamed.ts'

/** How soon a notification whose event was lost is found, in milliseconds. */
const SWEEP_MS = 10_000
const AGAIN_MS = 1_000

/** A stream that waits for a member's notifications. */
export interface NotificationListener {
  readonly wakeup: AutoResetEvent
  /** The newest notification it has delivered. */
  seq: number
}

/** This process's streams of notifications, which are woken when any replica notifies their members. */
export interface NotificationListeners {
  add(userId: string, listener: NotificationListener): () => void
  close(): Promise<void>
}

/** Events only wake; the content is read from the tables, so the next sweep makes up for a lost event. */
export function startListeners({
  db,
  nats,
  logger,
}: {
  db: Queries
  nats: Nats
  logger: Logger
}): NotificationListeners {
  const ofUser = new Map<string, Set<NotificationListener>>()
  const read = eventReader([membersNotified])

  const wake = (users: readonly string[]) => {
    for (const id of users) for (const { wakeup } of ofUser.get(id) ?? []) wakeup.set()
  }

  const sweep = async () => {
    if (ofUser.size === 0) return
    for (const { userId, newest } of await readNewest(db, [...ofUser.keys()]))
      for (const listener of ofUser.get(userId) ?? []) if (listener.seq < newest) listener.wakeup.set()
  }

  const listen = async (link: NatsLink, closing: AbortSignal) => {
    const subscription = link.connection.subscribe('forum.told')
    const stop = () => subscription.unsubscribe()
    closing.addEventListener('abort', stop, { once: true })
    try {
      for await (const { data } of subscription) {
        const reading = read(data)
        if (reading.outcome === 'event') wake(reading.event.data.users)
      }
    } finally {
      closing.removeEventListener('abort', stop)
    }
  }

  const listening = runUntilClosed({
    work: async (closing) => {
      const link = await nats.linked(closing)
      if (!link) return 'done'
      await listen(link, closing)
    },
    everyMs: AGAIN_MS,
    retryMs: { first: AGAIN_MS, limit: AGAIN_MS },
    failed: (error) => logger.warn({ err: error }, 'streams could not be woken'),
  })
  const sweeping = startPeriodic({
    name: 'missed notifications',
    everyMs: SWEEP_MS,
    work: sweep,
    logger,
  })

  return {
    add(userId, listener) {
      const own = ofUser.get(userId) ?? new Set()
      ofUser.set(userId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && ofUser.get(userId) === own) ofUser.delete(userId)
      }
    },
    async close() {
      await Promise.all([sweeping.close(), listening.close()])
    },
  }
}
