// A minimal table of work, and a worker that sends itself SIGKILL at a named point.
import { listen } from '@agora/shared/database/connection'
import { createDatabase } from '@agora/shared/database/database'
import { sql } from '@agora/shared/database/sql'
import { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { startWork } from '@agora/shared/work/work'
import { pino } from 'pino'

/**
 * @typedef {import('@agora/shared/database/sql').RunInTransaction} RunInTransaction
 * @typedef {import('@agora/shared/database/sql').Sql} Sql
 * @typedef {import('@agora/shared/database/sql').Transaction} Transaction
 */

const LEASE_SECONDS = 1
const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

/**
 * `die` is called between any two steps that a row takes.
 *
 * @param {string} url
 * @param {string} redisUrl
 * @param {(point: string) => unknown} die
 * @param {number} actMs
 * @param {import('prom-client').Registry} [registry]
 */
export function startNotes(url, redisUrl, die, actMs, registry) {
  const own = createDatabase({ url, schema: 'app', size: 5, name: 'notes' })
  const wakeup = new AutoResetEvent()
  const listener = listen({
    pool: own.pool,
    name: 'signals',
    channels: ['note_due'],
    notified: () => wakeup.set(),
    again: () => wakeup.set(),
    logger,
  })
  /** @param {{ id: string, attempts: number }} claim */
  const mine = ({ id, attempts }) => sql`id = ${id} AND attempts = ${attempts} AND NOT done`
  const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS})`
  /** @type {import('@agora/shared/work/table').WorkTable<any>} */
  const table = {
    due: async () => {
      const { rows } = /** @type {{ rows: any[] }} */ (
        await own.query(sql`
        SELECT id, attempts AS turn, extract(epoch FROM now() - due_at)::float8 * 1000 AS "waitedMs" FROM note
        WHERE NOT done AND due_at <= now() ORDER BY due_at LIMIT 50`)
      )
      const next = /** @type {{ rows: any[] }} */ (
        await own.query(sql`
        SELECT extract(epoch FROM min(due_at) - now())::float8 * 1000 AS ms FROM note
        WHERE NOT done AND due_at > now()`)
      )
      if (rows.length > 0) die('found')
      return { rows, nextInMs: next.rows[0].ms }
    },
    claim: async (id) => {
      die('queued')
      const { rows } = await own.query(sql`
        UPDATE note SET attempts = attempts + 1, due_at = ${lease}
        WHERE id = ${id} AND NOT done AND due_at <= now() RETURNING id, attempts, NULL AS traceparent`)
      return rows[0]
    },
    renew: async (claim) =>
      (await own.query(sql`UPDATE note SET due_at = ${lease} WHERE ${mine(claim)}`)).rowCount === 1,
    release: async (claim) => {
      await own.query(sql`UPDATE note SET due_at = now() WHERE ${mine(claim)}`)
    },
  }
  /** The database as the engine uses it: a commit is a point too. */
  const db = {
    ...own,
    /** @type {RunInTransaction} */
    transaction: async (work) => {
      const result = await own.transaction(work)
      die('committed')
      return result
    },
  }
  /**
   * @param {{ id: string, attempts: number }} claim
   * @param {Sql} change
   */
  const end = (claim, change) => async (/** @type {Transaction} */ tx) => {
    const { rowCount } = await tx.query(sql`UPDATE note SET ${change} WHERE ${mine(claim)}`)
    if (rowCount !== 1) return false
    die('ended')
    await tx.query(sql`INSERT INTO note_effect (note) VALUES (${claim.id})`)
    die('written')
    return true
  }
  const work = startWork({
    name: 'notes',
    db,
    redisUrl,
    registry,
    table,
    leaseSeconds: LEASE_SECONDS,
    concurrency: 8,
    wakeup,
    run: async (claim, signal) => {
      die('claimed')
      await own.query(sql`INSERT INTO note_act (note, process) VALUES (${claim.id}, ${process.pid})`)
      if (actMs > 0) await new Promise((resolve) => setTimeout(resolve, actMs))
      die('acted')
      signal.throwIfAborted()
      return { write: end(claim, sql`done = true`) }
    },
    failed: (claim) => ({ write: end(claim, sql`due_at = now()`) }),
    step: () => ({ name: 'note', attributes: {} }),
    logger,
  })
  return {
    close: async () => {
      await work.close()
      await listener.close()
      await own.close()
    },
  }
}

const { DATABASE_URL, REDIS_URL, POINT, ACT_MS } = process.env
if (DATABASE_URL !== undefined && REDIS_URL !== undefined)
  startNotes(
    DATABASE_URL,
    REDIS_URL,
    (point) => point === POINT && process.kill(process.pid, 'SIGKILL'),
    Number(ACT_MS ?? 0),
  )
