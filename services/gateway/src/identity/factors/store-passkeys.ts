import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { Answered } from './challenges.ts'

/** A passkey as its answers are judged. */
export interface PasskeyRow {
  id: string
  accountId: string
  publicKey: Buffer
  signCount: number
}

/** The passkey with this credential id, whosever it is. */
export const readPasskey = (db: Queries, credentialId: Buffer) =>
  db.maybeOne<PasskeyRow>(sql`
    SELECT id::text, account_id::text AS "accountId", public_key AS "publicKey", sign_count::float8 AS "signCount"
    FROM authenticator WHERE credential_id = ${credentialId}`)

/** The credential ids of an account's passkeys, in base64url. */
export async function readCredentialIds(db: Queries, accountId: string): Promise<string[]> {
  const ids = await db.scalars<Buffer>(sql`
    SELECT credential_id FROM authenticator
    WHERE account_id = ${accountId}::uuid AND kind = 'Passkey'`)
  return ids.map((id) => id.toString('base64url'))
}

/** Uses a challenge; false if it was used before. Its row stays until it would have ended anyway. */
export const spendChallenge = (tx: Transaction, { hash, expiresAt }: Answered) =>
  tx.hasRows(sql`
    INSERT INTO spent_challenge (hash, expires_at) VALUES (${hash}, ${expiresAt}::timestamptz)
    ON CONFLICT DO NOTHING`)

/**
 * Records an answer of a passkey; false if the passkey is gone, or its count is no higher than one that has been recorded
 * meanwhile: then there are two of it. One that does not count always says 0.
 */
export const usePasskey = (tx: Transaction, id: string, signCount: number) =>
  tx.hasRows(sql`
    UPDATE authenticator SET sign_count = ${signCount}::bigint, last_used_at = now()
    WHERE id = ${id}::uuid AND (sign_count < ${signCount}::bigint OR sign_count = 0 AND ${signCount}::bigint = 0)`)
