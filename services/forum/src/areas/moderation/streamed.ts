import { moderationEvents, moderationEventsV1, reportEvents } from '@agora/shared/contracts/events/moderation'
import { eventReader } from '@agora/shared/messaging/reader'
import { messagesUntil } from '@agora/shared/messaging/until'
import { DeliverPolicy } from 'nats'
import type { Context } from '../../context.ts'
import type { EventStream } from '../../streams/event-stream.ts'
import { beginStream, idOf } from '../../streams/position.ts'

/** What a moderator is sent: the ids that apply. */
export interface Streamed {
  event: string
  section: string | null
  report?: string
  thread?: string
  post?: string
}

const read = eventReader([
  ...Object.values(moderationEvents),
  ...Object.values(moderationEventsV1),
  ...Object.values(reportEvents),
])
/** The last parts of their subjects: what else happens in a section is for applications. */
const names = Object.keys({ ...moderationEvents, ...reportEvents })

const present = (entries: Record<string, string | null | undefined>) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null && value !== undefined))

/** An event about the log or a report; undefined for anything else. */
function streamedOf(bytes: Uint8Array): Streamed | undefined {
  const reading = read(bytes)
  if (reading.outcome !== 'event') return undefined
  const { type, data } = reading.event
  const name = type.split('.')[2] as string
  const { section, thread, post } = data
  const report = 'report' in data ? data.report : 'report' in data.data ? data.data.report : undefined
  const event = name === 'ResolveReport' ? 'ReportResolved' : name
  return { event, section, ...present({ report, thread, post }) }
}

/**
 * Sends a caller moderation events from now on, or after the one they name, in the order of the underlying stream. Ends
 * if that stream is lost; the caller reconnects.
 */
export async function followModeration(
  { nats }: Pick<Context, 'nats'>,
  { sectionId, lastEventId }: { sectionId: string | null; lastEventId: string | undefined },
  stream: EventStream,
  maySee: (event: Streamed) => Promise<boolean>,
): Promise<void> {
  const link = await nats.linked(stream.ended)
  if (!link) return
  const { created, state } = await link.jsm.streams.info('MODERATION')
  const source = Date.parse(created).toString(36)
  const { first_seq: oldest, last_seq: newest } = state
  const isHere = (seq: number) => seq <= newest && seq >= oldest - 1
  const after = await beginStream(stream, lastEventId, { time: Date.now(), source, newest, isHere })
  const consumer = await link.js.consumers.get('MODERATION', {
    filterSubjects: names.map((name) => `moderation.${sectionId ?? '*'}.${name}`),
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: after + 1,
  })
  const messages = await consumer.consume({ max_messages: 100 })
  for await (const { data, seq, info } of messagesUntil(messages, [stream.ended, link.lost])) {
    const streamed = streamedOf(data)
    if (!streamed || stream.ended.aborted || !(await maySee(streamed))) continue
    const { event, ...about } = streamed
    const time = Math.floor(info.timestampNanos / 1e6)
    await stream.send([{ id: idOf({ time, seq, source }), event, data: present(about) }])
  }
}
