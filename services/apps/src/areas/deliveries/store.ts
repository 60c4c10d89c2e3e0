import type { Page } from '@agora/shared/contracts/pagination'
import type { Database } from '@agora/shared/database/database'
import { readPage } from '@agora/shared/database/page'
import { purgeRows } from '@agora/shared/database/purge'
import { prepared, type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { DueRow } from '@agora/shared/work/table'
import { BULKHEAD_SIZE } from '../../delivery/bulkheads.ts'
import { lockLine, replay, wakeLines } from './store-lines.ts'

export interface Delivery {
  id: string
  eventId: string
  eventType: string
  app: { id: string; key: string | null }
  channel: { id: string; key: string }
  status: string
  attempts: number
  lastFailure: string | null
  createdAt: Date
  settledAt: Date | null
}

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

/** Whether a channel's receiver is gone. */
export interface ChannelState {
  isGone: boolean
  since: Date
}

/** As many deliveries of a channel as two processes work on at once. */
const DUE_PER_CHANNEL = 2 * BULKHEAD_SIZE
/** Whether the channel is to be called now: its receiver is neither gone nor has asked for a pause. */
const isOpen = sql`channel.gone_at IS NULL AND (channel.paused_until IS NULL OR channel.paused_until <= now())`
const deliveries = sql`
  SELECT delivery.id::text AS id, event_id::text AS "eventId", event_type AS "eventType",
    json_build_object('id', app.id, 'key', app.key) AS app,
    json_build_object('id', channel.id, 'key', channel.key) AS channel,
    delivery.status, attempts, last_failure AS "lastFailure", delivery.created_at AS "createdAt",
    settled_at AS "settledAt"
  FROM delivery JOIN channel ON channel.id = channel_id JOIN app ON app.id = channel.app_id`

/** What an attempt came to. */
export interface AttemptEnd {
  /** The status that the receiver answered; null if there was no answer. */
  status: number | null
  failure: string | null
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** `leaseSeconds`: how long a claim lasts. */
export function createDeliveryStore(db: Database, leaseSeconds: number) {
  /** Only by the attempt that holds the lease: it may have ended and a later attempt begun. */
  const renew = async ({ id, attempt }: Claim, seconds: number): Promise<boolean> => {
    const renewal = sql`
      UPDATE delivery SET due_at = now() + make_interval(secs => ${seconds}::float8)
      WHERE id = ${id}::uuid AND status = 'Pending' AND attempts = ${attempt}`
    return (await db.query(prepared('delivery-renew', renewal))).rowCount === 1
  }

  return {
    /** Due deliveries, a few per channel, and the time until the next one, in milliseconds. */
    async due(): Promise<{ rows: DueRow[]; nextInMs: number | null }> {
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
      const { rows } = await db.query<DueRow>(prepared('deliveries-due', due))
      const { rows: nexts } = await db.query<{ ms: number | null }>(prepared('deliveries-next', next))
      return { rows, nextInMs: nexts[0]!.ms }
    },

    /**
     * How long the oldest has waited, in seconds, how many wait, and how many were given up on; counted up to 10,000.
     */
    async measure(): Promise<{ age: number; due: number; dead: number }> {
      return db.one<{ age: number; due: number; dead: number }>(sql`
        SELECT coalesce(max(extract(epoch FROM now() - due_at)), 0)::float8 AS age, count(*) AS due,
          (SELECT count(*) FROM (SELECT FROM delivery WHERE status = 'Dead' LIMIT 10000) AS dead) AS dead
        FROM (
          SELECT due_at FROM delivery JOIN channel ON channel.id = channel_id
          WHERE delivery.status = 'Pending' AND due_at <= now() AND ${isOpen} LIMIT 10000
        ) AS due`)
    },

    async channelOf(id: string): Promise<string | undefined> {
      const of = sql`
        SELECT channel_id::text AS "channelId" FROM delivery WHERE id = ${id}::uuid AND status = 'Pending'`
      return db.maybeScalar<string>(prepared('delivery-channel', of))
    },

    /**
     * Undefined if it is settled, not due, or claimed by another process: conditional on being due, which a lease prevents, one
     * of any number of workers gets the row.
     */
    async claim(id: string): Promise<Claim | undefined> {
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
      return (await db.query<Claim>(prepared('delivery-claim', claim))).rows[0]
    },

    /** Renews the lease; false if another attempt holds it. */
    renew: (claim: Claim) => renew(claim, leaseSeconds),

    async release(claim: Claim): Promise<void> {
      await renew(claim, 0)
    },

    /**
     * Ends it, so that the next one of its subject is due; false if another attempt holds it. A receiver's acceptance counts
     * whichever attempt holds the lease by now.
     */
    async end(
      tx: Transaction,
      { id, channelId, attempt }: Claim,
      status: 'Delivered' | 'Dead' | 'Cancelled',
      came: AttemptEnd,
    ): Promise<boolean> {
      await lockLine(tx, channelId)
      const end = sql`
        WITH ended AS (
          UPDATE delivery SET status = ${status}, settled_at = now(),
            last_failure = CASE ${status} WHEN 'Delivered' THEN NULL ELSE coalesce(${came.failure}, last_failure) END,
            last_status = CASE ${status} WHEN 'Cancelled' THEN last_status ELSE ${came.status}::int END,
            last_attempt_at = CASE ${status} WHEN 'Cancelled' THEN last_attempt_at ELSE now() END
          WHERE id = ${id}::uuid AND status = 'Pending' AND (attempts = ${attempt} OR ${status} = 'Delivered')
          RETURNING id, channel_id, subject
        ), woken AS (
          UPDATE delivery SET due_at = now()
          WHERE due_at IS NULL AND id = (
            SELECT next.id FROM ended JOIN delivery AS next USING (channel_id, subject)
            WHERE next.status = 'Pending' AND next.id <> ended.id ORDER BY next.sequence LIMIT 1
          )
        )
        SELECT id FROM ended`
      return (await tx.query(prepared('delivery-end', end))).rowCount === 1
    },

    /** Schedules the next attempt in `seconds`; false if another attempt holds it. */
    async postpone(tx: Queries, claim: Claim, seconds: number, came: AttemptEnd): Promise<boolean> {
      const postponement = sql`
        UPDATE delivery SET due_at = now() + make_interval(secs => ${seconds}::float8), last_failure = ${came.failure},
          last_status = ${came.status}::int, last_attempt_at = now()
        WHERE id = ${claim.id}::uuid AND status = 'Pending' AND attempts = ${claim.attempt}`
      return (await tx.query(prepared('delivery-postpone', postponement))).rowCount === 1
    },

    /** Whether another attempt that was under way has found the receiver gone; no further one does before the transaction ends. */
    async isGone(tx: Transaction, { channelId, resumedAt }: Claim): Promise<boolean> {
      await lockLine(tx, channelId)
      return tx.hasRows(sql`
        SELECT FROM channel WHERE id = ${channelId}::uuid AND gone_at IS NOT NULL
          AND resumed_at IS NOT DISTINCT FROM ${resumedAt}`)
    },

    /** Nothing more is delivered to the channel until it is resumed; unless it was since the attempt began. */
    async markGone(tx: Queries, { channelId, resumedAt }: Claim): Promise<void> {
      await tx.query(sql`
        UPDATE channel SET gone_at = now() WHERE id = ${channelId}::uuid AND gone_at IS NULL
          AND resumed_at IS NOT DISTINCT FROM ${resumedAt}`)
    },

    /** Nothing is delivered to the channel for so many seconds. */
    async pause(tx: Queries, { channelId }: Claim, seconds: number): Promise<void> {
      await tx.query(sql`
        UPDATE channel SET paused_until = greatest(paused_until, now() + make_interval(secs => ${seconds}::float8))
        WHERE id = ${channelId}::uuid`)
    },

    async resume(channelId: string): Promise<void> {
      await db.query(sql`
        UPDATE channel SET gone_at = NULL, paused_until = NULL, resumed_at = now()
        WHERE id = ${channelId}::uuid AND gone_at IS NOT NULL`)
    },

    async stateOf(channelId: string): Promise<ChannelState> {
      return db.one<ChannelState>(sql`
        SELECT gone_at IS NOT NULL AS "isGone", coalesce(gone_at, resumed_at, created_at) AS since
        FROM channel WHERE id = ${channelId}::uuid`)
    },

    /** Deletes what channels that are gone would get, after this many days. */
    purgeKept: (days: number): Promise<number> =>
      purgeRows(
        db,
        'delivery',
        sql`status = 'Pending' AND created_at < now() - make_interval(days => ${days})
          AND EXISTS (SELECT FROM channel WHERE channel.id = channel_id AND gone_at IS NOT NULL)`,
      ),

    /** Deletes what was settled more than this many days ago. */
    purge: (statuses: readonly string[], days: number): Promise<number> =>
      purgeRows(
        db,
        'delivery',
        sql`status = ANY(${statuses}) AND settled_at < now() - make_interval(days => ${days})`,
      ),

    async find(id: string): Promise<Delivery | undefined> {
      return (await db.query<Delivery>(sql`${deliveries} WHERE delivery.id = ${id}::uuid`)).rows[0]
    },

    /** Newest first, and their number. */
    async deadLetters({ offset, limit }: Page): Promise<{ count: number; items: Delivery[] }> {
      return readPage<Delivery>(
        db,
        sql`SELECT count(*) FROM delivery WHERE status = 'Dead'`,
        sql`${deliveries} WHERE delivery.status = 'Dead' ORDER BY settled_at DESC, delivery.id DESC
          OFFSET ${offset} LIMIT ${limit}`,
      )
    },

    /** Sends a delivery with one of these statuses again, from the first attempt; false if it has another. */
    replay: (id: string, statuses: readonly string[]): Promise<boolean> =>
      db.transaction((tx) => replay(tx, id, statuses)),

    wakeLines: () => wakeLines(db),
  }
}
