import type { JsMsg } from 'nats'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { EventDefinition, EventOf } from '../contracts/events/event.ts'
import type { RunInTransaction, Transaction } from '../database/sql.ts'
import { backoff } from '../lifecycle/pause.ts'
import { runUntilClosed } from '../lifecycle/run-until-closed.ts'
import { runStep } from '../observability/spans.ts'
import { type Trace, traceparentOf } from '../observability/trace.ts'
import { recordConsumed } from './consumed.ts'
import { ensureDurable } from './durable.ts'
import { consumedCounter, type Outcome, outcomes } from './metrics.ts'
import type { Nats, NatsLink } from './nats.ts'
import { eventReader } from './reader.ts'
import type { StreamName } from './streams.ts'
import { messagesUntil } from './until.ts'

export interface ConsumerOptions<Definition extends EventDefinition, Prepared = undefined> {
  nats: Nats
  stream: StreamName
  /** The reader's permanent name: of its position in the stream, and of its records in `consumed_event`. */
  durable: string
  /** One subject, wildcards allowed: `identity.user.>`. */
  filter: string
  /** The events to read; others that match the filter are skipped. */
  events: readonly Definition[]
  transaction: RunInTransaction
  /** What the effect needs from other services: asked before the transaction, which must not wait for them. */
  prepare?: (event: EventOf<Definition>, traceparent: string) => Promise<Prepared>
  /**
   * The event's effect, in the transaction that also records it, so that it happens once, however often the event is
   * delivered. If it throws, the transaction rolls back and the event comes again, for ever, with growing pauses.
   * `traceparent` continues the event's trace; `prepared` is what `prepare` returned.
   */
  handle: (
    event: EventOf<Definition>,
    tx: Transaction,
    traceparent: string,
    prepared: Prepared | undefined,
  ) => Promise<void>
  logger: Logger
  registry: Registry
  /** Where a new durable starts: with the oldest event in the stream (the default), or with the next one. */
  start?: 'oldest' | 'next'
  /** How long the server waits for an acknowledgement before it redelivers an event, in milliseconds. */
  ackWaitMs?: number
}

export interface EventConsumer {
  /** Finishes the current event. A second call waits for the first. */
  close(): Promise<void>
}

const ACK_WAIT_MS = 10_000
/** After half of this without a sign of life from the server, the reader checks whether its consumer still exists. */
const PULL_MS = 10_000
const RETRY_FIRST_MS = 250
const RETRY_LIMIT_MS = 60_000
const RESTART_LIMIT_MS = 2_000

/** Reads a durable consumer's events in order, one at a time across all replicas, each with its effect exactly once. */
export function startConsumer<Definition extends EventDefinition, Prepared = undefined>(
  options: ConsumerOptions<Definition, Prepared>,
): EventConsumer {
  const { nats, stream, durable, filter, ackWaitMs = ACK_WAIT_MS } = options
  const startTime = options.start === 'next' ? new Date() : undefined
  const logger = options.logger.child({ consumer: durable })
  const take = takerOf({ ...options, ackWaitMs, logger })

  /** Reads until the link or its consumer is lost, or the service closes. */
  const consume = async (link: NatsLink, closing: AbortSignal) => {
    await nats.ensureStreams(link)
    await ensureDurable(link.jsm, { stream, durable, filter, startTime, ackWaitMs })
    const consumer = await link.js.consumers.get(stream, durable)
    const messages = await consumer.consume({
      max_messages: 1,
      expires: PULL_MS,
      abort_on_missing_resource: true,
    })
    for await (const message of messagesUntil(messages, [closing, link.lost])) await take(message)
  }

  return runUntilClosed({
    work: async (closing) => {
      const link = await nats.linked(closing)
      if (!link) return 'done'
      await consume(link, closing)
    },
    everyMs: RETRY_FIRST_MS,
    retryMs: { first: 2 * RETRY_FIRST_MS, limit: RESTART_LIMIT_MS },
    failed: (error) => logger.warn({ err: error }, 'the consumer lost its stream'),
  })
}

/** Takes one message: its effect and its record in one transaction, then its acknowledgement. */
function takerOf<Definition extends EventDefinition, Prepared>(
  options: ConsumerOptions<Definition, Prepared> & { ackWaitMs: number },
): (message: JsMsg) => Promise<void> {
  const { durable, transaction, handle, ackWaitMs, logger } = options
  const read = eventReader(options.events)
  const counter = consumedCounter(options.registry)
  const count = (outcome: Outcome) => counter.inc({ consumer: durable, outcome })
  // A rate misses the first event of a series that is born with it.
  for (const outcome of outcomes) counter.inc({ consumer: durable, outcome }, 0)

  const apply = async (event: EventOf<Definition>, traceparent: string) => {
    const prepared = await options.prepare?.(event, traceparent)
    return transaction(async (tx) => {
      if (!(await recordConsumed(tx, durable, event.id))) return 'repeated' as const
      await handle(event, tx, traceparent, prepared)
      return 'handled' as const
    })
  }

  const takeEvent = async (message: JsMsg, event: EventOf<Definition>, trace: Trace, fail: () => void) => {
    const about = { event: event.id, type: event.type, trace_id: trace.traceId }
    const stillAtIt = setInterval(() => message.working(), ackWaitMs / 3)
    try {
      const outcome = await apply(event, traceparentOf(trace))
      message.ack()
      count(outcome)
      logger.info({ ...about, outcome }, 'event')
    } catch (error) {
      const attempt = message.info.redeliveryCount
      const delay = backoff(attempt, RETRY_FIRST_MS, RETRY_LIMIT_MS)
      message.nak(delay)
      logger.error({ err: error, ...about, attempt, delay }, 'event failed, retrying')
      count('failed')
      fail()
    } finally {
      clearInterval(stillAtIt)
    }
  }

  return async (message) => {
    const reading = read(message.data)
    if (reading.outcome === 'ignored') {
      message.ack()
      return count('ignored')
    }
    if (reading.outcome === 'unreadable') {
      message.term()
      logger.error(
        { reason: reading.reason, subject: message.subject, seq: message.seq },
        'unreadable event dropped',
      )
      return count('unreadable')
    }
    const { event } = reading
    await runStep(
      {
        kind: 'consumer',
        name: `consume ${event.type}`,
        traceparent: event.traceparent,
        attributes: { 'messaging.consumer.group.name': durable, 'messaging.message.id': event.id },
      },
      (trace, fail) => takeEvent(message, event, trace, fail),
    )
  }
}
