import { type Queries, sql } from '@agora/shared/database/sql'
import type { Account, PrismaClient } from '../generated/prisma/client.ts'

type Tx = Pick<PrismaClient, '$executeRaw' | 'account'>

/** Whether this name's account was made the administrator, and no other name's. */
export async function isAdministratorMade(db: Queries, name: string): Promise<boolean> {
  const { rows } = await db.query<{ name: string }>(sql`
    SELECT administrator_name AS name FROM account WHERE administrator_name IS NOT NULL`)
  return rows.length === 1 && rows[0]?.name === name
}

/** Two replicas may start at the same moment. */
export async function lockAdministrator(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('administrator'))`
}

/** The account that was made the administrator under this name, whatever its username is now. */
export function findAdministrator(tx: Tx, name: string): Promise<Account | null> {
  return tx.account.findUnique({ where: { administratorName: name } })
}

/** Takes the right from everyone else and gives it to this account, if there is one. */
export async function makeAdministrator(tx: Tx, id: string | undefined, name: string): Promise<void> {
  await tx.account.updateMany({
    where: { administratorName: { not: null }, ...(id === undefined ? {} : { id: { not: id } }) },
    data: { administratorName: null },
  })
  if (id !== undefined) {
    await tx.account.updateMany({ where: { id, administratorName: null }, data: { administratorName: name } })
  }
}
