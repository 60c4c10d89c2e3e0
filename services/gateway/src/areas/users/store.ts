import type pg from 'pg'
import type { Account, PrismaClient } from '../../generated/prisma/client.ts'

export type { Account }

type Tx = Pick<PrismaClient, 'account'>

export function readAccount(tx: Tx, id: string): Promise<Account | null> {
  return tx.account.findUnique({ where: { id } })
}

export function readAccounts(tx: Tx, ids: readonly string[]): Promise<Account[]> {
  return tx.account.findMany({ where: { id: { in: [...ids] } } })
}

export function readAccountByUsername(tx: Tx, username: string): Promise<Account | null> {
  return tx.account.findUnique({ where: { username } })
}

/** By a verified email, in any letter case. */
export async function readAccountByEmail(pool: pg.Pool, email: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT account_id::text AS id FROM user_link
     WHERE type = 'Email' AND external_id = lower($1) AND ended_at IS NULL`,
    [email],
  )
  return rows[0]?.id
}

export interface NewAccount {
  id: string
  username: string
  displayName: string
  passwordHash: string
  administratorName?: string
}

/** @throws a unique violation where the username is taken. */
export function insertAccount(tx: Tx, account: NewAccount): Promise<Account> {
  return tx.account.create({ data: account })
}

export interface AccountChange {
  username?: string
  displayName?: string
  passwordHash?: string
}

/**
 * Changes an account whose credentials are still those that were judged; a new password makes them new ones.
 * Undefined: they are not. @throws a unique violation where the username is taken.
 */
export async function updateAccount(
  tx: Tx,
  { id, credentialVersion }: Pick<Account, 'id' | 'credentialVersion'>,
  change: AccountChange,
): Promise<Account | undefined> {
  const data = {
    ...change,
    ...(change.passwordHash === undefined ? {} : { credentialVersion: { increment: 1 } }),
  }
  const [account] = await tx.account.updateManyAndReturn({ where: { id, credentialVersion }, data })
  return account
}

/** Whether a write failed because another row has the value. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'P2002'
}
