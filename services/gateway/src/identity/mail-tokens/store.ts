import type { AccountMailKind } from '@agora/shared/contracts/internal-mail'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'

export type MailKind = AccountMailKind

type Hash = Uint8Array<ArrayBuffer>

export interface NewMailRequest {
  id: string
  kind: MailKind
  /** Null until it is known whose address it is. */
  accountId: string | null
  email: string
  /** Null for the account's. */
  language: string | null
  deadline: Date
  /** A verification is void once the account's is another. */
  credentialVersion?: number
}

/** What one account may have waiting, apart from notices; the oldest gives way. */
const MAX_TOKENS = 20
/** The notices of one kind that one account may have waiting: whoever got this many knows. */
const MAX_NOTICES = 100
/** The resets that one account may have waiting: the recipient's bucket lets fewer out. */
const MAX_RESETS = 10

export async function insertMailRequest(db: Queries, request: NewMailRequest): Promise<void> {
  const { id, kind, accountId, email, language, deadline, credentialVersion = null } = request
  await db.query(sql`
    INSERT INTO mail_request (id, kind, account_id, email, language, deadline, credential_version)
    VALUES (${id}::uuid, ${kind}, ${accountId}::uuid, ${email}, ${language}, ${deadline}, ${credentialVersion}::int)`)
}

/** In a transaction that has locked the account. */
export async function trimTokens(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(sql`
    DELETE FROM mail_request WHERE id IN (
      SELECT id FROM mail_request WHERE account_id = ${accountId}::uuid AND details IS NULL
      ORDER BY id DESC OFFSET ${MAX_TOKENS}
    )`)
}

/** Voids an account's tokens that were mailed to an address, or are about to be. */
export async function voidTokensTo(tx: Transaction, accountId: string, address: string): Promise<void> {
  await tx.query(sql`
    DELETE FROM mail_request
    WHERE account_id = ${accountId}::uuid AND lower(email) = lower(${address}) AND details IS NULL`)
}

const isVerified = raw(`EXISTS (
  SELECT FROM user_link l WHERE l.account_id = a.id AND l.type = 'Email' AND l.external_id = lower(r.email)
    AND l.ended_at IS NULL)`)

/** A reset's token is valid while the address is a verified one and the password has not changed. */
const isGoodReset = (hash: Hash) => sql`
  r.token_hash = ${hash} AND r.kind = 'ResetPassword' AND r.token_expires_at > now() AND a.id = r.account_id
  AND a.credential_version = r.credential_version AND ${isVerified}`

export interface MailContent {
  kind: MailKind
  email: string
  username: string
  displayName: string
  /** Null if it is unknown. */
  language: string | null
  /** In which times are told to them; null if it is unknown. */
  zone: string | null
}

export interface MailWithToken extends MailContent {
  tokenExpiresAt: Date
}

const content = raw(
  `r.kind, r.email, a.username, a.display_name AS "displayName", coalesce(r.language, a.language) AS language,
  coalesce(a.time_zone, a.device_zone) AS zone`,
)

/**
 * Replaces a mail's token, which voids the previous one; a reset's is valid for an hour, a verification's for a day.
 * Undefined if there is nothing to send any more: the request has expired, the address is no longer the account's, or
 * the credentials under which an address was to be verified have changed.
 */
export const renewToken = (tx: Queries, mailId: string, hash: Hash) =>
  tx.maybeOne<MailWithToken>(sql`
    UPDATE mail_request r SET token_hash = ${hash}, credential_version = a.credential_version,
      token_expires_at = now() + CASE r.kind WHEN 'ResetPassword' THEN interval '1 hour' ELSE interval '1 day' END
    FROM account a
    WHERE r.id = ${mailId}::uuid AND a.id = r.account_id AND r.deadline > now()
      AND (r.kind = 'VerifyEmail' AND coalesce(r.credential_version, a.credential_version) = a.credential_version
        OR r.kind = 'ResetPassword' AND ${isVerified})
    RETURNING ${content}, r.token_expires_at AS "tokenExpiresAt"`)

const isOfAnother = raw(`EXISTS (
  SELECT FROM user_link l WHERE l.account_id <> a.id AND l.type = 'Email' AND l.external_id = lower(r.email)
    AND l.ended_at IS NULL)`)

/**
 * A notice that is being written; undefined if it has expired, or its address is no longer the account's: of a change of
 * the account an address that it has just lost is told as well, unless it is another's now.
 */
export const readNotice = (tx: Queries, mailId: string) =>
  tx.maybeOne<MailContent & { details: Record<string, string> }>(sql`
    SELECT ${content}, r.details FROM mail_request r JOIN account a ON a.id = r.account_id
    WHERE r.id = ${mailId}::uuid AND r.details IS NOT NULL AND r.deadline > now()
      AND CASE r.kind WHEN 'AccountChanged' THEN NOT ${isOfAnother} ELSE ${isVerified} END`)

/** The addresses that an account has confirmed, in the owner's order. */
export const readConfirmedAddresses = (tx: Queries, accountId: string) =>
  tx.scalars<string>(sql`
    SELECT display_name AS address FROM user_link
    WHERE account_id = ${accountId}::uuid AND type = 'Email' AND ended_at IS NULL ORDER BY rank, started_at, id`)

