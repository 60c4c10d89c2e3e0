import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import type { MigrateOptions } from './migrate.ts'
import { readMigrations, readPending } from './migration-records.ts'

const POLL_MS = 500
const POLLS_BETWEEN_NOTES = 60

/**
 * Waits until somebody else has applied all migrations of the folder: for a role that may not apply them. It only
 * reads, so any number of processes may wait.
 *
 * @throws MigrationError if one was edited after it was applied, or has failed: waiting would be in vain.
 */
export async function awaitMigrations(options: MigrateOptions): Promise<void> {
  const { url, schema, directory, note = () => {} } = options
  const migrations = readMigrations(directory)
  const client = new Client({ connectionString: url, application_name: `await-${schema}` })
  await client.connect()
  try {
    for (let polls = 0; ; polls++) {
      const { pending } = (await readPending(client, schema, migrations)) ?? { pending: migrations }
      if (pending.length === 0) return
      if (polls % POLLS_BETWEEN_NOTES === 0)
        note(`${schema}: waits for migrations: ${pending.map(({ name }) => name).join(', ')}`)
      await sleep(POLL_MS)
    }
  } finally {
    await client.end()
  }
}
