import type pg from 'pg'
import type { Connection, RowReads, Statement } from './sql.ts'

type Row = pg.QueryResultRow

/** For an object that has `query`. */
export const rowReads: RowReads & ThisType<Connection & RowReads> = {
  async all<T extends Row>(statement: Statement) {
    return (await this.query<T>(statement)).rows
  },
  async one<T extends Row>(statement: Statement) {
    return (await this.query<T>(statement)).rows[0] as T
  },
  async maybeOne<T extends Row>(statement: Statement) {
    return (await this.query<T>(statement)).rows[0]
  },
  async scalars<T>(statement: Statement) {
    return (await this.all(statement)).map((row) => Object.values(row)[0] as T)
  },
  async scalar<T>(statement: Statement) {
    return (await this.scalars<T>(statement))[0] as T
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
