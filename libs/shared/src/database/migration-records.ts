import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'

export class MigrationError extends Error {
  override name = 'MigrationError'
}

export interface Migration {
  name: string
  sql: string
  /** Hexadecimal sha256 of the file, as Prisma records it. */
  checksum: string
}

interface RecordedMigration {
  migration_name: string
  checksum: string
  finished_at: Date | null
  logs: string | null
}

/** The migrations of a folder in the order of application; none without the folder. */
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

/** The pending migrations, by the records; undefined if there are no records yet. */
export async function readPending(client: pg.Client, schema: string, migrations: readonly Migration[]) {
  const { rows } = await client.query<{ is_there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS is_there',
    [`${pg.escapeIdentifier(schema)}._prisma_migrations`],
  )
  if (!rows[0]?.is_there) return undefined
  const recorded = await readRecorded(client, schema)
  const known = new Set(migrations.map(({ name }) => name))
  return {
    pending: migrations.filter((migration) => isPending(migration, recorded, schema)),
    unknown: [...recorded.keys()].filter((name) => !known.has(name)),
  }
}

async function readRecorded(client: pg.Client, schema: string): Promise<Map<string, RecordedMigration>> {
  const { rows } = await client.query<RecordedMigration>(
    `SELECT migration_name, checksum, finished_at, logs
       FROM ${pg.escapeIdentifier(schema)}._prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
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
