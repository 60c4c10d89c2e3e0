import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, sql } from '@agora/shared/database/sql'

const isExpired = sql`expires_at <= now()`

/** A mail that may still be sent gets its token then. */
const isOverMail = sql`deadline <= now() AND (token_expires_at IS NULL OR token_expires_at <= now())`

/** Expired, or never used, or its last token is gone: there is nothing left to grant. */
const isEmptyGrant = sql`expires_at <= now() OR (created_at <= now() - interval '1 day'
  AND NOT EXISTS (SELECT FROM oauth_token t WHERE t.grant_id = oauth_grant.id))`

/** A device that still asks is told so for an hour. */
const isPastDevice = sql`expires_at <= now() - interval '1 hour'`

/**
 * Deletes what has expired: sessions, OAuth's leftovers, mail tokens, abandoned linkings, places no longer signed in
 * from, holds on usernames.
 */
export async function purgeExpired(
  db: Queries,
  { sign_in_places_days: days }: Pick<AgoraConfig['retention'], 'sign_in_places_days'>,
): Promise<void> {
  for (const table of ['session', 'oauth_interaction', 'oauth_token', 'provider_linking'])
    await purgeRows(db, table, isExpired)
  await purgeRows(db, 'oauth_device', isPastDevice)
  await purgeRows(db, 'mail_request', isOverMail)
  await purgeRows(db, 'held_username', sql`until <= now()`)
  await purgeRows(db, 'sign_in_place', sql`seen_at <= now() - make_interval(days => ${days}::int)`)
  await purgeRows(db, 'oauth_grant', isEmptyGrant)
}