/** Requests the same notice to some addresses of an account. Returns the ids; none if too many wait already. */
export async function insertNotices(
  tx: Queries,
  notices: readonly (NewMailRequest & { accountId: string })[],
  details: Record<string, string>,
): Promise<string[]> {
  const [first] = notices
  if (!first) return []
  return tx.scalars<string>(sql`
    INSERT INTO mail_request (id, kind, account_id, email, deadline, details)
    SELECT n.id, ${first.kind}, ${first.accountId}::uuid, n.email, ${first.deadline}::timestamptz,
      ${JSON.stringify(details)}::jsonb
    FROM unnest(${notices.map(({ id }) => id)}::uuid[], ${notices.map(({ email }) => email)}::text[]) AS n (id, email)
    WHERE (SELECT count(*) FROM mail_request WHERE account_id = ${first.accountId}::uuid AND kind = ${first.kind})
      < ${MAX_NOTICES}::int
    RETURNING id::text`)
}

/** The account's most recently requested mail whose token is still usable, optionally of one kind. */
export async function readWaitingMail(
  db: Queries,
  { id, credentialVersion }: { id: string; credentialVersion: number },
  kind: 'VerifyEmail' | 'ResetPassword' | undefined,
): Promise<{ kind: 'VerifyEmail' | 'ResetPassword'; email: string } | undefined> {
  const kinds = kind === undefined ? ['VerifyEmail', 'ResetPassword'] : [kind]
  return db.maybeOne<{ kind: 'VerifyEmail' | 'ResetPassword'; email: string }>(sql`
    SELECT kind, email FROM mail_request
    WHERE account_id = ${id}::uuid AND kind = ANY(${kinds}) AND (deadline > now() OR token_expires_at > now())
      AND coalesce(credential_version, ${credentialVersion}::int) = ${credentialVersion}::int
    ORDER BY id DESC LIMIT 1`)
}

export interface Verification {
  /** As it was typed. */
  email: string
  username: string
  displayName: string
}

/** What a verification token would link to its account; undefined if it would be refused. */
export const readVerification = (tx: Queries, accountId: string, hash: Hash) =>
  tx.maybeOne<Verification>(sql`
    SELECT r.email, a.username, a.display_name AS "displayName" FROM mail_request r JOIN account a ON a.id = r.account_id
    WHERE r.token_hash = ${hash} AND r.kind = 'VerifyEmail' AND r.account_id = ${accountId}::uuid
      AND r.token_expires_at > now() AND r.credential_version = a.credential_version`)

/**
 * Spends a verification token, in a transaction that has locked its account; returns the address as it was typed.
 * Undefined for one that is not valid, or was requested under other credentials.
 */
export const takeVerification = (
  tx: Queries,
  { id: accountId, credentialVersion }: { id: string; credentialVersion: number },
  hash: Hash,
) =>
  tx.maybeScalar<string>(sql`
    DELETE FROM mail_request
    WHERE token_hash = ${hash} AND kind = 'VerifyEmail' AND account_id = ${accountId}::uuid
      AND token_expires_at > now() AND credential_version = ${credentialVersion}
    RETURNING email`)

/** The account whose password a reset token would set; undefined if it is not valid. */
export const readReset = (tx: Queries, hash: Hash) =>
  tx.maybeScalar<string>(sql`
    SELECT a.id::text FROM mail_request r, account a WHERE ${isGoodReset(hash)}`)

/** Spends a reset token, in a transaction that has locked its account; false if it is not valid, or no longer. */
export const takeReset = (tx: Transaction, hash: Hash) =>
  tx.hasRows(sql`
    DELETE FROM mail_request r USING account a WHERE ${isGoodReset(hash)}`)

export interface ClaimedReset {
  id: string
  accountId: string
  deadline: Date
}

/**
 * Matches the oldest unmatched resets to accounts, and deletes those that match none, or one that has enough. Replicas
 * do so one after another: each counts what the others have matched.
 * `seen` is less than `limit` when none are left.
 */
export async function claimResets(
  tx: Transaction,
  limit: number,
): Promise<{ seen: number; claimed: ClaimedReset[] }> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('password resets'))`)
  const rows = await tx.all<{ id: string; accountId: string | null; deadline: Date }>(sql`
    WITH waiting AS (
      SELECT r.id, (
        SELECT l.account_id FROM user_link l
        WHERE l.type = 'Email' AND l.external_id = lower(r.email) AND l.ended_at IS NULL
      ) AS account_id
      FROM mail_request r WHERE r.account_id IS NULL ORDER BY r.id LIMIT ${limit} FOR UPDATE
    ), matched AS (
      SELECT id, account_id, account_id IS NOT NULL AND row_number() OVER (PARTITION BY account_id ORDER BY id) + (
        SELECT count(*) FROM mail_request k WHERE k.account_id = waiting.account_id AND k.kind = 'ResetPassword'
      ) <= ${MAX_RESETS}::int AS is_kept
      FROM waiting
    ), claimed AS (
      UPDATE mail_request r SET account_id = m.account_id FROM matched m WHERE r.id = m.id AND m.is_kept
    ), forgotten AS (
      DELETE FROM mail_request r USING matched m WHERE r.id = m.id AND NOT m.is_kept
    )
    SELECT m.id, CASE WHEN m.is_kept THEN m.account_id END AS "accountId", r.deadline
    FROM matched m JOIN mail_request r ON r.id = m.id ORDER BY m.id`)
  const claimed = rows.filter((row): row is ClaimedReset => row.accountId !== null)
  return { seen: rows.length, claimed }
}
