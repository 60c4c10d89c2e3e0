import type { Context } from './context.ts'

const INTERVAL_MS = 10 * 60 * 1000
const BATCH = 5_000

const some = (table: string, key: string, condition: string) =>
  `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${BATCH})`

/** A grant that nothing came of, or whose last token has gone, has nothing left to hold. */
const isEmptyGrant = `created_at <= now() - interval '1 day'
  AND NOT EXISTS (SELECT FROM oauth_token t WHERE t.grant_id = oauth_grant.id)`

/** A mail that may still go out gets its token then. */
const isOverMail = 'deadline <= now() AND (token_expires_at IS NULL OR token_expires_at <= now())'

const statements = [
  some('session', 'id', 'expires_at <= now()'),
  some('oauth_interaction', 'id_hash', 'expires_at <= now()'),
  some('oauth_token', 'token_hash', 'expires_at <= now()'),
  some('mail_request', 'id', isOverMail),
  some('sign_in_place', 'digest', "seen_at <= now() - interval '180 days'"),
  some('provider_linking', 'state_hash', 'expires_at <= now()'),
  some('oauth_grant', 'id', `expires_at <= now() OR (${isEmptyGrant})`),
]

/** Deletes what has expired: sessions, what OAuth leaves behind, mail tokens, linkings that nobody came back from, places that nobody signs in from any more. Answers how many rows. */
export async function purgeExpired({ pool }: Pick<Context, 'pool'>): Promise<number> {
  const client = await pool.connect()
  try {
    // One replica at a time: the others have nothing left to do.
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('gateway purge')) AS locked`,
    )
    if (!rows[0]?.locked) return 0
    try {
      let purged = 0
      for (const statement of statements) {
        for (let deleted = BATCH; deleted === BATCH; purged += deleted) {
          deleted = (await client.query(statement)).rowCount ?? 0
        }
      }
      return purged
    } finally {
      await client.query(`SELECT pg_advisory_unlock(hashtext('gateway purge'))`)
    }
  } finally {
    client.release()
  }
}

/** Purges now and then until it is closed. */
export function startPurge(context: Context): { close(): Promise<void> } {
  const run = () =>
    purgeExpired(context).catch((error) => context.logger.warn({ err: error }, 'purging failed'))
  let running: Promise<unknown> = run()
  const timer = setInterval(() => {
    running = run()
  }, INTERVAL_MS)
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
