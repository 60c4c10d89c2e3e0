import type { Page } from '@agora/shared/contracts/pagination'
import { readPage } from '@agora/shared/database/page'
import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, sql } from '@agora/shared/database/sql'

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

const deliveries = sql`
  SELECT delivery.id::text AS id, event_id::text AS "eventId", event_type AS "eventType",
    json_build_object('id', app.id, 'key', app.key) AS app,
    json_build_object('id', channel.id, 'key', channel.key) AS channel,
    delivery.status, attempts, last_failure AS "lastFailure", delivery.created_at AS "createdAt",
    settled_at AS "settledAt"
  FROM delivery JOIN channel ON channel.id = channel_id JOIN app ON app.id = channel.app_id`

export const findDelivery = (db: Queries, id: string) =>
  db.maybeOne<Delivery>(sql`${deliveries} WHERE delivery.id = ${id}::uuid`)

/** Those that were given up on, newest first, and their number. */
export const readDeadLetters = (db: Queries, { offset, limit }: Page) =>
  readPage<Delivery>(
    db,
    sql`SELECT count(*) FROM delivery WHERE status = 'Dead'`,
    sql`${deliveries} WHERE delivery.status = 'Dead' ORDER BY settled_at DESC, delivery.id DESC
      OFFSET ${offset} LIMIT ${limit}`,
  )

/** Deletes what was settled more than this many days ago. */
export const purgeSettled = (db: Queries, statuses: readonly string[], days: number) =>
  purgeRows(
    db,
    'delivery',
    sql`status = ANY(${statuses}) AND settled_at < now() - make_interval(days => ${days})`,
  )

/** Deletes what channels that are gone would get, after this many days. */
export const purgeKept = (db: Queries, days: number) =>
  purgeRows(
    db,
    'delivery',
    sql`status = 'Pending' AND created_at < now() - make_interval(days => ${days})
      AND EXISTS (SELECT FROM channel WHERE channel.id = channel_id AND gone_at IS NOT NULL)`,
  )
