import { lockImport } from '@agora/shared/database/import-lock'
import type pg from 'pg'
import { runTogether, type Statement } from './copy.ts'
import { eachRow } from './rows.ts'

/**
 * Settings of both connections of an import. Each of its joins looks up a small batch by primary key, whatever the
 * planner's statistics say; disabled plans count as expensive, so JIT would compile each such query.
 */
const LOOKUPS = `
  SET enable_hashjoin = off;
  SET enable_mergejoin = off;
  SET enable_seqscan = off;
  SET enable_bitmapscan = off;
  SET jit = off`

/** Commits need not wait for the disk: the position in the file is committed with the rows. */
const WRITES = `
  SET synchronous_commit = off;
  SET temp_buffers = '32MB';
  CREATE TEMP TABLE IF NOT EXISTS changed_record (
    id bigint, archived_at timestamptz, retrieved_at timestamptz, latest json, name text
  ) ON COMMIT DELETE ROWS;
  CREATE TEMP TABLE IF NOT EXISTS merged_instant (
    record_id bigint, retrieved_at timestamptz, fields int, changes json, seen bigint
  ) ON COMMIT DELETE ROWS`

/** Configures a connection to look up records on while the import's session writes others. */
export async function openFinder(client: pg.ClientBase): Promise<pg.ClientBase> {
  await client.query(LOOKUPS)
  return client
}

/**
 * The session of the only importer. Callers need not wait for each other's answers: requests are served one by one, in
 * order.
 */
export class ImportSession {
  readonly #client: pg.ClientBase
  #last: Promise<unknown> = Promise.resolve()

  private constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /**
   * Makes a connection, which must have no other use, the session of the only importer.
   *
   * @throws ImportBusyError while another import is at work.
   */
  static async open(client: pg.ClientBase): Promise<ImportSession> {
    await lockImport(client, 'archive')
    await client.query(`${LOOKUPS}; ${WRITES}`)
    return new ImportSession(client)
  }

  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<pg.QueryResult<Row>> {
    return this.#inTurn(() => this.#client.query<Row>(text, values))
  }

  /** Passes a query's rows on one by one: see `eachRow`. */
  eachRow<Row extends unknown[]>(query: pg.QueryConfig, take: (row: Row) => void): Promise<void> {
    return this.#inTurn(() => eachRow(this.#client, query, take))
  }

  /** @throws if Postgres rolled back, which it reports by another answer to COMMIT, not by an error. */
  commit(): Promise<void> {
    return this.#inTurn(async () => {
      const { command } = await this.#client.query('COMMIT')
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    })
  }

  runTogether(statements: readonly Statement[]): Promise<void> {
    return this.#inTurn(() => runTogether(this.#client, statements))
  }

  #inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    // After a failure every caller gets that error, not what Postgres says about later statements.
    const answer = this.#last.then(ask)
    answer.catch(() => undefined)
    this.#last = answer
    return answer
  }
}
