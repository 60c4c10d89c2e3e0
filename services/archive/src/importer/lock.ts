import { setTimeout as sleep } from 'node:timers/promises'
import { type Queries, raw, sql } from '@agora/shared/database/sql'
import type pg from 'pg'

/** How long it may take to notice a killed importer's connection, in milliseconds. */
const PATIENCE_MS = 10_000
const LOOK_MS = 200

export class ArchiveBusyError extends Error {
  override name = 'ArchiveBusyError'
}

const LOCK = `hashtext('archive import'), hashtext(current_schema())`

/**
 * Makes this session the only importer until it ends, however it ends.
 * @throws ArchiveBusyError while another one runs.
 */
export async function lockArchive(client: pg.ClientBase, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`)
    if (rows[0]?.taken) return
    if (Date.now() >= deadline) throw new ArchiveBusyError(await describeHolder(client))
    await sleep(LOOK_MS)
  }
}

/** The same until the transaction ends; false while another one runs. */
export async function tryLockArchive(tx: Queries): Promise<boolean> {
  const { rows } = await tx.query<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${raw(LOCK)}) AS taken`,
  )
  return rows[0]?.taken === true
}

async function describeHolder(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ since: string }>(
    `SELECT to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS since
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = 2
       AND classid = (hashtext('archive import')::bigint & 4294967295)::oid
       AND objid = (hashtext(current_schema())::bigint & 4294967295)::oid`,
  )
  const since = rows[0] ? ` (connected since ${rows[0].since} UTC)` : ''
  return `another import is at work on this archive${since}: wait for its end, or stop it; it can be resumed`
}
