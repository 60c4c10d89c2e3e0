import { type Queries, raw, sql } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../errors.ts'
import type { Credential } from './credential.ts'
import { isBanned } from './store.ts'

/** How long a sign-in or a confirmation is recent, in minutes. */
const RECENT_MINUTES = 15

/** Who acts, and how they authenticated. */
export interface Proof {
  readonly id: string
  readonly credential: Credential
}

/**
 * Whether a member has shown within the last minutes that they know the password: by opening or confirming their
 * session, or by HTTP Basic. A token never shows it, nor does a credential that has ended since the request arrived.
 */
export async function isRecent(db: Queries, { id, credential }: Proof): Promise<boolean> {
  if (credential.kind !== 'session' && credential.kind !== 'basic') return false
  const { rows } = await db.query(
    credential.kind === 'session'
      ? sql`SELECT id FROM session WHERE id = ${credential.sessionId}::uuid AND expires_at > now()
          AND confirmed_at > now() - make_interval(mins => ${RECENT_MINUTES}::int)`
      : sql`SELECT id FROM account a WHERE id = ${id}::uuid
          AND credential_version = ${credential.credentialVersion}::int AND NOT ${raw(isBanned)}`,
  )
  return rows.length > 0
}

/**
 * For what leads to another password or to power: a stolen session alone must not suffice. Called in the transaction of
 * the change, after the lock on its account.
 * @throws ApiError 403
 */
export async function judgeRecent(tx: Queries, proof: Proof): Promise<void> {
  if (!(await isRecent(tx, proof))) throw new ApiError(errors.recentSignInRequired)
}

/**
 * Makes a session recent, if the password that was verified at `credentialVersion` is still its account's; returns until
 * when. HTTP Basic is recent without.
 */
export async function confirmCredential(
  db: Queries,
  { id, credential }: Proof,
  credentialVersion: number,
): Promise<Date | undefined> {
  const until = sql`now() + make_interval(mins => ${RECENT_MINUTES}::int) AS until`
  const isAccount = sql`a.id = ${id}::uuid AND a.credential_version = ${credentialVersion}::int`
  const { rows } = await db.query<{ until: Date }>(
    credential.kind === 'session'
      ? sql`UPDATE session s SET confirmed_at = now() FROM account a
          WHERE s.id = ${credential.sessionId}::uuid AND s.account_id = a.id AND s.expires_at > now() AND ${isAccount}
          RETURNING ${until}`
      : sql`SELECT ${until} FROM account a WHERE ${isAccount}`,
  )
  return rows[0]?.until
}
