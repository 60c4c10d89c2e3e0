import type pg from 'pg'

/** The raw queries of a Prisma client. Structural: every service generates a client of its own. */
export interface RawQueries {
  $queryRaw<Rows = unknown>(query: TemplateStringsArray, ...values: unknown[]): PromiseLike<Rows>
  $executeRaw(query: TemplateStringsArray, ...values: unknown[]): PromiseLike<number>
}

/** A Prisma interactive transaction. It alone lacks `$connect`, so a plain client does not type-check here. */
export interface TransactionClient extends RawQueries {
  $connect?: never
}

/** Runs work in one transaction: rolled back when the work throws. */
export type RunInTransaction<Tx extends TransactionClient> = <Result>(
  work: (tx: Tx) => Promise<Result>,
) => Promise<Result>

/** The same interface over `pg`: with a client that is inside a transaction, or with a pool for single statements. */
export function pgQueries(client: Pick<pg.ClientBase | pg.Pool, 'query'>): TransactionClient {
  const run = (query: TemplateStringsArray, values: unknown[]): Promise<pg.QueryResult> => {
    const text = query.reduce((sql, part, index) => `${sql}$${index}${part}`)
    return client.query(text, values)
  }
  return {
    $queryRaw: async <Rows>(query: TemplateStringsArray, ...values: unknown[]) =>
      (await run(query, values)).rows as Rows,
    $executeRaw: async (query, ...values) => (await run(query, values)).rowCount ?? 0,
  }
}

/** `RunInTransaction` over a `pg` pool, for the few places that write without Prisma. */
export function pgTransactions(pool: pg.Pool): RunInTransaction<TransactionClient> {
  return async (work) => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const result = await work(pgQueries(client))
      await client.query('COMMIT')
      client.release()
      return result
    } catch (error) {
      // A client whose rollback fails is broken: the pool discards it.
      await client.query('ROLLBACK').then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      )
      throw error
    }
  }
}
