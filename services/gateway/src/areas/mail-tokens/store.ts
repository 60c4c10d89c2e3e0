import type { AccountMailKind } from '@agora/shared/contracts/internal-mail'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

export type MailKind = AccountMailKind

type Requests = Pick<PrismaClient, 'mailRequest'>
type Query = Pick<PrismaClient, '$queryRaw'>
type Execute = Pick<PrismaClient, '$executeRaw'>
type Hash = Uint8Array<ArrayBuffer>

export interface NewMailRequest {
  id: string
  kind: MailKind
  /** Null until it is known whose address it is. */
  accountId: string | null
  email: string
  deadline: Date
}

export async function insertMailRequest({ mailRequest }: Requests, request: NewMailRequest): Promise<void> {
  await mailRequest.create({ data: request })
}

const isVerified = Prisma.raw(`EXISTS (
  SELECT FROM user_link l WHERE l.account_id = a.id AND l.type = 'Email' AND l.external_id = lower(r.email)
    AND l.ended_at IS NULL)`)

/** A reset's token is valid while the address is a verified one and the password has not changed. */
const isGoodReset = (hash: Hash) => Prisma.sql`
  r.token_hash = ${hash} AND r.kind = 'ResetPassword' AND r.token_expires_at > now() AND a.id = r.account_id
  AND a.credential_version = r.credential_version AND ${isVerified}`

export interface MailContent {
  kind: MailKind
  email: string
  displayName: string
}

/**
 * Replaces a mail's token, which voids the previous one; a reset's is valid for an hour, a verification's for a day.
 * Undefined if there is nothing to send any more: the request has expired, or the address is no longer the account's.
 */
export async function renewToken(tx: Query, mailId: string, hash: Hash): Promise<MailContent | undefined> {
  const rows = await tx.$queryRaw<MailContent[]>`
    UPDATE mail_request r SET token_hash = ${hash}, credential_version = a.credential_version,
      token_expires_at = now() + CASE r.kind WHEN 'ResetPassword' THEN interval '1 hour' ELSE interval '1 day' END
    FROM account a
    WHERE r.id = ${mailId}::uuid AND a.id = r.account_id AND r.deadline > now()
      AND (r.kind = 'VerifyEmail' OR r.kind = 'ResetPassword' AND ${isVerified})
    RETURNING r.kind, r.email, a.display_name AS "displayName"`
  return rows[0]
}

/** A notice that is being written; undefined if its address is no longer the account's, or it has expired. */
export async function readNotice(
  tx: Query,
  mailId: string,
): Promise<(MailContent & { details: Record<string, string> }) | undefined> {
  const rows = await tx.$queryRaw<(MailContent & { details: Record<string, string> })[]>`
    SELECT r.kind, r.email, a.display_name AS "displayName", r.details FROM mail_request r JOIN account a ON a.id = r.account_id
    WHERE r.id = ${mailId}::uuid AND r.details IS NOT NULL AND r.deadline > now() AND ${isVerified}`
  return rows[0]
}

/** Requests a notice to the first verified address of an account. Undefined, with nothing written, if it has none. */
export async function insertNotice(
  tx: Queries,
  notice: { id: string; kind: MailKind; accountId: string; deadline: Date; details: Record<string, string> },
): Promise<{ id: string } | undefined> {
  const { rows } = await tx.query<{ id: string }>(sql`
    INSERT INTO mail_request (id, kind, account_id, email, deadline, details)
    SELECT ${notice.id}::uuid, ${notice.kind}, l.account_id, l.display_name, ${notice.deadline}::timestamptz,
      ${JSON.stringify(notice.details)}::jsonb
    FROM user_link l WHERE l.account_id = ${notice.accountId}::uuid AND l.type = 'Email' AND l.ended_at IS NULL
    ORDER BY l.rank, l.started_at, l.id LIMIT 1
    RETURNING id::text`)
  return rows[0]
}

