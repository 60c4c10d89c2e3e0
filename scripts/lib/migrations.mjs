import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { schemaOf } from '@agora/shared/contracts/services'
import { readMigrations } from '@agora/shared/database/migration-records'
import { withTemporaryPostgres } from '@agora/suite/temporary-postgres'
import pg from 'pg'
import { root, serviceNames } from './project.mjs'
import { differenceToSchema, LOCKFILE } from './schema-engine.mjs'

/** @param {string} name */
function migrationsOf(name) {
  const folder = path.join(root, 'services', name, 'prisma')
  const directory = path.join(folder, 'migrations')
  return {
    name,
    pgSchema: schemaOf(name),
    schemaFile: path.join(folder, 'schema.prisma'),
    directory,
    migrations: readMigrations(directory),
  }
}

/** The paths of every service's SQL. */
export const migrationFiles = () =>
  serviceNames()
    .map(migrationsOf)
    .flatMap(({ directory, migrations }) =>
      migrations.map(({ name }) => path.join(directory, name, 'migration.sql')),
    )

/**
 * @param {import('@agora/suite/servers/postgres').PostgresServer} postgres
 * @param {ReturnType<typeof migrationsOf>} service
 */
async function difference(postgres, service) {
  const database = `difference_${service.pgSchema}`
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  try {
    await admin.query(`CREATE DATABASE ${database}`)
    return await differenceToSchema({ ...service, url: postgres.urlOf(database) })
  } finally {
    await admin.end()
  }
}

/**
 * Writes a migration that brings the service's schema up to its Prisma file; returns its folder, if one
 * was needed.
 *
 * @param {string} name
 * @param {string} description
 */
export async function newMigration(name, description) {
  const service = migrationsOf(name)
  if (!existsSync(service.schemaFile))
    throw new Error(`there is no ${path.relative(root, service.schemaFile)}`)
  const sql = await withTemporaryPostgres((postgres) => difference(postgres, service))
  if (!sql) return undefined
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const folder = path.join(service.directory, `${time}_${description}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'migration.sql'), sql)
  writeFileSync(path.join(service.directory, 'migration_lock.toml'), LOCKFILE)
  return { folder: path.relative(root, folder), sql }
}

/** For every service with a schema, the SQL that its migrations lack; none if nothing has drifted. */
export async function findDrift() {
  const services = serviceNames()
    .map(migrationsOf)
    .filter(({ schemaFile }) => existsSync(schemaFile))
  return await withTemporaryPostgres(async (postgres) => {
    const drift = []
    for (const service of services) {
      const sql = await difference(postgres, service)
      if (sql !== '') drift.push({ name: service.name, sql })
    }
    return drift
  })
}
