import { newId } from '@agora/shared/contracts/ids'
import type { MailLanguage } from '@agora/shared/contracts/internal-mail'
import type { Page } from '@agora/shared/contracts/pagination'
import { readPage } from '@agora/shared/database/page'
import { prepared, type Queries, raw, type Sql, sql, type Transaction } from '@agora/shared/database/sql'
import type { Account, PrismaClient } from '../../generated/prisma/client.ts'
import { isBanned } from '../credentials/store.ts'

export type { Account }

type Reader = Pick<PrismaClient, 'account'>

const columns = raw(`id::text, username, display_name AS "displayName", password_hash AS "passwordHash",
  credential_version AS "credentialVersion", guesses_told_at AS "guessesToldAt", administrator_name AS "administratorName",
  administrator_since AS "administratorSince", created_at AS "createdAt", language, renamed_at AS "renamedAt",
  last_seen_at AS "lastSeenAt"`)

export const readAccount = (db: Queries, id: string) =>
  db.maybeOne<Account>(prepared('read-account', sql`SELECT ${columns} FROM account WHERE id = ${id}::uuid`))

export function readAccounts(prisma: Reader, ids: readonly string[]): Promise<Account[]> {
  return prisma.account.findMany({ where: { id: { in: [...ids] } } })
}

export const readAccountByUsername = (db: Queries, username: string) =>
  db.maybeOne<Account>(sql`SELECT ${columns} FROM account WHERE username = ${username}`)

/** The id of the account with this verified email, in any letter case. */
export const readAccountIdByEmail = (db: Queries, email: string) =>
  db.maybeScalar<string>(sql`
    SELECT account_id::text FROM user_link
    WHERE type = 'Email' AND external_id = lower(${email}) AND ended_at IS NULL`)

type Powers = Pick<Account, 'administratorName' | 'administratorSince'>

/** Whether the account is the configured administrator, or was made one. */
export const isAdministrator = ({ administratorName, administratorSince }: Powers): boolean =>
  administratorName !== null || administratorSince !== null

/** Administrators and these accounts, the oldest first. */
export function readAccountsWithRole(
  prisma: Reader,
  holders: readonly string[],
): Promise<(Pick<Account, 'id' | 'displayName'> & Powers)[]> {
  const isOne = [{ administratorName: { not: null } }, { administratorSince: { not: null } }]
  return prisma.account.findMany({
    where: { OR: [...isOne, { id: { in: [...holders] } }] },
    select: { id: true, displayName: true, administratorName: true, administratorSince: true },
    orderBy: { id: 'asc' },
  })
}

export interface NewAccount {
  id: string
  username: string
  displayName: string
  passwordHash: string
  language?: MailLanguage | undefined
  administratorName?: string
}

/** @throws a unique violation if the username is taken. */
export async function insertAccount(tx: Transaction, account: NewAccount): Promise<Account> {
  const { id, username, displayName, passwordHash, language = null, administratorName = null } = account
  return tx.one<Account>(sql`
    INSERT INTO account (id, username, display_name, password_hash, language, administrator_name)
    VALUES (${id}::uuid, ${username}, ${displayName}, ${passwordHash}, ${language}, ${administratorName})
    RETURNING ${columns}`)
}

/** The language of the member's mails; `ifUnknown`: unless there is one. */
export async function keepLanguage(
  tx: Queries,
  id: string,
  language: MailLanguage,
  { ifUnknown } = { ifUnknown: false },
): Promise<void> {
  await tx.query(sql`
    UPDATE account SET language = ${language}
    WHERE id = ${id}::uuid AND (language IS NULL OR NOT ${ifUnknown} AND language <> ${language})`)
}

/** The member's zone: the one that they chose, or null for that of each device; and that of the device where they say so. */
export async function keepZones(
  db: Queries,
  id: string,
  { chosen, device }: { chosen?: string | null | undefined; device?: string | undefined },
): Promise<void> {
  const choice = chosen === undefined ? sql`time_zone` : sql`${chosen}::text`
  await db.query(sql`
    UPDATE account SET time_zone = ${choice}, device_zone = coalesce(${device ?? null}::text, device_zone)
    WHERE id = ${id}::uuid`)
}

export interface AccountChange {
  username?: string
  displayName?: string
  /** With another display name. */
  renamedAt?: Date
  passwordHash?: string
}

