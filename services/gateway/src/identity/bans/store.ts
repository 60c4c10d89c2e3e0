import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import { newId } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
import { readPage } from '@agora/shared/database/page'
import { type Queries, sql } from '@agora/shared/database/sql'

/** A ban with the names of its account and of those who imposed and lifted it. */
export interface BanRow {
  accountId: string
  accountName: string
  reason: string
  createdAt: Date
  createdBy: string
  createdByName: string
  expiresAt: Date | null
  liftedAt: Date | null
  liftedBy: string | null
  liftedByName: string
}

/**
 * Locks the account and invalidates any check of its credentials, so that a sign-in in progress fails. The new credential
 * version also ends all grants and tokens. Undefined if the account is gone.
 */
export const lockToBan = (tx: Queries, accountId: string) =>
  tx.maybeOne<{ isConfigured: boolean; isNamed: boolean }>(sql`
    UPDATE account SET credential_version = credential_version + 1 WHERE id = ${accountId}::uuid
    RETURNING administrator_name IS NOT NULL AS "isConfigured", administrator_since IS NOT NULL AS "isNamed"`)

/** Returns the new ban's id, or undefined if one is in force. An expired one is replaced. */
export async function insertBan(
  tx: Queries,
  ban: { accountId: string; actorId: string; reason: string; expiresAt: Date | null },
): Promise<string | undefined> {
  const { accountId, actorId, reason, expiresAt } = ban
  await tx.query(sql`
    UPDATE ban SET is_current = false
    WHERE account_id = ${accountId}::uuid AND is_current AND expires_at <= now()`)
  return tx.maybeScalar<string>(sql`
    INSERT INTO ban (id, account_id, reason, created_by, expires_at)
    VALUES (${newId()}::uuid, ${accountId}::uuid, ${reason}, ${actorId}::uuid, ${expiresAt}::timestamptz)
    ON CONFLICT DO NOTHING RETURNING id::text`)
}

/** Returns the lifted ban's id, or undefined if none is in force. */
export const liftBan = (tx: Queries, accountId: string, actorId: string) =>
  tx.maybeScalar<string>(sql`
    UPDATE ban SET lifted_at = now(), lifted_by = ${actorId}::uuid, is_current = false
    WHERE account_id = ${accountId}::uuid AND is_current AND (expires_at IS NULL OR expires_at > now())
    RETURNING id::text`)

/** Undefined if the account is not banned. */
export const readBanInForce = (tx: Queries, accountId: string) =>
  tx.maybeOne<{ reason: string; expiresAt: Date | null }>(sql`
    SELECT reason, expires_at AS "expiresAt" FROM ban
    WHERE account_id = ${accountId}::uuid AND is_current AND (expires_at IS NULL OR expires_at > now())`)

const bans = sql`
  SELECT b.id::text, b.reason, b.created_at AS "createdAt", b.expires_at AS "expiresAt", b.lifted_at AS "liftedAt",
    b.account_id::text AS "accountId", coalesce(a.display_name, ${DELETED_MEMBER}) AS "accountName",
    b.created_by::text AS "createdBy", coalesce(c.display_name, ${DELETED_MEMBER}) AS "createdByName",
    b.lifted_by::text AS "liftedBy", coalesce(l.display_name, ${DELETED_MEMBER}) AS "liftedByName"
  FROM ban b LEFT JOIN account a ON a.id = b.account_id LEFT JOIN account c ON c.id = b.created_by
  LEFT JOIN account l ON l.id = b.lifted_by`

export const readBan = (tx: Queries, id: string) => tx.one<BanRow>(sql`${bans} WHERE b.id = ${id}::uuid`)

/** All bans, newest first, and their number. */
export const readBans = (db: Queries, { offset, limit }: Page) =>
  readPage<BanRow>(
    db,
    sql`SELECT count(*) FROM ban`,
    sql`${bans} ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit} OFFSET ${offset}`,
  )
