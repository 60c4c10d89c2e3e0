import pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'

/**
 * The tag of all SQL: ``sql`SELECT id FROM post WHERE id = ${id}` ``. An interpolation is a value, sent apart from the
 * text, or a part written with the same tag. `raw` takes only text from the code itself, never from a caller.
 */
export { empty, join, raw, type Sql, sql }

/** A tagged statement, or a named one, which each connection prepares once: `prepared`. */
export type Statement = Sql | pg.QueryConfig

/** Whatever runs single statements: a connection or a pool of `pg`, too. */
export interface Connection {
  /**
   * Rows have the names that the statement gives: camel case, `AS "createdAt"`. Times are dates, counters numbers.
   * @throws pg.DatabaseError if Postgres refuses.
   */
  query<Row extends pg.QueryResultRow = Record<string, unknown>>(
    statement: Statement,
  ): Promise<pg.QueryResult<Row>>
}

/** Statements by what is wanted of their rows. All throw as `query` does. */
export interface RowReads {
  /** All rows. */
  all<T extends pg.QueryResultRow>(statement: Statement): Promise<T[]>
  /** The row of a statement that always has one. @throws Error if it has none. */
  one<T extends pg.QueryResultRow>(statement: Statement): Promise<T>
  /** The first row; undefined if there is none. */
  maybeOne<T extends pg.QueryResultRow>(statement: Statement): Promise<T | undefined>
  /** The values of a statement of one column. */
  scalars<T>(statement: Statement): Promise<T[]>
  /** The value of a statement that always has one row, of one column. @throws Error if it has none. */
  scalar<T>(statement: Statement): Promise<T>
  /** The value of the first row; undefined if there is none. */
  maybeScalar<T>(statement: Statement): Promise<T | undefined>
  /** How many rows were returned or changed. */
  rowCount(statement: Statement): Promise<number>
  /** Whether any was returned or changed. */
  hasRows(statement: Statement): Promise<boolean>
}

/** The database's handle, or a transaction. */
export interface Queries extends Connection, RowReads {}

/** The statements of one transaction. A store that requires it cannot be called outside of one. */
export interface Transaction extends Queries {
  readonly inTransaction: true
}

/** Runs work in one transaction, which is rolled back if the work throws. */
export type RunInTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

/** The text of a time in ISO 8601, as an expression: for what is compared or passed on as it was written. */
export const isoTime = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** For the most frequent reads: the name, one per text, spares parsing and planning. */
export const prepared = (name: string, { text, values }: Sql): pg.QueryConfig => ({ name, text, values })

/** Whether a write failed because the value is taken; optionally, by this constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return false
  return constraint === undefined || error.constraint === constraint
}

/** Whether a row could not be deleted, or not be written, for a reference to it or by it. */
export const isReferenceViolation = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '23503' || error.code === '23001')

/**
 * Whether a statement failed because of its data and would fail again: it cannot be stored, breaks a constraint, is too
 * large, or exceeds a statement's time limit.
 */
export const isOfTheData = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|54|57014)/.test(error.code ?? '')
