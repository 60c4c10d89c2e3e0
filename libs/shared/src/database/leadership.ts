import { pause } from '../lifecycle/pause.ts'
import { type Connection, sql, type Transaction } from './sql.ts'

export interface LeadershipOptions {
  /** Names what is led, in each schema by one session at a time. A number is the key of the lock itself. */
  name: string | number
  /** The schema in which it is led; the session’s by default. */
  schema?: string
  /** How often the lock is tried, in milliseconds. Waiting for it would hold up the building of indexes. */
  everyMs: number
  /** Ends the waiting. */
  stop?: AbortSignal
  /** How long the lock is tried, in milliseconds; for ever by default. */
  patienceMs?: number
  /** Called each time that another session is found to lead. */
  standby?: () => Promise<unknown>
}

/**
 * Runs work once this session leads, by an advisory lock. It leads for as long as its connection lasts, however that ends.
 * Undefined if the waiting ended first.
 */
export async function withLeadership<Result>(
  session: Connection,
  options: LeadershipOptions,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const { name, schema = null, everyMs, patienceMs = Number.POSITIVE_INFINITY, standby } = options
  const stop = options.stop ?? new AbortController().signal
  const deadline = Date.now() + patienceMs
  const key = typeof name === 'number' ? sql`${name}::int` : sql`hashtext(${name})`
  const lock = sql`SELECT pg_try_advisory_lock(${key}, hashtext(coalesce(${schema}::text, current_schema()))) AS locked`
  while (!stop.aborted) {
    const { rows } = await session.query<{ locked: boolean }>(lock)
    if (rows[0]!.locked) return work()
    if (Date.now() >= deadline) return
    await standby?.()
    await pause(everyMs, stop)
  }
}

/** Whether this transaction leads until it ends. Never waits. */
export const leadsInTransaction = (tx: Transaction, name: string): Promise<boolean> =>
  tx.scalar<boolean>({
    name: 'lead-in-transaction',
    text: 'SELECT pg_try_advisory_xact_lock(hashtext($1), hashtext(current_schema())) AS locked',
    values: [name],
  })
