import type pg from 'pg'
import type { Connection, RowReads, Statement } from './sql.ts'

type Row = pg.QueryResultRow

function there<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('a statement that always has a row had none')
  return found
}

/** For an object that has `query`. */
export const rowReads: RowReads & ThisType<Connection & RowReads> = {
  async all<T extends Row>(statement: Statement) {
    return (await this.query<T>(statement)).rows
  },
  async one<T extends Row>(statement: Statement) {
    return there((await this.query<T>(statement)).rows[0])
  },
  async maybeOne<T extends Row>(statement: Statement) {
    return (await this.query<T>(statement)).rows[0]
  },
  async scalars<T>(statement: Statement) {
    return (await this.all(statement)).map((row) => Object.values(row)[0] as T)
  },
  async scalar<T>(statement: Statement) {
    return there((await this.scalars<T>(statement))[0])
  },
  async maybeScalar<T>(statement: Statement) {
    return (await this.scalars<T>(statement))[0]
  },
  async rowCount(statement) {
    return (await this.query(statement)).rowCount ?? 0
  },
  async hasRows(statement) {
    return (await this.rowCount(statement)) > 0
  },
}
