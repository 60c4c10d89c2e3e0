import type { Context } from './context.ts'

const INTERVAL_MS = 10 * 60 * 1000
const BATCH = 5_000

/** Deletes what has expired: sessions. Answers how many rows. */
export async function purgeExpired({ pool }: Pick<Context, 'pool'>): Promise<number> {
  const client = await pool.connect()
  try {
    // One replica at a time: the others have nothing left to do.
    const { rows } = await client.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('gateway purge')) AS locked`,
    )
    if (!rows[0]?.locked) return 0
    try {
      for (let purged = 0; ; ) {
        const { rowCount } = await client.query(
          `DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at <= now() LIMIT ${BATCH})`,
        )
        purged += rowCount ?? 0
        if ((rowCount ?? 0) < BATCH) return purged
      }
    } finally {
      await client.query(`SELECT pg_advisory_unlock(hashtext('gateway purge'))`)
    }
  } finally {
    client.release()
  }
}

/** Purges now and then until it is closed. */
export function startPurge(context: Context): { close(): Promise<void> } {
  const run = () =>
    purgeExpired(context).catch((error) => context.logger.warn({ err: error }, 'purging failed'))
  let running: Promise<unknown> = run()
  const timer = setInterval(() => {
    running = run()
  }, INTERVAL_MS)
  return {
    close: async () => {
      clearInterval(timer)
      await running
    },
  }
}
