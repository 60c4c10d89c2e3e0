import type { Queries } from '../database/sql.ts'

/** A Prisma transaction: what an area works with until its stores are written in SQL. A plain client does not type-check. */
export interface PrismaTransaction {
  $queryRawUnsafe<Rows = unknown>(text: string, ...values: unknown[]): PromiseLike<Rows>
  $connect?: never
}

/** Statements on either; through Prisma only their rows count. */
export function onTransaction(tx: Queries | PrismaTransaction): Queries {
  if (!('$queryRawUnsafe' in tx)) return tx
  const query = async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    const rows = await tx.$queryRawUnsafe<unknown[]>(text, ...values)
    return { rows, rowCount: rows.length }
  }
  return { query } as unknown as Queries
}
