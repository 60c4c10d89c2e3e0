import { sql, type Transaction } from '@agora/shared/database/sql'

export const isSection = (tx: Transaction, id: string) =>
  tx.hasRows(sql`SELECT FROM section WHERE id = ${id}::uuid`)

/** Two sections merged into one are as old as the older. */
export async function ageSection(tx: Transaction, id: string, ctime: string): Promise<void> {
  await tx.query(sql`UPDATE section SET ctime = least(ctime, ${ctime}::timestamptz) WHERE id = ${id}::uuid`)
}
