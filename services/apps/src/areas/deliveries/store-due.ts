import { prepared, type Queries, sql } from '@agora/shared/database/sql'
import type { DueRow } from '@agora/shared/work/table'
import { BULKHEAD_SIZE } from '../../delivery/bulkheads.ts'

/** A delivery that only this process may send until its lease ends. */
export interface Claim {
  id: string
  channelId: string
  /** The number of this attempt, from 1. */
  attempt: number
  body: string
  /** The step of the event’s trace. */
  traceparent: string | null
  /** Null if the channel no longer listens. */
  address: string | null
  /** When the channel was last resumed: a receiver that was gone before is not gone for that. */
  resumedAt: Date | null
}

/** As many deliveries of a channel as two processes work on at once. */
const DUE_PER_CHANNEL = 2 * BULKHEAD_SIZE
/** Whether the channel is to be called now: its receiver is neither gone nor has asked for a pause. */
const isOpen = sql`channel.gone_at IS NULL AND (channel.paused_until IS NULL OR channel.paused_until <= now())`

/** Due deliveries, a few per channel, and the time until the next one, in milliseconds. */
export async function readDue(db: Queries): Promise<{ rows: DueRow[]; nextInMs: number | null }> {
  const due = sql`
    SELECT due.id, due.attempts AS turn, (extract(epoch FROM now() - due.due_at) * 1000)::float8 AS "waitedMs"
    FROM channel CROSS JOIN LATERAL (
      SELECT id, attempts, due_at FROM delivery
      WHERE channel_id = channel.id AND status = 'Pending' AND due_at <= now()
      ORDER BY due_at, id LIMIT ${DUE_PER_CHANNEL}
    ) AS due WHERE ${isOpen}`
  const next = sql`
    SELECT (extract(epoch FROM min(greatest(next.due_at, channel.paused_until)) - now()) * 1000)::float8 AS ms
    FROM channel CROSS JOIN LATERAL (
      SELECT due_at FROM delivery
      WHERE channel_id = channel.id AND status = 'Pending' AND (due_at > now() OR channel.paused_until > now())
      ORDER BY due_at LIMIT 1
    ) AS next WHERE channel.gone_at IS NULL`
  return {
    rows: await db.all<DueRow>(prepared('deliveries-due', due)),
    nextInMs: await db.scalar<number | null>(prepared('deliveries-next', next)),
  }
}

/** How long the oldest has waited, in seconds, how many wait, and how many were given up on; counted up to 10,000. */
export const measureDue = (db: Queries) =>
  db.one<{ age: number; due: number; dead: number }>(sql`
    SELECT coalesce(max(extract(epoch FROM now() - due_at)), 0)::float8 AS age, count(*) AS due,
      (SELECT count(*) FROM (SELECT FROM delivery WHERE status = 'Dead' LIMIT 10000) AS dead) AS dead
    FROM (
      SELECT due_at FROM delivery JOIN channel ON channel.id = channel_id
      WHERE delivery.status = 'Pending' AND due_at <= now() AND ${isOpen} LIMIT 10000
    ) AS due`)

/** The channel of a delivery that has not ended. */
export function findChannel(db: Queries, id: string): Promise<string | undefined> {
  const channel = sql`SELECT channel_id::text FROM delivery WHERE id = ${id}::uuid AND status = 'Pending'`
  return db.maybeScalar<string>(prepared('delivery-channel', channel))
}

/**
 * Claims a delivery for so many seconds; undefined if it is settled, not due, or claimed by another process. A lease makes
 * it not due, so that of any number of workers one gets it.
 */
export function claimDelivery(db: Queries, id: string, leaseSeconds: number): Promise<Claim | undefined> {
  const claim = sql`
    UPDATE delivery SET attempts = delivery.attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds}::float8)
    FROM channel JOIN app ON app.id = channel.app_id
    WHERE delivery.id = ${id}::uuid AND delivery.status = 'Pending' AND delivery.due_at <= now()
      AND channel.id = delivery.channel_id AND ${isOpen}
    RETURNING delivery.id::text AS id, channel.id::text AS "channelId", delivery.attempts AS attempt, delivery.body,
      delivery.traceparent, channel.resumed_at AS "resumedAt",
      CASE WHEN app.retired_at IS NULL AND channel.retired_at IS NULL
        AND (channel.is_official OR delivery.event_type NOT LIKE 'agora.identity.%')
      THEN channel.event_stream_callback_uri END AS address`
  return db.maybeOne<Claim>(prepared('delivery-claim', claim))
}

/**
 * Makes the lease end in so many seconds; 0 gives the delivery back. False if another attempt holds it: this one's lease
 * may have ended and a later attempt begun.
 */
export function renewClaim(db: Queries, { id, attempt }: Claim, seconds: number): Promise<boolean> {
  const renewal = sql`
    UPDATE delivery SET due_at = now() + make_interval(secs => ${seconds}::float8)
    WHERE id = ${id}::uuid AND status = 'Pending' AND attempts = ${attempt}`
  return db.hasRows(prepared('delivery-renew', renewal))
}
