import type pg from 'pg'
import { expect } from 'vitest'
import type { DigestWorld } from './digest-world.ts'
import { eventually } from './support.ts'

/** A place in the work: before a statement takes effect, or in the commit that ends its transaction. */
export interface Place {
  service: 'gateway' | 'forum' | 'mail-jobs'
  /** As `UPDATE ON task`. */
  statement: string
  /** Of the row, as SQL. */
  when?: string
  inCommit?: boolean
}

let lastKey = 0

/** Stops whatever comes to a place, within the database: whoever sent the statement can be killed meanwhile. */
export class Hold {
  readonly #client: pg.Client
  readonly #key: number

  private constructor(client: pg.Client, key: number) {
    this.#client = client
    this.#key = key
  }

  static async at(world: DigestWorld, { service, statement, when = 'true', inCommit }: Place): Promise<Hold> {
    lastKey += 1
    const client = await world.connect(service)
    const trigger = inCommit ? 'CONSTRAINT TRIGGER' : 'TRIGGER'
    const [moment, deferred] = inCommit ? ['AFTER', 'DEFERRABLE INITIALLY DEFERRED'] : ['BEFORE', '']
    await client.query(`
      SELECT pg_advisory_lock(${lastKey});
      CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM pg_advisory_xact_lock_shared(TG_ARGV[0]::bigint);
          RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
        END
      $$;
      CREATE ${trigger} hold_${lastKey} ${moment} ${statement} ${deferred}
        FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION hold(${lastKey})`)
    return new Hold(client, lastKey)
  }

  /** Waits until somebody is stopped here. */
  reached(): Promise<void> {
    return eventually(async () => expect(await this.#stopped()).not.toEqual([]))
  }

  /** Ends the statement as if it had never come, or lets it take effect; then nobody is stopped here any more. */
  async release(statement: 'undone' | 'done'): Promise<void> {
    if (statement === 'undone')
      for (const pid of await this.#stopped())
        await this.#client.query('SELECT pg_terminate_backend($1)', [pid])
    // The trigger stays, and stops nobody: to drop it beside the work could deadlock with it.
    await this.#client.query('SELECT pg_advisory_unlock($1)', [this.#key])
    await this.#client.end()
  }

  async #stopped(): Promise<number[]> {
    const { rows } = await this.#client.query<{ pid: number }>(
      `SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
       WHERE datname = current_database() AND locktype = 'advisory' AND objid = $1 AND objsubid = 1 AND NOT granted`,
      [this.#key],
    )
    return rows.map(({ pid }) => pid)
  }
}
