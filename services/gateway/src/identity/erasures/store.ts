import {
  accountHolders,
  type DueErasure,
  ERASURES_AT_ONCE,
  type ErasuresDone,
} from '@agora/shared/contracts/erasures'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** Requests that were in progress when an account was erased have ended after this, in seconds. */
const SETTLED_S = 20
const HOLD_DAYS = 30
/** It sent mail to the account's addresses, and is told how to recognise them. */
const MAILER = 'mail-jobs'

/** All addresses that the account ever confirmed or is confirming, in lowercase. */
export const readAddresses = (tx: Transaction, id: string) =>
  tx.scalars<string>(sql`
    SELECT external_id AS address FROM user_link WHERE account_id = ${id}::uuid AND type = 'Email'
    UNION SELECT lower(email) FROM mail_request WHERE account_id = ${id}::uuid`)

/**
 * Resets requested by address that are not yet matched to an account. One that is being matched to this account is skipped,
 * since the matching waits for the account: it fails once the account is gone, and the reset is forgotten as any for an
 * unknown address.
 */
export async function deleteUnclaimedMails(tx: Transaction, addresses: readonly string[]): Promise<void> {
  await tx.query(sql`
    DELETE FROM mail_request WHERE id IN (
      SELECT id FROM mail_request WHERE account_id IS NULL AND lower(email) = ANY(${addresses}) FOR UPDATE SKIP LOCKED
    )`)
}

/** The fact of a ban stays, with its author and time; what was said about the member does not. */
export async function blankBans(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`UPDATE ban SET reason = '' WHERE account_id = ${id}::uuid`)
}

/** Holds a username, by its digests. */
export async function holdUsername(tx: Transaction, digests: readonly Buffer[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO held_username AS held (digest, until)
    SELECT unnest(${digests}::bytea[]), now() + make_interval(days => ${HOLD_DAYS})
    ON CONFLICT (digest) DO UPDATE SET until = greatest(held.until, excluded.until)`)
}

/** Whether a username is held, by any of its digests. */
export async function isUsernameHeld(tx: Queries, digests: readonly Buffer[]): Promise<boolean> {
  return (await readHeld(tx, digests)).length > 0
}

/** Those of these digests under which a username is held. */
export const readHeld = (tx: Queries, digests: readonly Buffer[]) =>
  tx.scalars<Buffer>(sql`
    SELECT digest FROM held_username WHERE digest = ANY(${digests}::bytea[]) AND until > now()`)

/** Sessions, grants, tokens, links, mails and places go with it. */
export async function deleteAccount(tx: Transaction, id: string): Promise<void> {
  await tx.query(sql`DELETE FROM account WHERE id = ${id}::uuid`)
}

/**
 * Makes the erasure due for every service, from the start if it was recorded before. The digests of addresses known before
 * stay: whoever erases an account again may find it already gone.
 */
export async function noteErasure(tx: Transaction, id: string, addresses: readonly string[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO erasure (user_id, erased_at, emails)
    SELECT ${id}::uuid, now(), ARRAY(SELECT sha256(convert_to(address, 'UTF8')) FROM unnest(${addresses}::text[]) AS address)
    ON CONFLICT (user_id) DO UPDATE SET erased_at = excluded.erased_at,
      emails = ARRAY(SELECT unnest(erasure.emails) UNION SELECT unnest(excluded.emails))`)
  await tx.query(sql`
    INSERT INTO erasure_part (user_id, service) SELECT ${id}::uuid, unnest(${accountHolders}::text[])
    ON CONFLICT (user_id, service) DO UPDATE SET erased_at = NULL, done_at = NULL`)
}

/** Records what a service has erased. */
export async function takeDone(tx: Transaction, service: string, done: ErasuresDone['done']): Promise<void> {
  await tx.query(sql`
    UPDATE erasure_part AS part SET erased_at = coalesce(part.erased_at, now()),
      done_at = CASE WHEN done.is_last THEN now() ELSE part.done_at END
    FROM jsonb_to_recordset(${JSON.stringify(done)}::jsonb) AS done ("user" uuid, is_last boolean)
    WHERE part.user_id = done."user" AND part.service = ${service}`)
  if (service !== MAILER) return
  await tx.query(sql`
    UPDATE erasure SET emails = '{}' WHERE emails <> '{}' AND user_id IN (
      SELECT user_id FROM erasure_part WHERE service = ${service} AND done_at IS NOT NULL
        AND user_id = ANY(${done.map(({ user }) => user)}::uuid[])
    )`)
}

/** What a service must erase now. */
export async function readDue(db: Queries, service: string): Promise<DueErasure[]> {
  const rows = await db.all<Omit<DueErasure, 'erased_at'> & { erased_at: Date }>(sql`
    SELECT part.user_id::text AS user, erasure.erased_at, part.erased_at IS NULL AS is_first, settled.is AS is_last,
      CASE WHEN ${service}::text = ${MAILER}::text
        THEN ARRAY(SELECT encode(email, 'hex') FROM unnest(erasure.emails) AS email) ELSE '{}'::text[] END AS emails
    FROM erasure_part AS part JOIN erasure USING (user_id)
    CROSS JOIN LATERAL (
      SELECT erasure.erased_at <= now() - make_interval(secs => ${SETTLED_S}) AS is
    ) AS settled
    WHERE part.service = ${service} AND part.done_at IS NULL AND (part.erased_at IS NULL OR settled.is)
    ORDER BY part.user_id LIMIT ${ERASURES_AT_ONCE}`)
  return rows.map((row) => ({ ...row, erased_at: row.erased_at.toISOString() }))
}

/** Those of these ids that were never erased here, each once. */
export const readUnknown = (db: Queries, ids: readonly string[]) =>
  db.scalars<string>(sql`
    SELECT DISTINCT id::text FROM unnest(${ids}::uuid[]) AS id WHERE NOT EXISTS (SELECT FROM erasure WHERE user_id = id)`)

/** Parts that a service once erased but no longer knows of become due for it again. */
export async function renewParts(
  db: Queries,
  service: string,
  { after, users, is_end }: { after: string | null; users: readonly string[]; is_end: boolean },
): Promise<void> {
  await db.query(sql`
    UPDATE erasure_part SET erased_at = NULL, done_at = NULL
    WHERE service = ${service} AND erased_at IS NOT NULL
      AND (${after}::uuid IS NULL OR user_id > ${after}::uuid)
      AND (${is_end} OR user_id <= ${users.at(-1) ?? null}::uuid)
      AND user_id <> ALL(${users}::uuid[])`)
}
