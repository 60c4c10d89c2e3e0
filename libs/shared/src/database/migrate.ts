import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Client } from './client.ts'
import { withLeadership } from './leadership.ts'
import { type Migration, MigrationError, readMigrations, readPending } from './migration-records.ts'

/** The advisory lock of migrations, combined with the schema's name: services do not wait for each other's. */
const MIGRATION_LOCK = 72707369
/** How often the lock is tried, in milliseconds. */
const LOCK_POLL_MS = 250

/**
 * How long a statement may wait for a table, in milliseconds. Everybody behind it waits too, so it is less than a
 * request's limit; then traffic flows again for a pause, and the migration is retried.
 */
const TABLE_WAIT_MS = 1_000
const RETRY_PAUSE_MS = 3_000
/** After this many attempts somebody has to find out who holds the table. */
const ATTEMPTS = 100
/** A lock timeout, and a deadlock. */
const worthAnotherAttempt = new Set(['55P03', '40P01'])
/** A table or an index of this name exists. */
const ALREADY_THERE = '42P07'

/**
 * The first line of a migration that cannot run in a transaction, such as `CREATE INDEX CONCURRENTLY`. It contains one
 * statement.
 */
const OUTSIDE = /^-- outside a transaction$/m

export const isOutsideTransaction = ({ sql }: Pick<Migration, 'sql'>): boolean => OUTSIDE.test(sql)

/** Prisma Migrate's bookkeeping table, column by column: `prisma migrate deploy` finds itself up to date. */
const BOOKKEEPING = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

export interface MigrateOptions {
  url: string
  /** The Postgres schema with the service's tables; created if missing. */
  schema: string
  /** The folder of the migrations: `<name>/migration.sql` each, applied in the order of their names. */
  directory: string
  /** Called with what the migration waits for. */
  note?: (line: string) => void
}

export interface MigrateResult {
  applied: string[]
  /** Recorded in the database, without a folder here: a newer version has already run. */
  unknown: string[]
}

/**
 * Applies the pending migrations; without any it only reads. Each migration and its record are one transaction, so that
 * a process killed half-way leaves nothing behind. Any number of callers may run at once: one works, the others wait
 * for it and then find nothing to do.
 *
 * @throws MigrationError if a migration fails, was edited after it was applied, or failed under another tool.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  const { url, schema, directory, note = () => {} } = options
  const client = new Client({ connectionString: url, application_name: `migrate-${schema}` })
  await client.connect()
  try {
    const migrations = readMigrations(directory)
    const before = await readPending(client, schema, migrations)
    if (before !== undefined && before.pending.length === 0) return { applied: [], unknown: before.unknown }
    const applyAll = async () => {
      await enterSchema(client, schema)
      await client.query(BOOKKEEPING)
      const { pending = [], unknown = [] } = (await readPending(client, schema, migrations)) ?? {}
      for (const migration of pending) await apply(client, schema, migration, note)
      return { applied: pending.map(({ name }) => name), unknown }
    }
    const leadership = { name: MIGRATION_LOCK, schema, everyMs: LOCK_POLL_MS }
    return (await withLeadership(client, leadership, applyAll))!
  } finally {
    await client.end()
  }
}

/** Looks before it creates: a role that owns its schema may lack the right to create one. */
async function enterSchema(client: pg.Client, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema])
  if (rowCount === 0) {
    try {
      await client.query(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`)
    } catch (cause) {
      throw new MigrationError(`the schema ${schema} is missing, and this role may not create it: ${cause}`, {
        cause,
      })
    }
  }
  await client.query(`SET search_path TO ${pg.escapeIdentifier(schema)}`)
}

async function apply(
  client: pg.Client,
  schema: string,
  migration: Migration,
  note: (line: string) => void,
): Promise<void> {
  const attempt = isOutsideTransaction(migration) ? applyOutside : applyInside
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt(client, schema, migration)
    } catch (cause) {
      const { code = '' } = cause as { code?: string }
      if (!worthAnotherAttempt.has(code) || attempts === ATTEMPTS)
        throw new MigrationError(
          `${schema}: migration ${migration.name} failed: ${describe(cause, migration.sql)}`,
          { cause },
        )
      note(`${schema}: migration ${migration.name} waits for a table that others hold (attempt ${attempts})`)
      await sleep(RETRY_PAUSE_MS)
    }
  }
}

async function applyInside(client: pg.Client, _schema: string, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${TABLE_WAIT_MS}`)
    await client.query(migration.sql)
    await record(client, migration)
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw cause
  }
}

/**
 * A process killed before the record comes here again: what it left half-built is removed and built again; what it finished is
 * only recorded.
 */
async function applyOutside(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE NOT indisvalid AND relnamespace = $1::regnamespace`,
    [pg.escapeIdentifier(schema)],
  )
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY ${pg.escapeIdentifier(name)}`)
  await client.query(migration.sql).catch((error) => {
    if (error.code !== ALREADY_THERE) throw error
  })
  await record(client, migration)
}

async function record(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksum, name],
  )
}

/** The database's own message, with the line of the file that it refers to. */
function describe(cause: unknown, sql: string): string {
  if (!(cause instanceof pg.DatabaseError)) return String(cause)
  const line = cause.position ? ` (line ${sql.slice(0, Number(cause.position)).split('\n').length})` : ''
  return `${cause.message}${line}${cause.detail ? `: ${cause.detail}` : ''}`
}