/** The account as it is now, locked until the transaction ends; undefined if there is none. */
export const lockAccount = (tx: Transaction, id: string) =>
  tx.maybeOne<Account>(sql`SELECT ${columns} FROM account WHERE id = ${id}::uuid FOR UPDATE`)

/**
 * Changes an account, which is locked. A new password is a new credential version, which also ends all grants and tokens.
 * @throws a unique violation if the username is taken.
 */
export async function updateAccount(tx: Transaction, id: string, change: AccountChange): Promise<Account> {
  const { username = null, displayName = null, renamedAt = null, passwordHash = null } = change
  return tx.one<Account>(sql`
    UPDATE account SET username = coalesce(${username}, username), display_name = coalesce(${displayName}, display_name),
      renamed_at = coalesce(${renamedAt}::timestamptz, renamed_at),
      password_hash = coalesce(${passwordHash}, password_hash),
      credential_version = credential_version + (${passwordHash}::text IS NOT NULL)::int
    WHERE id = ${id}::uuid RETURNING ${columns}`)
}

/** Records the display name that an account has until now. */
export async function keepFormerName(db: Queries, { id, displayName }: Account): Promise<void> {
  await db.query(sql`
    INSERT INTO former_name (id, account_id, display_name, started_at, ended_at)
    SELECT ${newId()}::uuid, id, ${displayName}, greatest(
      created_at, renamed_at, (SELECT max(ended_at) FROM former_name WHERE account_id = account.id)
    ), now()
    FROM account WHERE id = ${id}::uuid
    ON CONFLICT (account_id, started_at) DO NOTHING`)
}

/** The most that a search by name finds, however short the name. */
export const MAX_FOUND = 1_000

interface FoundAccount {
  id: string
  displayName: string
}

const isWanted = (banned: boolean | undefined) =>
  raw(banned === undefined ? 'true' : banned ? isBanned : `NOT ${isBanned}`)

/** The accounts in which this column begins with the name, as names are compared, in the order of its index. */
function begins(column: 'username' | 'display_name', name: string, wanted: Sql): Sql {
  const written = raw(`fold_name(a.${column}) COLLATE "C"`)
  return sql`(
    SELECT a.id, ${written} AS name FROM account a
    WHERE ${written} >= fold_name(${name}) AND ${written} < fold_name(${name}) || chr(1114111) AND ${wanted}
    ORDER BY ${written} LIMIT ${MAX_FOUND})`
}

/** The ids of accounts whose username or display name begins with this, at most `MAX_FOUND`. */
export function beginsWith(name: string): Sql {
  const wanted = sql`true`
  return sql`SELECT id FROM (
    (${begins('username', name, wanted)}) UNION ALL (${begins('display_name', name, wanted)}) LIMIT ${MAX_FOUND}
  ) AS named`
}

/** Accounts whose username or display name begins with this, ordered by the matching name; `banned` filters them. */
export async function readAccountsByName(
  db: Queries,
  name: string,
  banned: boolean | undefined,
  { offset, limit }: Page,
): Promise<{ count: number; items: FoundAccount[] }> {
  const wanted = isWanted(banned)
  // Not prepared: the best plan depends on the name. An empty page is one row with only the count.
  const rows = await db.all<FoundAccount & { count: number; id: string | null }>(sql`
    WITH found AS (
      SELECT id, min(name) AS name
      FROM (${begins('username', name, wanted)} UNION ALL ${begins('display_name', name, wanted)}) AS named
      GROUP BY id ORDER BY name, id LIMIT ${MAX_FOUND}
    )
    SELECT total.count, page.id::text, page.display_name AS "displayName"
    FROM (SELECT count(*)::int FROM found) AS total
    LEFT JOIN (
      SELECT f.id, f.name, a.display_name FROM found f JOIN account a ON a.id = f.id
      ORDER BY f.name, f.id LIMIT ${limit} OFFSET ${offset}
    ) AS page ON true
    ORDER BY page.name, page.id`)
  return { count: rows[0]?.count ?? 0, items: rows.filter(({ id }) => id !== null) }
}

/** All accounts, newest first; `banned` filters them. */
export function readAllAccounts(db: Queries, banned: boolean | undefined, { offset, limit }: Page) {
  const wanted = sql`FROM account a WHERE ${isWanted(banned)}`
  return readPage<FoundAccount>(
    db,
    sql`SELECT count(*) ${wanted}`,
    sql`
      SELECT a.id::text, a.display_name AS "displayName" ${wanted}
      ORDER BY a.id DESC LIMIT ${limit} OFFSET ${offset}`,
  )
}
