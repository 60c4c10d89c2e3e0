import type { Account, PrismaClient } from '../generated/prisma/client.ts'

type Tx = Pick<PrismaClient, '$executeRaw' | 'account'>

/** Two replicas may start at the same moment. */
export async function lockAdministrator(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('administrator'))`
}

/** The account that was made the administrator under this name, whatever its username is now. */
export function findAdministrator(tx: Tx, name: string): Promise<Account | null> {
  return tx.account.findUnique({ where: { administratorName: name } })
}

/** Takes the right from everybody else and gives it to this account, if one is named. */
export async function makeAdministrator(tx: Tx, id: string | undefined, name: string): Promise<void> {
  await tx.account.updateMany({
    where: { administratorName: { not: null }, ...(id === undefined ? {} : { id: { not: id } }) },
    data: { administratorName: null },
  })
  if (id !== undefined) {
    await tx.account.updateMany({ where: { id, administratorName: null }, data: { administratorName: name } })
  }
}
