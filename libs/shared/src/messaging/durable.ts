import { AckPolicy, type ConsumerConfig, DeliverPolicy, type JetStreamManager, nanos } from 'nats'
import { hasCode, type StreamName } from './streams.ts'

interface Durable {
  stream: StreamName
  durable: string
  filter: string
  /** Where a new durable starts; undefined for the oldest event. */
  startTime: Date | undefined
  ackWaitMs: number
}

const CONSUMER_NOT_FOUND = 10014
const CONSUMER_EXISTS = 10148

/**
 * Creates a durable consumer, or updates its configuration. Only one event is unacknowledged at a time, which keeps the
 * order across replicas and redeliveries.
 */
export async function ensureDurable(jsm: JetStreamManager, wanted: Durable): Promise<void> {
  const { stream, durable, filter, startTime, ackWaitMs } = wanted
  const changeable = {
    filter_subject: filter,
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: 1,
    max_deliver: -1,
  }
  const existing = await configOf(jsm, stream, durable)
  if (existing) {
    const agrees = (Object.keys(changeable) as (keyof typeof changeable)[]).every(
      (key) => existing[key] === changeable[key],
    )
    if (!agrees) await jsm.consumers.update(stream, durable, changeable)
    return
  }
  // Start at a time rather than "from now on", so that a durable recreated with its stream misses nothing.
  const start = startTime
    ? { deliver_policy: DeliverPolicy.StartTime, opt_start_time: startTime.toISOString() }
    : { deliver_policy: DeliverPolicy.All }
  const config = { durable_name: durable, ack_policy: AckPolicy.Explicit, ...changeable, ...start }
  await jsm.consumers.add(stream, config).catch((error) => {
    // Another replica was first, with its own start time.
    if (!hasCode(error, CONSUMER_EXISTS)) throw error
  })
}

async function configOf(
  jsm: JetStreamManager,
  stream: StreamName,
  durable: string,
): Promise<ConsumerConfig | undefined> {
  try {
    return (await jsm.consumers.info(stream, durable)).config
  } catch (error) {
    if (hasCode(error, CONSUMER_NOT_FOUND)) return undefined
    throw error
  }
}
