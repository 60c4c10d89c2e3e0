import pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'

/**
 * The tag of all SQL: ``sql`SELECT id FROM post WHERE id = ${id}` ``. What is put in is a value, sent apart from the
 * text, or a part that was written with the same tag. `raw` takes text of the code's own, never of a caller.
 */
export { empty, join, raw, type Sql, sql }

/** A statement of the tag, or one with a name, which each connection prepares once: `prepared`. */
export type Statement = Sql | pg.QueryConfig

/** Whatever runs single statements: the database's handle, a transaction, a connection of `pg`. */
export interface Queries {
  /**
   * Rows have the names that the statement gives: camel case, `AS "createdAt"`. Times are dates, counters numbers.
   * @throws pg.DatabaseError where Postgres refuses.
   */
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    statement: Statement,
  ): Promise<pg.QueryResult<Row>>
}

/** Statements of one transaction. A store that asks for it cannot be called outside of one. */
export interface Transaction extends Queries {
  readonly inTransaction: true
}

/** Runs work in one transaction: rolled back when the work throws. */
export type RunInTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

/** For what requests read most: the name, one for each text, spares parsing and planning. */
export const prepared = (name: string, { text, values }: Sql): pg.QueryConfig => ({ name, text, values })

/** Whether a write failed because another row has the value; of this constraint where one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false
  return constraint === undefined || error.constraint === constraint
}

/**
 * Whether a statement failed for what it says and would fail again: it cannot be written, breaks a constraint, is more than
 * fits, or takes longer than a statement may.
 */
export const isOfTheData = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|54|57014)/.test(error.code ?? '')
