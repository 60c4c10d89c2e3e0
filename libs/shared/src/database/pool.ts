import type { Duplex } from 'node:stream'
import pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import { addressesIn } from '../config/addresses.ts'
import { gauge } from '../observability/instruments.ts'
import { BoundedClient, UnpreparedClient } from './bounded-client.ts'
import { rowReads } from './row-reads.ts'
import type { RowReads } from './sql.ts'
import { sendStatement } from './statement-spans.ts'

export interface PoolOptions {
  url: string
  /** Past the pooler, where `url` is one in transaction mode. */
  directUrl?: string | undefined
  /** Whether that pooler keeps track of prepared statements. */
  poolerPrepares?: boolean
  /** The Postgres schema that holds the service's tables; SQL never names it. */
  schema: string
  /** The most connections of this process. */
  size: number
  /** Shown in pg_stat_activity. */
  name: string
  /** Where the pool's use is measured; nowhere where it is absent. */
  registry?: Registry
  /** How the names of those metrics begin. */
  metrics?: string
  /** Whether statements, Prisma's too, are planned for all values alike, named ones once; not for each anew. */
  plansOnce?: boolean
  /** The longest that one statement may take, in milliseconds; 0 for no bound. Requests should fail, not pile up. */
  statementTimeoutMs?: number
}

/**
 * How long a request may wait for the database, in milliseconds: first for a connection, then for a statement. Both
 * together leave room within the ten seconds that any request ends in, whether the server is busy, away or frozen.
 */
const CONNECTION_WAIT_MS = 3_000
const STATEMENT_TIMEOUT_MS = 5_000
/** How long a connection to a pooler lives, in seconds: a pooler that leaves waits for those that it has. */
const POOLED_LIFETIME_S = 60
/** Connections that stay open when nobody needs them: the next request waits for neither DNS nor Postgres. */
const KEPT = 2
/** How much later than the server this end gives a statement up, in milliseconds: the server's own words say more. */
const SERVER_SILENCE_MS = 500

// Counters are bigint in SQL and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A query's `types` that leave times the text which the database wrote: what reads dozens of them makes no dates. */
export const timesAsText: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.TIMESTAMPTZ ? String : pg.types.getTypeParser(type, format),
}

/** How a connection apart from each pool is opened: what a session keeps is lost behind a pooler. */
const sessions = new WeakMap<pg.Pool, pg.ClientConfig>()
export const sessionOptions = (pool: pg.Pool): pg.ClientConfig => sessions.get(pool) ?? pool.options
export const isBehindPooler = (pool: pg.Pool): boolean =>
  sessionOptions(pool).connectionString !== pool.options.connectionString

/** Statements outside a transaction are steps of what is under way, and the wait for a connection is part of them. */
class TracedPool extends pg.Pool {
  readonly #server: { host: string; port: number }

  constructor(config: pg.PoolConfig) {
    super(config)
    const { hostname, port } = new URL(addressesIn(config.connectionString ?? '')[0] ?? '')
    this.#server = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || 5432 }
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own overloads are many, and this passes all of them on.
  override query(...args: any[]): any {
    return sendStatement(args, this.#server, () => super.query(...(args as Parameters<pg.Pool['query']>)))
  }
}

/** The service's one connection pool; Prisma's adapter and hand-written SQL share it. */
export type Pool = pg.Pool & RowReads

export function createPool(options: PoolOptions): Pool {
  const {
    url,
    directUrl,
    poolerPrepares = false,
    schema,
    size,
    name,
    registry,
    metrics = 'database_pool',
    plansOnce = false,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  } = options
  const plans = plansOnce ? 'force_generic_plan' : 'auto'
  const ofAny = {
    application_name: name,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + SERVER_SILENCE_MS,
  }
  const session = {
    ...ofAny,
    connectionString: directUrl ?? url,
    // Times come in UTC, whatever the server's own zone.
    options: `-c search_path=${schema} -c timezone=UTC -c plan_cache_mode=${plans}`,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
  }
  // A pooler refuses session settings: its role has them.
  const pooled = {
    ...ofAny,
    connectionString: url,
    Client: poolerPrepares ? BoundedClient : UnpreparedClient,
    maxLifetimeSeconds: POOLED_LIFETIME_S,
  }
  const traced = new TracedPool({
    ...(directUrl === undefined ? { ...session, Client: BoundedClient } : pooled),
    max: size,
    min: Math.min(KEPT, size),
    idleTimeoutMillis: 60_000,
  })
  const pool = Object.assign(traced, rowReads)
  sessions.set(pool, session)
  // A connection that breaks is replaced by the pool, and the statement under way fails; without a listener each, idle
  // or in use, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  giveUpWithOne(pool)
  if (registry) measure(pool, size, registry, metrics)
  return pool
}

/**
 * Closes the idle connections once one has broken or was left without an answer: if the server has vanished without
 * closing them, each would cost another request its whole wait.
 */
function giveUpWithOne(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => idle.delete(client))
  pool.on('remove', (client) => idle.delete(client))
  pool.on('release', (error: Error | boolean | null | undefined, client) => {
    if (isLost(client, error)) for (const other of [...idle]) close(other)
    else if (!error) idle.add(client)
  })
}

const streamOf = (client: pg.PoolClient): Duplex | undefined =>
  client instanceof pg.Client ? client.connection.stream : undefined

/** Whether the connection is closed, or has left a statement unanswered: what the server refuses, it has answered. */
const isLost = (client: pg.PoolClient, error: unknown): boolean =>
  streamOf(client)?.destroyed === true || (error instanceof Error && !(error instanceof pg.DatabaseError))

function close(client: pg.PoolClient): void {
  streamOf(client)?.destroy()
  // The pool hears it at once, before it hands this one out.
  client.emit('error', new Error('another connection to the server has broken'))
}

/** Connections by state, and how many requests wait for one: the pool's utilisation and saturation. */
function measure(pool: pg.Pool, size: number, registry: Registry, metrics: string): void {
  new Gauge({
    name: `${metrics}_connections`,
    help: 'Connections of this process by state; `size` is the most there may be.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'size' }, size)
    },
  })
  const waiting = 'Callers that wait for a connection.'
  gauge(registry, `${metrics}_waiting`, waiting, () => pool.waitingCount)
}
