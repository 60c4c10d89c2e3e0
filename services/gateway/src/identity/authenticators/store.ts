import type { Page } from '@agora/shared/contracts/pagination'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { authenticatorKinds } from './schemas.ts'

/** As members and administrators see it: without anything that it proves by. */
export interface AuthenticatorRow {
  id: string
  kind: (typeof authenticatorKinds)[number]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  /** Recovery codes that were not used; null for other kinds. */
  remaining: number | null
}

const columns = sql`a.id::text, a.kind, a.name, a.created_at AS "createdAt", a.last_used_at AS "lastUsedAt",
  CASE WHEN a.kind = 'RecoveryCodes'
    THEN (SELECT count(*)::int FROM recovery_code c WHERE c.authenticator_id = a.id) END AS remaining`

/** Those in force, oldest first, and their number. */
export async function readAuthenticators(
  db: Queries,
  accountId: string,
  { offset, limit }: Page,
): Promise<{ count: number; rows: AuthenticatorRow[] }> {
  const rows = await db.all<AuthenticatorRow>(sql`
    SELECT ${columns} FROM authenticator a
    WHERE a.account_id = ${accountId}::uuid AND a.enabled_at IS NOT NULL ORDER BY a.id`)
  // There are few.
  return { count: rows.length, rows: rows.slice(offset, offset + limit) }
}

/** The authenticators that an account may have in force. */
const MAX_AUTHENTICATORS = 20

export async function hasRoom(tx: Transaction, accountId: string): Promise<boolean> {
  return (await countFactors(tx, accountId)) < MAX_AUTHENTICATORS
}

/** The account's second factors; a set of recovery codes is none. */
export const countFactors = (tx: Transaction, accountId: string) =>
  tx.scalar<number>(sql`
    SELECT count(*)::int FROM authenticator
    WHERE account_id = ${accountId}::uuid AND enabled_at IS NOT NULL AND kind <> 'RecoveryCodes'`)

/** The secrets that an account may have waiting for their first code; the oldest gives way. */
const MAX_PENDING = 5
/** How long one waits, in minutes. */
export const PENDING_MINUTES = 60

/** In a transaction that has locked the account. */
export async function insertPendingTotp(
  tx: Transaction,
  accountId: string,
  { id, name, secret }: { id: string; name: string; secret: Buffer },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO authenticator (id, account_id, kind, name, secret)
    VALUES (${id}::uuid, ${accountId}::uuid, 'Totp', ${name}, ${secret})`)
  await tx.query(sql`
    DELETE FROM authenticator WHERE id IN (
      SELECT id FROM authenticator WHERE account_id = ${accountId}::uuid AND enabled_at IS NULL
      ORDER BY id DESC OFFSET ${MAX_PENDING}::int
    )`)
}

export interface TotpToEnable {
  secret: Buffer
  isEnabled: boolean
}

/** A secret that is in force, or still may be; undefined if the account has none with this id. */
export const readTotp = (tx: Transaction, accountId: string, id: string) =>
  tx.maybeOne<TotpToEnable>(sql`
    SELECT secret, enabled_at IS NOT NULL AS "isEnabled" FROM authenticator
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND kind = 'Totp'
      AND (enabled_at IS NOT NULL OR created_at > now() - make_interval(mins => ${PENDING_MINUTES}::int))`)

/** Puts a secret in force; the step of the code that showed it is spent. */
export const enableTotp = (tx: Transaction, id: string, step: number) =>
  tx.one<AuthenticatorRow>(sql`
    UPDATE authenticator a SET enabled_at = now(), spent_steps = ARRAY[${step}::int] WHERE a.id = ${id}::uuid
    RETURNING ${columns}`)

/** Begins a new set of recovery codes in place of the account's last one. */
export async function replaceRecoverySet(tx: Transaction, accountId: string, id: string): Promise<void> {
  await tx.query(sql`
    DELETE FROM authenticator WHERE account_id = ${accountId}::uuid AND kind = 'RecoveryCodes'`)
  await tx.query(sql`
    INSERT INTO authenticator (id, account_id, kind, name, enabled_at)
    VALUES (${id}::uuid, ${accountId}::uuid, 'RecoveryCodes', 'Recovery codes', now())`)
}

/** The one that was removed; undefined if the account has none in force with this id. */
export const deleteAuthenticator = (tx: Transaction, accountId: string, id: string) =>
  tx.maybeOne<{ name: string }>(sql`
    DELETE FROM authenticator
    WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid AND enabled_at IS NOT NULL RETURNING name`)

/** What stands in for the second factor goes with the last one. */
export async function deleteRecoverySet(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(sql`
    DELETE FROM authenticator WHERE account_id = ${accountId}::uuid AND kind = 'RecoveryCodes'`)
}

/** A passkey in force; undefined if it is known already, whosever it is. */
export async function insertPasskey(
  tx: Transaction,
  accountId: string,
  passkey: { id: string; name: string; credentialId: Buffer; publicKey: Buffer; signCount: number },
): Promise<AuthenticatorRow | undefined> {
  const { id, name, credentialId, publicKey, signCount } = passkey
  return tx.maybeOne<AuthenticatorRow>(sql`
    INSERT INTO authenticator AS a (id, account_id, kind, name, enabled_at, credential_id, public_key, sign_count)
    VALUES (${id}::uuid, ${accountId}::uuid, 'Passkey', ${name}, now(), ${credentialId}, ${publicKey}, ${signCount}::bigint)
    ON CONFLICT (credential_id) DO NOTHING RETURNING ${columns}`)
}
