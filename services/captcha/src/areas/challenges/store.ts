import type pg from 'pg'

/** How long a row outlives its token: as far as the clocks of two replicas may be apart. */
const CLOCK_SKEW = '1 hour'

/** A purge deletes this many rows a statement, so that none holds locks for long. */
const PURGE_BATCH = 5_000

/** The two sets of ids that were used up. */
const tables = ['redeemed_challenge', 'spent_token'] as const
type Table = (typeof tables)[number]

export interface Use {
  readonly id: string
  /** Milliseconds since the epoch: when the row may go. */
  readonly expires: number
}

export type Store = ReturnType<typeof createStore>

/**
 * SQL without Prisma: each use is exactly one prepared statement on a route that anyone may call at any rate.
 */
export function createStore(pool: pg.Pool) {
  /** Records the use. False where it is on record already: the primary key decides between simultaneous callers. */
  async function use(table: Table, { id, expires }: Use): Promise<boolean> {
    const statement = {
      name: `use ${table}`,
      text: `INSERT INTO ${table} (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      values: [id, new Date(expires)],
    }
    const { rowCount } = await pool.query(statement)
    return rowCount === 1
  }

  /**
   * Deletes one batch of each set and answers how many rows were due, or undefined where another process is at it.
   * The lock goes with the transaction.
   */
  async function purgeBatch(): Promise<number | undefined> {
    const client = await pool.connect()
    let failure: Error | undefined
    try {
      await client.query('BEGIN')
      const { rows } = await client.query<{ locked: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtext('purge'), hashtext(current_schema())) AS locked`,
      )
      let deleted: number | undefined
      if (rows[0]?.locked) {
        deleted = 0
        for (const table of tables) {
          const { rowCount } = await client.query(
            `DELETE FROM ${table} WHERE id IN
               (SELECT id FROM ${table} WHERE expires_at < now() - $1::interval ORDER BY expires_at LIMIT $2)`,
            [CLOCK_SKEW, PURGE_BATCH],
          )
          deleted += rowCount ?? 0
        }
      }
      await client.query('COMMIT')
      return deleted
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      // A connection that failed half-way is closed, and the transaction rolled back with it.
      client.release(failure)
    }
  }

  return {
    redeemChallenge: (challenge: Use) => use('redeemed_challenge', challenge),
    spendToken: (token: Use) => use('spent_token', token),

    /** Deletes what expired long enough ago; answers the number of rows. */
    async purge(): Promise<number> {
      let total = 0
      for (;;) {
        const deleted = await purgeBatch()
        total += deleted ?? 0
        if (deleted === undefined || deleted < PURGE_BATCH) return total
      }
    },
  }
}
