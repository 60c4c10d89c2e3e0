import type pg from 'pg'
import type { Logger } from 'pino'
import { readGuestsFrom } from './guest-reads.ts'
import { createPool, type Pool, type PoolOptions } from './pool.ts'
import { ReadReplica } from './read-replica.ts'
import { rowReads } from './row-reads.ts'
import type { Queries, RunInTransaction, Transaction } from './sql.ts'

/** A service's access to Postgres. */
export interface Database extends Queries {
  transaction: RunInTransaction
  /** For what needs a connection of its own: LISTEN, a session lock, COPY. */
  readonly pool: Pool
  /** Handles a guest's read in `answer`: its queries may go to the replica. Absent where there is none. */
  readonly readForGuest?: (answer: () => void) => void
  close(): Promise<void>
}

export interface DatabaseOptions extends PoolOptions {
  /** A streaming replica of the server at `url`, for guests' reads. */
  readReplica?: { url: string; logger: Logger } | undefined
}

export function createDatabase({ readReplica: standby, ...options }: DatabaseOptions): Database {
  const database = onPrimary(options)
  if (!standby) return database
  const { directUrl: _, ...own } = options
  const name = `${options.name}-guests`
  const replica = new ReadReplica({ ...own, ...standby, name, primary: database.pool })
  const close = async () => {
    await replica.close()
    await database.close()
  }
  return { ...database, ...readGuestsFrom(replica, database, options.registry), close }
}

function onPrimary(options: PoolOptions): Database {
  const pool = createPool(options)
  return {
    ...rowReads,
    query: (statement) => pool.query(statement),
    transaction: transactions(pool),
    pool,
    close: () => pool.end(),
  }
}

/** Transactions on a pool's connections. The pool's limits apply to each statement, and to each pause between two. */
export function transactions(pool: pg.Pool): RunInTransaction {
  return async (work) => {
    const connection = await pool.connect()
    let ended = false
    const tx: Transaction = {
      ...rowReads,
      inTransaction: true,
      query: async (statement) => {
        // One of several simultaneous statements may have failed: later ones must not run on their own.
        if (ended) throw new Error('the transaction has ended')
        return connection.query(statement)
      },
    }
    try {
      await connection.query('BEGIN')
      const result = await work(tx)
      ended = true
      const { command } = await connection.query('COMMIT')
      if (command !== 'COMMIT') throw new Error('a statement failed, and the transaction was rolled back')
      connection.release()
      return result
    } catch (error) {
      ended = true
      // A connection whose rollback fails is broken: the pool discards it.
      await connection.query('ROLLBACK').then(
        () => connection.release(),
        (broken: Error) => connection.release(broken),
      )
      throw error
    }
  }
}
