import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, sql } from '@agora/shared/database/sql'

/** How long a row outlives its token: the most that two replicas' clocks may differ. */
const CLOCK_SKEW = '1 hour'

/** The ids that were used. */
const tables = ['redeemed_challenge', 'spent_token'] as const
type Table = (typeof tables)[number]

export interface Use {
  readonly id: string
  /** When the row may be deleted, in milliseconds since the epoch. */
  readonly expires: number
}

export type Store = ReturnType<typeof createStore>

/** Each use is a single prepared statement, since anyone may call the route at any rate. */
export function createStore(db: Queries) {
  /** Records the use. False if it is already recorded: the primary key decides between simultaneous callers. */
  async function use(table: Table, { id, expires }: Use): Promise<boolean> {
    const statement = {
      name: `use ${table}`,
      text: `INSERT INTO ${table} (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
      values: [id, new Date(expires)],
    }
    return db.hasRows(statement)
  }

  return {
    redeemChallenge: (challenge: Use) => use('redeemed_challenge', challenge),
    spendToken: (token: Use) => use('spent_token', token),

    /** Forgets that a token was spent. */
    async returnToken({ id }: Use): Promise<void> {
      await db.query(sql`DELETE FROM spent_token WHERE id = ${id}`)
    },

    /** Deletes what expired long enough ago. */
    async purge(): Promise<void> {
      for (const table of tables)
        await purgeRows(db, table, sql`expires_at < now() - ${CLOCK_SKEW}::interval`)
    },
  }
}
