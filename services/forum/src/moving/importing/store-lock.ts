import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** How long it may take to notice a killed importer's connection, in milliseconds. */
const PATIENCE_MS = 10_000
const LOOK_MS = 200

/** Makes this connection the only importer until it closes. @throws Error while another one runs. */
export async function lockImport(client: pg.ClientBase): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('forum import'), hashtext(current_schema())) AS taken`,
    )
    if (rows[0]?.taken) return
    if (Date.now() >= deadline)
      throw new Error('another import is at work: wait for its end, or stop it; it can be resumed')
    await sleep(LOOK_MS)
  }
}
