import { randomBytes } from 'node:crypto'
import { type ServiceName, withDatabase } from '@agora/shared/contracts/services'
import { migrateAll, prepareDatabases } from '@agora/suite/databases'
import { newSecrets } from '@agora/suite/secrets'
import { type PostgresOptions, type PostgresServer, startPostgres } from '@agora/suite/servers/postgres'
import { temporaryFolder } from '@agora/suite/temporary'
import pg from 'pg'
import { type Pooler, startPooler } from './pooler.ts'

/** The database with the migrated, empty schemas of all services; each suite works on a copy. */
export const TEMPLATE = 'agora'

/** What the test workers know of the run's one Postgres. */
export interface TestPostgres {
  /** The superuser's, to the maintenance database. */
  adminUrl: string
  /** Addresses of the template, for each service's role. */
  templateUrls: Record<ServiceName, string>
}

/** Passed from the global setup to the workers, which inherit the environment. */
const KEY = 'AGORA_TEST_POSTGRES'

export function shareTestPostgres(postgres: TestPostgres): void {
  process.env[KEY] = JSON.stringify(postgres)
}

export const hasTestPostgres = (): boolean => process.env[KEY] !== undefined

export function testPostgres(): TestPostgres {
  const shared = process.env[KEY]
  if (shared === undefined)
    throw new Error('no test Postgres: run the tests with vitest, whose global setup starts it')
  return JSON.parse(shared)
}

export interface TestDatabase {
  name: string
  /** The superuser's, to this database. */
  adminUrl: string
  /** Addresses for each service's role. */
  urls: Record<ServiceName, string>
  /** In transaction mode; the services then use it, with roles that may define nothing. */
  pooler?: Pooler
  drop(): Promise<void>
}

let isPooled = false

/** Puts a pooler in front of every database that this file creates from now on. */
export function poolDatabases(): void {
  isPooled = true
}

/** A new database with the schemas of all services, empty. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, templateUrls } = testPostgres()
  const name = `test_${randomBytes(8).toString('hex')}`
  const within = (url: string) => {
    const address = new URL(url)
    address.pathname = name
    return address.href
  }
  // Copying files takes a quarter of the processor time of writing the template to the log, page by page.
  await administer(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`)
  const database: TestDatabase = {
    name,
    adminUrl: within(adminUrl),
    urls: Object.fromEntries(
      withDatabase.map((service) => [service, within(templateUrls[service])]),
    ) as Record<ServiceName, string>,
    drop: () => administer(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
  if (!isPooled) return database
  const pooler = await startPooler(database)
  const drop = async () => {
    await pooler.close()
    await database.drop()
  }
  return { ...database, pooler, drop }
}

/** The same on a server of its own, for tests that stop, freeze or fill it; dropping ends the server. */
export async function startTestDatabase(
  options: Pick<PostgresOptions, 'maxConnections' | 'settings' | 'tls'> = {},
): Promise<TestDatabase & { server: PostgresServer }> {
  const folder = temporaryFolder('postgres')
  const server = await startPostgres({ folder: folder.path, durable: false, ...options })
  const drop = async () => {
    await server.kill()
    folder.remove()
  }
  try {
    await administer(server.url, `CREATE DATABASE ${TEMPLATE}`)
    const adminUrl = server.urlOf(TEMPLATE)
    const urls = await prepareDatabases({ url: adminUrl, passwords: newSecrets().databasePasswords })
    await migrateAll(urls)
    return { name: TEMPLATE, adminUrl, urls, drop, server }
  } catch (error) {
    await drop()
    throw error
  }
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
