import type { Page } from '@agora/shared/contracts/pagination'
import { timesAsText } from '@agora/shared/database/pool'
import { type Queries, type Sql, sql } from '@agora/shared/database/sql'
import { boundedCountSql } from '../../resources/sql.ts'
import { periodSql } from '../digests/sql.ts'
import type { NotificationSettings } from './schemas.ts'
import {
  BEGINNING_COLUMN,
  isVisibleSql,
  MODERATION_COLUMN,
  type NotificationRow,
  notificationColumns,
  notificationJoins,
  type Recipient,
} from './sql.ts'

/** Rows that one statement marks read at most, since it holds their locks. */
const READ_BATCH = 10_000

/** A statement for each, so that each uses its own index. */
const pageSql = (unread: boolean, withExcerpts: boolean) => {
  const where = `n.user_id = $1 ${unread ? 'AND n.read_at IS NULL' : ''} AND ${isVisibleSql('$4')}`
  return `
    WITH page AS MATERIALIZED (
      SELECT n.* FROM notification AS n WHERE ${where} ORDER BY n.seq DESC OFFSET $2::bigint LIMIT $3::bigint
    )
    SELECT ${boundedCountSql(`FROM notification AS n WHERE ${where}`)} AS count,
      array_to_json(ARRAY(
        SELECT row_to_json(one) FROM (
          SELECT ${notificationColumns('$4')}, ${MODERATION_COLUMN}${withExcerpts ? `, ${BEGINNING_COLUMN}` : ''} FROM page AS n ${notificationJoins('$4')} ORDER BY n.seq DESC
        ) AS one
      )) AS notifications`
}

const pageStatement = (unread: boolean) => {
  const name = unread ? 'notifications-unread' : 'notifications'
  return {
    plain: { name, text: pageSql(unread, false) },
    excerpts: { name: `${name}-with-excerpts`, text: pageSql(unread, true) },
  }
}
const all = pageStatement(false)
const unreadOnly = pageStatement(true)

/** A page of a member's visible notifications, newest first, and how many there are. */
export const readNotificationPage = (
  db: Queries,
  { userId, closed }: Recipient,
  { unread, withExcerpts = false }: { unread: boolean; withExcerpts?: boolean },
  { offset, limit }: Page,
) =>
  db.one<{ count: number; notifications: NotificationRow[] }>({
    ...(unread ? unreadOnly : all)[withExcerpts ? 'excerpts' : 'plain'],
    values: [userId, offset, limit, closed],
    types: timesAsText,
  })

export const countUnreadNotifications = (db: Queries, { userId, closed }: Recipient) =>
  db.scalar<number>({
    name: 'unread-notifications',
    text: `
      SELECT ${boundedCountSql(`FROM notification AS n WHERE n.user_id = $1 AND n.read_at IS NULL AND ${isVisibleSql('$2')}`)}
        AS unread`,
    values: [userId, closed],
  })

/**
 * Locks a member's unread notifications before they are marked read, in the order in which replies change theirs:
 * otherwise each could wait for the other.
 */
const lockedSql = (unread: Sql) => sql`
      SELECT id FROM notification WHERE id IN (${unread}) AND read_at IS NULL ORDER BY thread_id, id FOR NO KEY UPDATE`

const markRead = (unread: Sql) => sql`
    WITH locked AS MATERIALIZED (${lockedSql(unread)})
    UPDATE notification SET read_at = date_trunc('milliseconds', clock_timestamp()) WHERE id IN (SELECT id FROM locked)`

export async function markReadByIds(db: Queries, userId: string, ids: readonly string[]): Promise<void> {
  await db.query(
    markRead(sql`SELECT id FROM notification WHERE user_id = ${userId} AND id = ANY(${ids}::uuid[])`),
  )
}

/** Marks a notification and all older ones read; does nothing if it is not the member's. */
export async function markReadUntil(db: Queries, userId: string, id: string): Promise<void> {
  for (;;) {
    const marked = await db.rowCount(
      markRead(sql`
        SELECT id FROM notification
        WHERE user_id = ${userId} AND read_at IS NULL
          AND seq <= (SELECT seq FROM notification WHERE id = ${id} AND user_id = ${userId})
        ORDER BY seq DESC LIMIT ${READ_BATCH}::int`),
    )
    if (marked < READ_BATCH) return
  }
}

const SETTINGS = `SELECT coalesce(auto_watch, true) AS auto_watch, coalesce(email, 'Never') AS email,
      coalesce(reports, 'Never') AS reports
    FROM (VALUES ($1::uuid)) AS member (id) LEFT JOIN notification_setting AS s ON s.user_id = member.id`

export const readSettings = (db: Queries, userId: string) =>
  db.one<NotificationSettings>({
    name: 'notification-settings',
    text: SETTINGS,
    values: [userId],
  })

interface SettingsChange {
  auto_watch?: boolean | null
  email?: NotificationSettings['email'] | null
  reports?: NotificationSettings['reports'] | null
  /** Whether `reports` is set by an administrator. */
  asAdministrator: boolean
  /** The language of digests from now on; null leaves it unchanged. */
  locale: string | null
}

const CHANGE_SETTINGS = `
  INSERT INTO notification_setting AS s (
    user_id, auto_watch, email, locale, reports, as_administrator, digest_from, digest_due_at
  )
  VALUES (
    $1, coalesce($2::boolean, true), coalesce($3::"EmailDigest", 'Never'), $4, coalesce($5::"ReportNotices", 'Never'),
    $6, now(),
    now() + ${periodSql('$3::"EmailDigest"')}
  )
  ON CONFLICT (user_id) DO UPDATE SET
    auto_watch = coalesce($2::boolean, s.auto_watch), email = coalesce($3::"EmailDigest", s.email),
    locale = coalesce($4, s.locale), reports = coalesce($5::"ReportNotices", s.reports),
    as_administrator = CASE WHEN $5::"ReportNotices" IS NULL THEN s.as_administrator ELSE $6 END,
    digest_from = CASE WHEN s.email = coalesce($3::"EmailDigest", s.email) THEN s.digest_from ELSE excluded.digest_from END,
    digest_due_at = CASE WHEN s.email = coalesce($3::"EmailDigest", s.email) THEN s.digest_due_at ELSE excluded.digest_due_at END
  RETURNING auto_watch, email, reports`

/** Changes the given settings and returns all. A changed digest interval starts a new period; the same one does not. */
export const changeSettings = (
  db: Queries,
  userId: string,
  { auto_watch: autoWatch = null, email = null, reports = null, locale, asAdministrator }: SettingsChange,
) =>
  db.one<NotificationSettings>({
    name: 'change-notification-settings',
    text: CHANGE_SETTINGS,
    values: [userId, autoWatch, email, locale, reports, asAdministrator],
  })
