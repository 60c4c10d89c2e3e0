import { type Queries, raw, sql } from '@agora/shared/database/sql'
import { isBanned } from '../credentials/store.ts'

export interface RecipientRow {
  email: string
  displayName: string
  /** Null if it is unknown. */
  language: string | null
  /** In which times are told to them; null if it is unknown. */
  zone: string | null
}

/**
 * The first verified address of a member who is not banned, for a digest the first that was not refused; undefined if there is
 * none.
 */
export const readRecipient = (db: Queries, accountId: string, { isDigest } = { isDigest: false }) =>
  db.maybeOne<RecipientRow>(sql`
    SELECT l.display_name AS email, a.display_name AS "displayName", a.language,
      coalesce(a.time_zone, a.device_zone) AS zone
    FROM account a JOIN user_link l ON l.account_id = a.id AND l.type = 'Email' AND l.ended_at IS NULL
    WHERE a.id = ${accountId}::uuid AND NOT ${raw(isBanned)}
      AND NOT (${isDigest} AND l.refused_at IS NOT NULL)
    ORDER BY l.rank, l.started_at, l.id LIMIT 1`)
