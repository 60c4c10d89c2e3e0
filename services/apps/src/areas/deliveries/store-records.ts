import type { Page } from '@agora/shared/contracts/pagination'
import { readPage } from '@agora/shared/database/page'
import { type Queries, raw, sql } from '@agora/shared/database/sql'

/** A delivery as those see it who run the app. */
export interface DeliveryRecord {
  id: string
  channelKey: string
  eventType: string
  status: string
  attempts: number
  lastFailure: string | null
  lastStatus: number | null
  /** When the last attempt ended. */
  lastAttemptAt: Date | null
  createdAt: Date
  /** Null unless it is pending, in its turn, and its receiver not gone. */
  nextAttemptAt: Date | null
}

const COLUMNS = `
  delivery.id::text AS id, channel.key AS "channelKey", event_type AS "eventType", delivery.status, attempts,
  last_failure AS "lastFailure", last_status AS "lastStatus", last_attempt_at AS "lastAttemptAt",
  delivery.created_at AS "createdAt",
  CASE WHEN delivery.status = 'Pending' AND due_at IS NOT NULL AND gone_at IS NULL
    THEN greatest(due_at, paused_until) END AS "nextAttemptAt"`
const ALL = ['Pending', 'Delivered', 'Dead', 'Cancelled']

export type DeliveryRecords = ReturnType<typeof createDeliveryRecords>

export function createDeliveryRecords(db: Queries) {
  return {
    /** Undefined if it goes to another app, or does not exist. */
    async find(appId: string, id: string): Promise<DeliveryRecord | undefined> {
      return db.maybeOne<DeliveryRecord>(sql`
        SELECT ${raw(COLUMNS)} FROM delivery JOIN channel ON channel.id = channel_id
        WHERE delivery.id = ${id}::uuid AND app_id = ${appId}::uuid`)
    },

    /** Newest first, and their number. Reads no more of each channel and status than the page could take. */
    async ofApp(
      appId: string,
      status: string | undefined,
      { offset, limit }: Page,
    ): Promise<{ count: number; items: DeliveryRecord[] }> {
      const statuses = status === undefined ? ALL : [status]
      return readPage<DeliveryRecord>(
        db,
        sql`
          SELECT count(*) FROM channel JOIN delivery ON channel_id = channel.id
          WHERE app_id = ${appId}::uuid AND delivery.status = ANY(${statuses})`,
        sql`
          SELECT ${raw(COLUMNS)}
          FROM channel CROSS JOIN unnest(${statuses}::text[]) AS wanted (status) CROSS JOIN LATERAL (
            SELECT * FROM delivery AS of_channel
            WHERE of_channel.channel_id = channel.id AND of_channel.status = wanted.status
            ORDER BY of_channel.id DESC LIMIT ${offset + limit}
          ) AS delivery
          WHERE app_id = ${appId}::uuid ORDER BY delivery.id DESC OFFSET ${offset} LIMIT ${limit}`,
      )
    },
  }
}
