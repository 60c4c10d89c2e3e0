import {
  DiscardPolicy,
  type JetStreamManager,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats'
import type { Logger } from 'pino'

const DAY_MS = 24 * 60 * 60 * 1000

/** How long a stream keeps its events, in days: as long as a reader may be away. */
export const STREAM_AGE_DAYS = 30
/** Within this time JetStream drops a second message with the same id, in milliseconds. */
const DUPLICATE_WINDOW_MS = 2 * 60 * 1000

/** How long the ledger remembers erased accounts outside the databases, in days: no backup may be older. */
const LEDGER_DAYS = 400

/** The streams, the subjects they store, and for how many days. */
const streams = {
  MODERATION: { subject: 'moderation.>', days: STREAM_AGE_DAYS },
  IDENTITY: { subject: 'identity.>', days: STREAM_AGE_DAYS },
  /** Wakes listeners, and requests digests, which expire sooner; the content is in the forum's tables. */
  FORUM: { subject: 'forum.>', days: 1 },
  /** Ids of erased accounts, which the gateway reads at startup; nobody consumes them. */
  ERASURES: { subject: 'erasure.>', days: LEDGER_DAYS },
} as const
export type StreamName = keyof typeof streams

/** JetStream's codes for a missing stream and for one with another configuration. */
const STREAM_NOT_FOUND = 10059
const STREAM_NAME_IN_USE = 10058

/** Whether JetStream refused with this code. */
export const hasCode = (error: unknown, code: number) =>
  error instanceof NatsError && error.api_error?.err_code === code

/**
 * Creates the streams, or updates their configuration; any number of processes may do so at once. `replicas` is the
 * number of servers that store each event: 1, or 3 in a cluster. One that cannot be updated serves as it is: for more
 * copies, for instance, too few servers may be there.
 */
export async function ensureStreams(jsm: JetStreamManager, replicas: number, logger: Logger): Promise<void> {
  for (const [name, { subject, days }] of Object.entries(streams)) {
    const wanted = {
      name,
      subjects: [subject],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_age: nanos(days * DAY_MS),
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
      num_replicas: replicas,
    }
    const existing = await configOf(jsm, name)
    if (existing === undefined) {
      await jsm.streams.add(wanted).catch((error) => {
        // Another process was first, with another version's configuration: the next start reconciles them.
        if (!hasCode(error, STREAM_NAME_IN_USE)) throw error
      })
    } else {
      // A process that knows of fewer servers removes no copies: only an operator does that.
      const kept = { ...wanted, num_replicas: Math.max(existing.num_replicas, replicas) }
      if (!agrees(existing, kept))
        await jsm.streams.update(name, kept).catch((error) => {
          logger.warn({ err: error, stream: name }, 'the stream could not be updated')
        })
    }
  }
}

async function configOf(jsm: JetStreamManager, name: string): Promise<StreamConfig | undefined> {
  try {
    return (await jsm.streams.info(name)).config
  } catch (error) {
    if (hasCode(error, STREAM_NOT_FOUND)) return undefined
    throw error
  }
}

const agrees = (existing: StreamConfig, wanted: Partial<StreamConfig>) =>
  Object.entries(wanted).every(
    ([key, value]) => JSON.stringify(existing[key as keyof StreamConfig]) === JSON.stringify(value),
  )
