import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { AutoResetEvent } from '../lifecycle/auto-reset-event.ts'
import { within } from '../lifecycle/within.ts'
import { gauge } from '../observability/instruments.ts'
import { keepConnection } from './connection.ts'
import { Freshness } from './freshness.ts'
import { createPool, type PoolOptions } from './pool.ts'
import { type Connection, type Statement, sql, type Transaction } from './sql.ts'

/** How often both servers are asked for their position in the log, in milliseconds. */
const LOOK_EVERY_MS = 1_000
/** The same for the replica while it has been left for a moderator's act. */
const LOOK_SOON_MS = 100
/** A server that takes longer to answer counts as away, in milliseconds. */
const ANSWER_MS = 800

/** Identifies the server's data and tells its position in the log; a promoted replica writes its own. */
const LOOK = `
  SELECT system_identifier::text AS system,
    (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0'::pg_lsn)::bigint AS lsn
  FROM pg_control_system()`

/** The channel of `leaveReadReplicas`, followed by the schema's name. */
const CHANNEL = 'leave_replica_'

/** For a transaction that hides content: at its commit, every process leaves its replica until that has replayed it. */
export async function leaveReadReplicas(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_notify(${CHANNEL} || current_schema(), '')`)
}

async function look(client: pg.Client): Promise<{ system: string; lsn: number }> {
  const { rows } = await within(ANSWER_MS, client.query<{ system: string; lsn: number }>(LOOK))
  return rows[0]!
}

export interface ReadReplicaOptions extends Omit<PoolOptions, 'directUrl'> {
  /** The pool of the server that it follows. */
  primary: pg.Pool
  logger: Logger
}

/** A streaming replica of the primary. It is fit to be read while it can be reached and is at most five seconds behind. */
export class ReadReplica implements Connection {
  readonly #pool: pg.Pool
  readonly #freshness = new Freshness()
  readonly #underWay = new Set<(reason: Error) => void>()
  readonly #connections: { close(): Promise<void> }[]
  readonly #looks = { primary: new AutoResetEvent(), replica: new AutoResetEvent() }
  readonly #schema: string
  #system: string | undefined
  #isReached = false

  constructor(options: ReadReplicaOptions) {
    const { primary, logger, registry, schema, ...own } = options
    this.#schema = schema
    this.#pool = createPool({
      ...own,
      schema,
      ...(registry ? { registry } : {}),
      metrics: 'database_replica_pool',
    })
    this.#connections = [
      keepConnection({
        pool: primary,
        name: 'replica',
        work: (client, stop) => this.#watchPrimary(client, stop),
        notified: () => this.#leave(),
        logger,
      }),
      keepConnection({
        pool: this.#pool,
        name: 'replica',
        work: (client, stop) => this.#watchReplica(client, stop),
        logger,
      }),
    ]
    if (registry) this.#measure(registry)
  }

  get isFit(): boolean {
    return this.#isReached && this.#freshness.isFit(performance.now())
  }

  /** @throws Error also when the replica is lost before it has answered. */
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<pg.QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      this.#underWay.add(reject)
      this.#pool
        .query<Row>(statement)
        .then(resolve, reject)
        .finally(() => this.#underWay.delete(reject))
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
    await this.#pool.end()
  }

  async #watchPrimary(client: pg.Client, stop: AbortSignal): Promise<void> {
    await client.query(`LISTEN ${client.escapeIdentifier(`${CHANNEL}${this.#schema}`)}`)
    // Notifications from before were missed.
    this.#leave()
    while (!stop.aborted) {
      const at = performance.now()
      const { system, lsn } = await look(client)
      this.#system = system
      this.#freshness.sampled(lsn, at)
      await this.#looks.primary.wait(LOOK_EVERY_MS, stop)
    }
  }

  async #watchReplica(client: pg.Client, stop: AbortSignal): Promise<void> {
    try {
      while (!stop.aborted) {
        const { system, lsn } = await look(client)
        if (this.#system !== undefined && system !== this.#system)
          throw new Error('DATABASE_READ_URL names a server that does not follow that of DATABASE_URL')
        this.#isReached = true
        this.#freshness.replayed(lsn)
        await this.#looks.replica.wait(this.#freshness.isLeft ? LOOK_SOON_MS : LOOK_EVERY_MS, stop)
      }
    } finally {
      this.#isReached = false
      for (const abandon of this.#underWay) abandon(new Error('the replica is away'))
    }
  }

  #leave(): void {
    this.#freshness.leave(performance.now())
    this.#looks.primary.set()
    this.#looks.replica.set()
  }

  #measure(registry: Registry): void {
    const fit = '1 while the replica answers what guests read.'
    gauge(registry, 'database_replica_fit', fit, () => Number(this.isFit))
    gauge(
      registry,
      'database_replica_lag_seconds',
      'At most so far behind the primary; up to a second also where it has everything.',
      () => this.#freshness.lag(performance.now()) / 1_000,
    )
  }
}
