import type { Queries } from '../database/sql.ts'

/** A Prisma transaction. A plain client does not type-check. */
export interface PrismaTransaction {
  $queryRawUnsafe<Rows = unknown>(text: string, ...values: unknown[]): PromiseLike<Rows>
  $connect?: never
}

/** Runs statements on either; through Prisma they return only the number of rows. */
export function onTransaction(tx: Queries | PrismaTransaction): Queries {
  if (!('$queryRawUnsafe' in tx)) return tx
  const query = async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    const rows = await tx.$queryRawUnsafe<unknown[]>(text, ...values)
    return { rows, rowCount: rows.length }
  }
  return { query } as unknown as Queries
}
