import { timesAsText } from '@agora/shared/database/pool'
import type { Queries } from '@agora/shared/database/sql'
import {
  isVisibleSql,
  type NotificationRow,
  notificationColumns,
  notificationJoins,
  type Recipient,
} from './sql.ts'

/** Notifications read by one statement. */
export const STREAM_BATCH = 100

export interface StreamedRow extends NotificationRow {
  /** The stream skips what is not visible now. */
  isVisible: boolean
}

const CHANGED = `
  WITH page AS MATERIALIZED (
    SELECT * FROM notification WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT ${STREAM_BATCH}
  )
  SELECT ${notificationColumns('$3')}, ${isVisibleSql('$3')} AS "isVisible"
  FROM page AS n ${notificationJoins('$3')} ORDER BY n.seq`

/** The notifications after `seq` of a member to whom some sections are closed, oldest first. */
export async function readChanged(
  db: Queries,
  { userId, closed }: Recipient,
  seq: number,
): Promise<StreamedRow[]> {
  const values = [userId, seq, closed]
  return db.all<StreamedRow>({
    name: 'notifications-after',
    text: CHANGED,
    values,
    types: timesAsText,
  })
}

/** The number of the newest notification that a member may see, and the greatest number of all. */
export const readPosition = (db: Queries, { userId, closed }: Recipient) =>
  db.one<{ newest: number; issued: number; now: number }>({
    name: 'notifications-position',
    text: `
      SELECT coalesce((
          SELECT seq FROM notification AS n WHERE n.user_id = $1 AND ${isVisibleSql('$2')} ORDER BY seq DESC LIMIT 1
        ), 0) AS newest,
        coalesce(pg_sequence_last_value('notification_seq_seq'), 0) AS issued,
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`,
    values: [userId, closed],
  })

/** The number of the newest notification of each of these members, where there is one. */
export const readNewest = (db: Queries, users: readonly string[]) =>
  db.all<{ userId: string; newest: number }>({
    name: 'newest-notifications',
    text: `
      SELECT u.id AS "userId", n.seq AS newest FROM unnest($1::uuid[]) AS u (id)
      CROSS JOIN LATERAL (SELECT seq FROM notification WHERE user_id = u.id ORDER BY seq DESC LIMIT 1) AS n`,
    values: [users],
  })
