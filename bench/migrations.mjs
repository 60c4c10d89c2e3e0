// What each migration costs a community with this many posts (100000) that has used Agora since the first one:
//   node bench/migrations.mjs [POSTS]
// How long it runs, and which populated tables it locks against writers, or even readers; and how long a service works in
// the background on what a migration leaves to it, pauses excluded. Postgres is its own, with its usual waits for the disk.
import '../scripts/lib/node-version.mjs'
import path from 'node:path'
import { build } from '../scripts/lib/build.mjs'

await build({ projects: ['libs/suite', 'services/archive'] })
const { schemaOf, withDatabase } = await import('@agora/shared/contracts/services')
const { isOutsideTransaction } = await import('@agora/shared/database/migrate')
const { readMigrations } = await import('@agora/shared/database/migration-records')
const { migrationsOf } = await import('@agora/suite/project')
const { startPostgres } = await import('@agora/suite/servers/postgres')
const { temporaryFolder } = await import('@agora/suite/temporary')
const { default: pg } = await import('pg')
// Counters are numbers to those who use them.
await import('@agora/shared/database/pool')
const { rowReads } = await import('@agora/shared/database/row-reads')
const { orderCollections } = await import('../services/archive/dist/backfill/collections.js')
const { rowsBefore } = await import('./data/before-migrations.mjs')

const posts = Number(process.argv[2] ?? 100_000)

/** The populated tables that this transaction locks against writers; those locked against readers are marked. */
const HELD = `
  SELECT string_agg(relname || CASE WHEN against_readers THEN ' (reads, too)' ELSE '' END, ', ') AS held FROM (
    SELECT relname, bool_or(mode = 'AccessExclusiveLock') AS against_readers
      FROM pg_locks JOIN pg_class ON pg_class.oid = relation
     WHERE pid = pg_backend_pid() AND relkind = 'r' AND reltuples > 0 AND relnamespace = current_schema()::regnamespace
       AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
     GROUP BY relname ORDER BY relname
  ) AS locked`

/**
 * @param {import('pg').Client} client
 * @param {import('@agora/shared/database/migration-records').Migration} migration
 */
async function apply(client, migration) {
  const isOutside = isOutsideTransaction(migration)
  if (!isOutside) await client.query('BEGIN')
  const began = performance.now()
  await client.query(migration.sql)
  const ms = performance.now() - began
  const { rows } = await client.query(HELD)
  if (!isOutside) await client.query('COMMIT')
  return { ms, held: isOutside ? 'none: online' : (rows[0].held ?? 'none') }
}

/**
 * What runs in transactions of its own, in the background.
 *
 * @param {import('pg').Client} client
 * @param {string} name
 * @param {(tx: import('@agora/shared/database/sql').Transaction) => Promise<'more' | 'done'>} work
 */
async function backfill(client, name, work) {
  /** @type {import('@agora/shared/database/sql').Transaction} */
  const tx = { ...rowReads, inTransaction: true, query: (statement) => client.query(statement) }
  const began = performance.now()
  let [batches, longest] = [0, 0]
  for (let outcome = 'more'; outcome === 'more'; batches++) {
    const start = performance.now()
    await client.query('BEGIN')
    outcome = await work(tx)
    await client.query('COMMIT')
    longest = Math.max(longest, performance.now() - start)
  }
  const each = `${batches} batches of ${Math.round(longest)} ms at most`
  console.log(`| ${name} | ${Math.round(performance.now() - began)} ms, ${each} | none |`)
}

/**
 * @param {import('pg').Client} client
 * @param {import('@agora/shared/contracts/services').ServiceName} service
 * @param {string | undefined} fill
 */
async function measure(client, service, fill) {
  const schema = schemaOf(service)
  await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`)
  const [first, ...later] = readMigrations(migrationsOf(service))
  await client.query(first.sql)
  if (fill) await client.query(`BEGIN; ${fill} COMMIT`)
  await client.query('VACUUM ANALYZE')
  for (const migration of later) {
    const { ms, held } = await apply(client, migration)
    console.log(`| ${service} \`${migration.name.replace(/^\d+_/, '')}\` | ${Math.round(ms)} ms | ${held} |`)
  }
}

const folder = temporaryFolder('migrations')
const postgres = await startPostgres({ folder: path.join(folder.path, 'postgres') })
const client = new pg.Client({ connectionString: postgres.url })
try {
  await client.connect()
  const rows = rowsBefore(posts)
  console.log(`${posts} posts\n\n| Migration | Takes | Writes wait for |\n|---|---:|---|`)
  for (const service of withDatabase) {
    await measure(client, service, rows[service])
    if (service === 'archive')
      await backfill(client, 'archive, in the background: collections', orderCollections)
  }
} finally {
  await client.end()
  await postgres.stop()
  folder.remove()
}
