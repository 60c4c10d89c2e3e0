import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, sql } from '@agora/shared/database/sql'
import { PENDING_MINUTES } from './authenticators/store.ts'

const EXPIRING = [
  'session',
  'oauth_interaction',
  'oauth_token',
  'oauth_grant',
  'provider_linking',
  'spent_challenge',
]
const isExpired = sql`expires_at <= now()`

/** A mail that may still be sent gets its token then. */
const isOverMail = sql`deadline <= now() AND (token_expires_at IS NULL OR token_expires_at <= now())`

/** A secret whose first code was never sent. */
const isAbandonedTotp = sql`enabled_at IS NULL AND created_at <= now() - make_interval(mins => ${PENDING_MINUTES}::int)`

/** A device that still asks is told so for an hour. */
const isPastDevice = sql`expires_at <= now() - interval '1 hour'`

/** Who made it sees for a month who came by it. */
const isPastInvitation = sql`expires_at <= now() - interval '30 days'`

/**
 * Deletes what has expired: sessions, OAuth's leftovers, mail tokens, abandoned linkings and secrets, places no longer
 * signed in from, holds on usernames.
 */
export async function purgeExpired(
  db: Queries,
  { sign_in_places_days: days }: Pick<AgoraConfig['retention'], 'sign_in_places_days'>,
): Promise<void> {
  for (const table of EXPIRING) await purgeRows(db, table, isExpired)
  await purgeRows(db, 'oauth_device', isPastDevice)
  await purgeRows(db, 'invitation', isPastInvitation)
  await purgeRows(db, 'authenticator', isAbandonedTotp)
  await purgeRows(db, 'mail_request', isOverMail)
  await purgeRows(db, 'held_username', sql`until <= now()`)
  await purgeRows(db, 'sign_in_place', sql`seen_at <= now() - make_interval(days => ${days}::int)`)
}
