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

/** The account as it is now, held until the transaction ends; null where there is none. */
export async function lockAccount(
  tx: Tx & Pick<PrismaClient, '$executeRaw'>,
  id: string,
): Promise<Account | null> {
  await tx.$executeRaw`SELECT FROM account WHERE id = ${id}::uuid FOR UPDATE`
  return readAccount(tx, id)
}

/** A new password makes the credentials new ones. @throws a unique violation where the username is taken. */
export function updateAccount(tx: Tx, id: string, change: AccountChange): Promise<Account> {
  const isNewPassword = change.passwordHash !== undefined
  return tx.account.update({
    where: { id },
    data: { ...change, ...(isNewPassword ? { credentialVersion: { increment: 1 } } : {}) },
  })
}

/** Whether a write failed because another row has the value. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'P2002'
}
