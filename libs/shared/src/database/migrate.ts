import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** The advisory lock that Prisma Migrate takes, so that the two never run at the same time. */
const MIGRATION_LOCK = 72707369

/** The bookkeeping table of Prisma Migrate, column by column: `prisma migrate deploy` finds itself up to date. */
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

export class MigrationError extends Error {
  override name = 'MigrationError'
}

export interface Migration {
  name: string
  sql: string
  /** Hexadecimal sha256 of the file, as Prisma records it. */
  checksum: string
}

export interface MigrateOptions {
  url: string
  /** The Postgres schema that holds the service's tables; made when it is missing. */
  schema: string
  /** The folder of the migrations: `<name>/migration.sql` each, applied in the order of their names. */
  directory: string
}

export interface MigrateResult {
  applied: string[]
  /** Recorded in the database, without a folder here: a newer version has run already. */
  unknown: string[]
}

interface RecordedMigration {
  migration_name: string
  checksum: string
  finished_at: Date | null
  logs: string | null
}

/** The migrations of a folder in the order in which they apply; none when there is no such folder. */
export function readMigrations(directory: string): Migration[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .sort()
    .map((name) => ({ name, file: path.join(directory, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const content = readFileSync(file)
      return {
        name,
        sql: content.toString('utf8'),
        checksum: createHash('sha256').update(content).digest('hex'),
      }
    })
}

/**
 * Applies the migrations that the database has not seen. Each one is a transaction together with its record, so
 * that a process killed half-way leaves nothing behind. Any number of callers may run at once: one works, the
 * others wait for it and then find nothing to do.
 *
 * @throws MigrationError where a migration fails, was edited after it was applied, or failed under another tool.
 */
export async function migrate({ url, schema, directory }: MigrateOptions): Promise<MigrateResult> {
  const client = new pg.Client({ connectionString: url, application_name: `migrate-${schema}` })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await enterSchema(client, schema)
    await client.query(BOOKKEEPING)
    const recorded = await readRecorded(client, schema)
    const migrations = readMigrations(directory)
    const pending = migrations.filter((migration) => isPending(migration, recorded, schema))
    for (const migration of pending) await apply(client, schema, migration)
    const known = new Set(migrations.map(({ name }) => name))
    return {
      applied: pending.map(({ name }) => name),
      unknown: [...recorded.keys()].filter((name) => !known.has(name)),
    }
  } finally {
    await client.end()
  }
}

/** Looks before it creates: a role that owns its schema need not have the right to create one. */
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

async function readRecorded(client: pg.Client, schema: string): Promise<Map<string, RecordedMigration>> {
  const { rows } = await client.query<RecordedMigration>(
    `SELECT migration_name, checksum, finished_at, logs
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  )
  const failed = rows.find((row) => row.finished_at === null)
  if (failed) {
    throw new MigrationError(
      `${schema}: migration ${failed.migration_name} has failed earlier and must be resolved first ` +
        `(set rolled_back_at or finished_at of its row in ${schema}._prisma_migrations)\n${failed.logs ?? ''}`,
    )
  }
  return new Map(rows.map((row) => [row.migration_name, row]))
}

function isPending(migration: Migration, recorded: Map<string, RecordedMigration>, schema: string): boolean {
  const record = recorded.get(migration.name)
  if (record && record.checksum !== migration.checksum) {
    throw new MigrationError(
      `${schema}: migration ${migration.name} was edited after it had been applied to this database; ` +
        'put the file back and write the change as a new migration',
    )
  }
  return record === undefined
}

async function apply(client: pg.Client, schema: string, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new MigrationError(`${schema}: migration ${name} failed: ${describe(cause, sql)}`, { cause })
  }
}

/** The database's own words, with the line of the file that they speak of. */
function describe(cause: unknown, sql: string): string {
  if (!(cause instanceof pg.DatabaseError)) return String(cause)
  const line = cause.position ? ` (line ${sql.slice(0, Number(cause.position)).split('\n').length})` : ''
  return `${cause.message}${line}${cause.detail ? `: ${cause.detail}` : ''}`
}
