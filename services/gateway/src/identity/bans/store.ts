import { DELETED_MEMBER } from '@agora/shared/contracts/erasures'
import { newId } from '@agora/shared/contracts/ids'
import type { Page } from '@agora/shared/contracts/pagination'
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
export async function lockToBan(
  tx: Queries,
  accountId: string,
): Promise<{ isConfigured: boolean; isNamed: boolean } | undefined> {
  const { rows: locked } = await tx.query<{ isConfigured: boolean; isNamed: boolean }>(sql`
    UPDATE account SET credential_version = credential_version + 1 WHERE id = ${accountId}::uuid
    RETURNING administrator_name IS NOT NULL AS "isConfigured", administrator_since IS NOT NULL AS "isNamed"`)
  return locked[0]
}

/** Returns the new ban's id, or undefined if one is in force. An expired one is replaced. */
export async function insertBan(
  tx: Queries,
  ban: { accountId: string; actorId: string; reason: string; expiresAt: Date | null },
): Promise<string | undefined> {
  const { accountId, actorId, reason, expiresAt } = ban
  await tx.query(sql`
    UPDATE ban SET is_current = false
    WHERE account_id = ${accountId}::uuid AND is_current AND expires_at <= now()`)
  const { rows: inserted } = await tx.query<{ id: string }>(sql`
    INSERT INTO ban (id, account_id, reason, created_by, expires_at)
    VALUES (${newId()}::uuid, ${accountId}::uuid, ${reason}, ${actorId}::uuid, ${expiresAt}::timestamptz)
    ON CONFLICT DO NOTHING RETURNING id::text`)
  return inserted[0]?.id
}

/** Returns the lifted ban's id, or undefined if none is in force. */
export async function liftBan(tx: Queries, accountId: string, actorId: string): Promise<string | undefined> {
  const { rows: lifted } = await tx.query<{ id: string }>(sql`
    UPDATE ban SET lifted_at = now(), lifted_by = ${actorId}::uuid, is_current = false
    WHERE account_id = ${accountId}::uuid AND is_current AND (expires_at IS NULL OR expires_at > now())
    RETURNING id::text`)
  return lifted[0]?.id
}

/** Undefined if the account is not banned. */
export async function readBanInForce(
  tx: Queries,
  accountId: string,
): Promise<{ reason: string; expiresAt: Date | null } | undefined> {
  const { rows } = await tx.query<{ reason: string; expiresAt: Date | null }>(sql`
    SELECT reason, expires_at AS "expiresAt" FROM ban
    WHERE account_id = ${accountId}::uuid AND is_current AND (expires_at IS NULL OR expires_at > now())`)
  return rows[0]
}

const bans = sql`
  SELECT b.id::text, b.reason, b.created_at AS "createdAt", b.expires_at AS "expiresAt", b.lifted_at AS "liftedAt",
    b.account_id::text AS "accountId", coalesce(a.display_name, ${DELETED_MEMBER}) AS "accountName",
    b.created_by::text AS "createdBy", coalesce(c.display_name, ${DELETED_MEMBER}) AS "createdByName",
    b.lifted_by::text AS "liftedBy", coalesce(l.display_name, ${DELETED_MEMBER}) AS "liftedByName"
  FROM ban b LEFT JOIN account a ON a.id = b.account_id LEFT JOIN account c ON c.id = b.created_by
  LEFT JOIN account l ON l.id = b.lifted_by`

export async function readBan(tx: Queries, id: string): Promise<BanRow> {
  const { rows } = await tx.query<BanRow>(sql`${bans} WHERE b.id = ${id}::uuid`)
  return rows[0]!
}

/** All bans, newest first, and their number, from one look. */
export async function readBans(
  db: Queries,
  { offset, limit }: Page,
): Promise<{ count: number; bans: BanRow[] }> {
  const { rows } = await db.query<BanRow & { count: number; id: string | null }>(sql`
    SELECT total.count, page.* FROM (SELECT count(*)::int FROM ban) AS total
    LEFT JOIN (${bans} ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit} OFFSET ${offset}) AS page ON true
    ORDER BY page."createdAt" DESC, page.id DESC`)
  return { count: rows[0]?.count ?? 0, bans: rows.filter(({ id }) => id !== null) }
}