/** The account's most recently requested mail whose token is still usable, optionally of one kind. */
export async function readWaitingMail(
  { mailRequest }: Requests,
  accountId: string,
  kind: 'VerifyEmail' | 'ResetPassword' | undefined,
): Promise<{ kind: 'VerifyEmail' | 'ResetPassword'; email: string } | undefined> {
  const now = new Date()
  const waiting = await mailRequest.findFirst({
    where: {
      accountId,
      kind: kind ?? { in: ['VerifyEmail', 'ResetPassword'] },
      OR: [{ deadline: { gt: now } }, { tokenExpiresAt: { gt: now } }],
    },
    orderBy: { id: 'desc' },
  })
  if (!waiting) return undefined
  return { kind: waiting.kind === 'ResetPassword' ? 'ResetPassword' : 'VerifyEmail', email: waiting.email }
}

export interface Verification {
  /** As it was typed. */
  email: string
  username: string
  displayName: string
}

/** What a verification token would link to its account; undefined if it is not valid, or another account's. */
export async function readVerification(
  tx: Query,
  accountId: string,
  hash: Hash,
): Promise<Verification | undefined> {
  const rows = await tx.$queryRaw<Verification[]>`
    SELECT r.email, a.username, a.display_name AS "displayName" FROM mail_request r JOIN account a ON a.id = r.account_id
    WHERE r.token_hash = ${hash} AND r.kind = 'VerifyEmail' AND r.account_id = ${accountId}::uuid
      AND r.token_expires_at > now()`
  return rows[0]
}

/** Spends a verification token, in a transaction that has locked its account; returns the address as it was typed, or undefined. */
export async function takeVerification(
  tx: Query,
  accountId: string,
  hash: Hash,
): Promise<string | undefined> {
  const rows = await tx.$queryRaw<{ email: string }[]>`
    DELETE FROM mail_request
    WHERE token_hash = ${hash} AND kind = 'VerifyEmail' AND account_id = ${accountId}::uuid
      AND token_expires_at > now()
    RETURNING email`
  return rows[0]?.email
}

/** The account whose password a reset token would set; undefined if it is not valid. */
export async function readReset(tx: Query, hash: Hash): Promise<string | undefined> {
  const rows = await tx.$queryRaw<{ accountId: string }[]>`
    SELECT a.id::text AS "accountId" FROM mail_request r, account a WHERE ${isGoodReset(hash)}`
  return rows[0]?.accountId
}

/** Spends a reset token, in a transaction that has locked its account; false if it is not valid, or no longer. */
export async function takeReset(tx: Execute, hash: Hash): Promise<boolean> {
  const taken = await tx.$executeRaw`
    DELETE FROM mail_request r USING account a WHERE ${isGoodReset(hash)}`
  return taken === 1
}

export interface ClaimedReset {
  id: string
  accountId: string
  deadline: Date
}

/**
 * Matches the oldest unmatched resets to accounts, and deletes those that match none. Replicas take different ones.
 * `seen` is less than `limit` when none are left.
 */
export async function claimResets(
  tx: Transaction,
  limit: number,
): Promise<{ seen: number; claimed: ClaimedReset[] }> {
  const { rows } = await tx.query<{ id: string; accountId: string | null; deadline: Date }>(sql`
    WITH waiting AS (
      SELECT r.id, (
        SELECT l.account_id FROM user_link l
        WHERE l.type = 'Email' AND l.external_id = lower(r.email) AND l.ended_at IS NULL
      ) AS account_id
      FROM mail_request r WHERE r.account_id IS NULL ORDER BY r.id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE mail_request r SET account_id = w.account_id FROM waiting w
      WHERE r.id = w.id AND w.account_id IS NOT NULL
    ), forgotten AS (
      DELETE FROM mail_request r USING waiting w WHERE r.id = w.id AND w.account_id IS NULL
    )
    SELECT w.id, w.account_id AS "accountId", r.deadline
    FROM waiting w JOIN mail_request r ON r.id = w.id ORDER BY w.id`)
  const claimed = rows.filter((row): row is ClaimedReset => row.accountId !== null)
  return { seen: rows.length, claimed }
}
