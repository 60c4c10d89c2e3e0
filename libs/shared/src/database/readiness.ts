import type pg from 'pg'
import { within } from '../lifecycle/within.ts'
import { Client } from './client.ts'
import { isBehindPooler, sessionOptions } from './pool.ts'

/** How long to wait for an answer, in milliseconds: below a probe's limit of one second. */
const BOUND_MS = 800
const CONNECT_TIMEOUT_MS = 2_000

const LOOK = 'SELECT FROM _prisma_migrations LIMIT 1'

/**
 * Whether the pool's database answers and has the service's schema. Asked on a connection of its own, so that a pool
 * full of requests does not look like an unreachable database.
 */
export function databaseReadiness(pool: pg.Pool): () => Promise<void> {
  let client: Promise<pg.Client> | undefined
  let asking: Promise<void> | undefined
  let isPoolSeen = !isBehindPooler(pool)

  /** Forgets a client that is lost, never the one that was made in its place. */
  const forget = (mine: Promise<pg.Client>) => {
    if (client === mine) client = undefined
  }

  const connect = () => {
    const options = sessionOptions(pool)
    const opened = new Client({
      ...options,
      application_name: `${options.application_name ?? 'agora'}-readiness`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: BOUND_MS,
    })
    const connected = opened.connect().then(() => opened)
    opened.on('error', () => forget(connected))
    opened.on('end', () => forget(connected))
    return connected
  }

  const ask = async () => {
    client ??= connect()
    const mine = client
    try {
      const { rowCount } = await (await mine).query(LOOK)
      if (rowCount === 0) throw new Error('the schema holds no migration')
      // Checked once: a pooler that leads elsewhere, or a role without its search path, would fail every request.
      if (!isPoolSeen) await pool.query(LOOK)
      isPoolSeen = true
    } catch (error) {
      forget(mine)
      mine.then((opened) => opened.end()).catch(() => {})
      throw error
    }
  }

  return () => {
    asking ??= within(BOUND_MS, ask()).finally(() => {
      asking = undefined
    })
    return asking
  }
}
