import { type Queries, raw, sql } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { hasFactor } from '../factors/store.ts'
import type { Credential } from './credential.ts'
import { isBanned, isRecentSession, RECENT_MINUTES } from './store.ts'

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
  return db.hasRows(
    credential.kind === 'session'
      ? sql`SELECT FROM session s WHERE id = ${credential.sessionId}::uuid AND expires_at > now()
          AND ${raw(isRecentSession)}`
      : sql`SELECT FROM account a WHERE id = ${id}::uuid
          AND credential_version = ${credential.credentialVersion}::int AND NOT ${raw(isBanned)}
          AND NOT ${raw(hasFactor)}`,
  )
}

/**
 * For what leads to another password or to power: a stolen session alone must not suffice. Called in the transaction of
 * the change, after the lock on its account.
 * @throws ApiError 403
 */
export async function judgeRecent(tx: Queries, proof: Proof): Promise<void> {
  if (!(await isRecent(tx, proof))) throw new ApiError(common.recentSignInRequired)
}

/** What was shown to confirm a session. */
export interface Shown {
  /** The version of the account's password at that moment. */
  credentialVersion: number
  /** Whether it was the second factor; else it was the password. */
  factor: boolean
}

/**
 * Makes a session recent, if the password is still the same; returns until when. HTTP Basic is recent without. The
 * password alone confirms none in which the account's second factor was never shown: it may have been opened by a thief
 * before there was one.
 */
export async function confirmCredential(
  db: Queries,
  { id, credential }: Proof,
  { credentialVersion, factor }: Shown,
): Promise<Date | undefined> {
  const until = sql`now() + make_interval(mins => ${RECENT_MINUTES}::int) AS until`
  const isAccount = sql`a.id = ${id}::uuid AND a.credential_version = ${credentialVersion}::int`
  const isEnough = sql`(${factor}::bool OR s.showed_factor OR NOT ${raw(hasFactor)})`
  return db.maybeScalar<Date>(
    credential.kind === 'session'
      ? sql`UPDATE session s SET confirmed_at = now(), showed_factor = s.showed_factor OR ${factor}::bool FROM account a
          WHERE s.id = ${credential.sessionId}::uuid AND s.account_id = a.id AND s.expires_at > now() AND ${isAccount}
            AND ${isEnough}
          RETURNING ${until}`
      : sql`SELECT ${until} FROM account a WHERE ${isAccount}`,
  )
}

/** Records that the account's second factor was shown in a session. */
export async function noteFactorShown(tx: Queries, { credential }: Proof): Promise<void> {
  if (credential.kind === 'session')
    await tx.query(sql`UPDATE session SET showed_factor = true WHERE id = ${credential.sessionId}::uuid`)
}
