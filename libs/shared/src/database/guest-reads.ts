import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Registry } from 'prom-client'
import { counter } from '../observability/instruments.ts'
import type { ReadReplica } from './read-replica.ts'
import { rowReads } from './row-reads.ts'
import type { Queries, RunInTransaction, Statement, Transaction } from './sql.ts'

export interface GuestReads extends Queries {
  transaction: RunInTransaction
  /** Handles a guest's read in `answer`. */
  readForGuest: (answer: () => void) => void
}

/** One request of a guest. Once the primary has answered a part of it, the replica, which may be older, is not asked again. */
interface GuestRead {
  server: 'replica' | 'primary'
}

/** Errors after which a second attempt would take as long: a statement timeout, a full pool. */
const isOutOfTime = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? error.code === '57014'
    : error instanceof Error && /^(Query read timeout|timeout exceeded when trying)/.test(error.message)

/**
 * Reads guests' requests from the replica while it is fit, and everything else from the primary. What fails on the replica
 * is asked of the primary: a statement that conflicts with its recovery, one that writes, one that needs a column which it
 * does not have yet.
 */
export function readGuestsFrom(
  replica: ReadReplica,
  primary: Queries & { transaction: RunInTransaction },
  registry: Registry | undefined,
): GuestReads {
  const reads = new AsyncLocalStorage<GuestRead>()
  const answered = counter(
    registry,
    'database_guest_reads_total',
    'Statements for guests by the server that answered: replica, primary.',
    { server: ['replica', 'primary'] },
  )

  const queryFor = async <Row extends pg.QueryResultRow>(read: GuestRead, statement: Statement) => {
    if (read.server === 'replica') {
      try {
        const result = await replica.query<Row>(statement)
        answered.inc({ server: 'replica' })
        return result
      } catch (error) {
        if (isOutOfTime(error)) throw error
        read.server = 'primary'
      }
    }
    answered.inc({ server: 'primary' })
    return primary.query<Row>(statement)
  }

  return {
    ...rowReads,
    query: <Row extends pg.QueryResultRow>(statement: Statement) => {
      const read = reads.getStore()
      return read ? queryFor<Row>(read, statement) : primary.query<Row>(statement)
    },
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => {
      const read = reads.getStore()
      if (read) read.server = 'primary'
      return primary.transaction(work)
    },
    readForGuest: (answer) => reads.run({ server: replica.isFit ? 'replica' : 'primary' }, answer),
  }
}
