import pg from 'pg'

export interface PoolOptions {
  url: string
  /** The Postgres schema that holds the service's tables; SQL never names it. */
  schema: string
  /** The most connections of this process. */
  size: number
  /** Shown in pg_stat_activity. */
  name: string
  /** The longest that one statement may take, in milliseconds; 0 for no bound. Requests should fail, not pile up. */
  statementTimeoutMs?: number
}

// Counters are bigint in SQL and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The service's one connection pool; Prisma's adapter and hand-written SQL share it. */
export function createPool({ url, schema, size, name, statementTimeoutMs = 15_000 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: name,
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    idleTimeoutMillis: 60_000,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}
