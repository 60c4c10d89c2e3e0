import type { AccountToImport } from '@agora/shared/contracts/moving-accounts'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'

/** An account as an import requests or finds it. */
export interface MovedAccount {
  id: string
  username: string
  displayName: string
  createdAt: Date
}

const COLUMNS = `id, username, display_name AS "displayName", created_at AS "createdAt"`
const byId = { name: 'moving-by-id', text: `SELECT ${COLUMNS} FROM account WHERE id = ANY($1::uuid[])` }
const byUsername = {
  name: 'moving-by-username',
  text: `SELECT ${COLUMNS} FROM account WHERE username = ANY($1)`,
}

export const readAccountsOf = (tx: Transaction, ids: readonly string[]) =>
  tx.all<MovedAccount>({ values: [ids], ...byId })

/** Those of these accounts that were erased here: an earlier export may still contain them. */
export const readErased = (tx: Transaction, ids: readonly string[]) =>
  tx.scalars<string>(sql`SELECT user_id AS id FROM erasure WHERE user_id = ANY(${ids}::uuid[])`)

export const readAccountsNamed = (tx: Transaction, names: readonly string[]) =>
  tx.all<MovedAccount>({ values: [names], ...byUsername })

export interface NewAccount {
  id: string
  username: string
  displayName: string
  passwordHash: string | null
  timeZone: string | null
  /** Null for now. */
  createdAt: string | null
}

/** Creates those whose username is free; returns them. */
export const insertAccounts = (tx: Transaction, accounts: readonly NewAccount[]) =>
  tx.all<MovedAccount>(sql`
    INSERT INTO account (id, username, display_name, password_hash, time_zone, created_at)
    SELECT id, username, "displayName", "passwordHash", "timeZone", coalesce("createdAt", date_trunc('milliseconds', now()))
    FROM jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) AS account (
      id uuid, username text, "displayName" text, "passwordHash" text, "timeZone" text, "createdAt" timestamptz
    )
    ON CONFLICT (username) DO NOTHING
    RETURNING id, username, display_name AS "displayName", created_at AS "createdAt"`)

export async function deleteAccounts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM account WHERE id = ANY(${ids}::uuid[])`)
}

/** Links verified emails to new accounts; returns those that belong to no other account, in lowercase. */
export async function insertEmails(
  tx: Transaction,
  accounts: readonly Pick<AccountToImport, 'id' | 'emails'>[],
): Promise<Set<string>> {
  const emails = accounts.flatMap(({ id, emails }) =>
    emails.map((email, index) => ({ visibility: 'Private', rank: index, ...email, account: id })),
  )
  if (emails.length === 0) return new Set()
  return new Set(
    await tx.scalars<string>(sql`
    INSERT INTO user_link (id, account_id, type, external_id, display_name, visibility, rank, started_at)
    SELECT uuidv7(), account, 'Email', lower(address), address, visibility, rank, coalesce(since, now())
    FROM jsonb_to_recordset(${JSON.stringify(emails)}::jsonb) AS email (
      account uuid, address text, visibility text, rank int, since timestamptz
    )
    ON CONFLICT (type, external_id) WHERE ended_at IS NULL DO NOTHING
    RETURNING external_id AS address`),
  )
}

export const readAdministrator = (tx: Queries) =>
  tx.maybeOne<{ id: string; displayName: string }>(sql`
    SELECT id, display_name AS "displayName" FROM account WHERE administrator_name IS NOT NULL`)
