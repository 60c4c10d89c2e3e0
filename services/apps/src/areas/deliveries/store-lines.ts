import { newId } from '@agora/shared/contracts/ids'
import { prepared, type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/**
 * The order of deliveries. Those of one channel have numbers without a gap, and of one subject each waits for the one
 * before it: it has no time at which it is due until that one has ended. Whoever adds, ends or replays one holds the lock
 * of the channel's numbers, so that the first pending one of a subject always has such a time.
 */

/** A channel that listens, and what decides to which events. */
export interface Listener {
  id: string
  isOfficial: boolean
  /** Keys of the sections that the configuration assigns to the app. */
  sectionKeys: string[]
  /** What the channel asks for. */
  patterns: string[]
}

export const readListeners = (db: Queries) =>
  db.all<Listener>(sql`
    SELECT channel.id::text AS id, is_official AS "isOfficial", sections AS "sectionKeys", events AS patterns
    FROM channel JOIN app ON app.id = app_id
    WHERE channel.retired_at IS NULL AND app.retired_at IS NULL AND event_stream_callback_uri IS NOT NULL`)

export interface Delivered {
  /** The event's id, the same for every channel. */
  id: string
  type: string
  /** What it is about; null if it waits for no other. */
  subject: string | null
  /** The exact text that is signed and sent, by the delivery's number in its channel. */
  body: (sequence: string) => string
  traceparent: string | null
}

/** CloudEvents' extension `sequence`: text that sorts as the numbers do. */
const sequenceOf = (number: string | number) => String(number).padStart(16, '0')

/** Takes the next number of each channel. They are locked in one order, so that nobody waits in a circle. */
const nextNumbers = (channels: readonly string[]) => sql`
  INSERT INTO channel_sequence AS line (channel_id, last)
  SELECT id, 1 FROM unnest(${[...channels].sort()}::uuid[]) WITH ORDINALITY AS channel (id, place) ORDER BY place
  ON CONFLICT (channel_id) DO UPDATE SET last = line.last + 1
  RETURNING channel_id::text AS channel, last`

/** One delivery of an event for each channel; returns their ids. */
export async function insertDeliveries(
  tx: Transaction,
  channels: readonly string[],
  event: Delivered,
): Promise<string[]> {
  if (channels.length === 0) return []
  const numbers = await tx.all<{ channel: string; last: string | number }>(nextNumbers(channels))
  const deliveries = numbers.map(({ channel, last }) => ({
    id: newId(),
    channel,
    sequence: Number(last),
    body: event.body(sequenceOf(last)),
  }))
  await tx.query(sql`
    INSERT INTO delivery (id, channel_id, sequence, subject, event_id, event_type, body, traceparent, due_at)
    SELECT id, channel, sequence, ${event.subject}::text, ${event.id}::uuid, ${event.type}::text, body,
      ${event.traceparent}::text,
      CASE WHEN EXISTS (
        SELECT FROM delivery AS before
        WHERE before.channel_id = channel AND before.subject = ${event.subject}::text AND before.status = 'Pending'
      ) THEN NULL ELSE now() END
    FROM jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      AS delivery (id uuid, channel uuid, sequence bigint, body text)`)
  return deliveries.map(({ id }) => id)
}

/**
 * Takes a thread's title out of what was or will be told of its opening, in its JSON form: once the thread is deleted, not
 * everybody may read it. The entries of the moderation log keep theirs. The index that finds these is partial.
 */
export async function withholdTitle(tx: Transaction, subject: string): Promise<void> {
  const withhold = sql`UPDATE delivery SET body = regexp_replace(body, ',"title":"([^"\\\\]|\\\\.)*"', '')
    WHERE subject = ${subject} AND event_type = 'agora.forum.thread.created'`
  await tx.query(prepared('delivery-untitled', withhold))
}

/** Until the transaction ends, nobody else adds to the channel's deliveries or ends one. */
export async function lockLine(tx: Transaction, channelId: string): Promise<void> {
  const lock = sql`SELECT FROM channel_sequence WHERE channel_id = ${channelId}::uuid FOR UPDATE`
  await tx.query(prepared('delivery-line', lock))
}

export const TEST_TYPE = 'agora.test'

export const countPendingTests = (tx: Transaction, channelId: string) =>
  tx.scalar<number>(sql`
    SELECT count(*) FROM delivery
    WHERE channel_id = ${channelId}::uuid AND status = 'Pending' AND event_type = ${TEST_TYPE}`)

/** Makes a delivery with one of these statuses pending again, behind those of its subject that are. */
export async function replay(tx: Transaction, id: string, statuses: readonly string[]): Promise<boolean> {
  await tx.query(sql`
    SELECT FROM channel_sequence
    WHERE channel_id = (SELECT channel_id FROM delivery WHERE id = ${id}::uuid) FOR UPDATE`)
  return tx.hasRows(sql`
    UPDATE delivery SET status = 'Pending', attempts = 0, settled_at = NULL, due_at = CASE WHEN EXISTS (
      SELECT FROM delivery AS before
      WHERE before.channel_id = delivery.channel_id AND before.subject = delivery.subject
        AND before.status = 'Pending' AND before.sequence < delivery.sequence
    ) THEN NULL ELSE now() END
    WHERE id = ${id}::uuid AND status = ANY(${statuses})`)
}

/**
 * Makes the first pending delivery of each subject due that is not: the one before it was deleted, or ended by a process
 * of an earlier release.
 */
export async function wakeLines(db: Queries): Promise<void> {
  await db.query(sql`
    UPDATE delivery SET due_at = now()
    WHERE due_at IS NULL AND id IN (
      SELECT DISTINCT ON (channel_id, subject) id FROM delivery
      WHERE status = 'Pending' AND subject IS NOT NULL ORDER BY channel_id, subject, sequence
    )`)
}
