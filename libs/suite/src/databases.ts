import { addressesIn } from '@agora/shared/config/addresses'
import { type ServiceName, schemaOf, withDatabase } from '@agora/shared/contracts/services'
import { Client } from '@agora/shared/database/client'
import { migrate } from '@agora/shared/database/migrate'
import pg from 'pg'
import { migrationsOf } from './project.ts'

export interface DatabaseOptions {
  /** The database that holds the schemas of all services; its role need not be able to create others. */
  url: string
  passwords: Record<ServiceName, string>
  /** Addresses given for single services, used unchanged. */
  given?: Partial<Record<ServiceName, string>>
  /** Called with what a user should know. */
  note?: (line: string) => void
}

/**
 * Gives each service a role that owns the service's schema and can read no other, and returns the addresses to connect
 * to. If the given role may not create roles, all services share it, each in a schema of its own.
 */
export async function prepareDatabases(options: DatabaseOptions): Promise<Record<ServiceName, string>> {
  const { url, passwords, given = {}, note } = options
  const entries: [ServiceName, string][] = []
  const client = new Client({ connectionString: url, application_name: 'agora-start' })
  const wanted = withDatabase.filter((service) => given[service] === undefined)
  let shared = false
  if (wanted.length > 0) {
    await client.connect()
    try {
      for (const service of wanted) {
        const own = await makeRole(client, url, schemaOf(service), passwords[service])
        shared ||= own === undefined
        entries.push([service, own ?? url])
      }
    } finally {
      await client.end()
    }
  }
  if (shared)
    note?.('The role of DATABASE_URL may not create roles: the services share it, each in its own schema.')
  return Object.fromEntries([...entries, ...Object.entries(given)]) as Record<ServiceName, string>
}

export interface VisitedDatabases {
  urls: Partial<Record<ServiceName, string>>
  /** Those whose schema belongs to this deployment, which must migrate it. */
  own: ServiceName[]
}

/**
 * The addresses at which a command reaches these services' data while the services may run elsewhere, with passwords
 * that only they know: what another deployment has prepared is accessed as the given role and stays as it is.
 */
export async function visitDatabases(
  { url, passwords, given = {} }: DatabaseOptions,
  names: readonly ServiceName[],
): Promise<VisitedDatabases> {
  const visited: VisitedDatabases = { urls: { ...given }, own: [] }
  const client = new Client({ connectionString: url, application_name: 'agora-command' })
  await client.connect()
  try {
    for (const service of names.filter((name) => given[name] === undefined)) {
      const schema = schemaOf(service)
      const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema])
      const address =
        rowCount === 0
          ? ((await makeRole(client, url, schema, passwords[service])) ?? url)
          : addressOf(url, schema, passwords[service])
      const isOwn = rowCount === 0 || (await opens(address))
      visited.urls[service] = isOwn ? address : url
      if (isOwn) visited.own.push(service)
    }
  } finally {
    await client.end()
  }
  return visited
}

/** Whether the address's role and password are valid. */
async function opens(address: string): Promise<boolean> {
  const client = new Client({ connectionString: address })
  try {
    await client.connect()
    return true
  } catch (error) {
    // Class 28: no such role, or a wrong password.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('28')) return false
    throw error
  } finally {
    await client.end()
  }
}

const databaseOf = (url: string) => decodeURIComponent(new URL(addressesIn(url)[0] ?? '').pathname.slice(1))
const roleOf = (url: string, schema: string) => `${databaseOf(url)}_${schema}`

function addressOf(url: string, schema: string, password: string): string {
  const login = [roleOf(url, schema), password].map(encodeURIComponent).join(':')
  return url.replace(/^(\w+:\/\/)([^/?#]*@)?/, `$1${login}@`)
}

/** Returns the address of the schema's own role, or undefined if the current role may not create one. */
async function makeRole(client: pg.Client, url: string, schema: string, password: string) {
  const database = databaseOf(url)
  const role = roleOf(url, schema)
  const name = pg.escapeIdentifier(role)
  const grantee = pg.escapeIdentifier(schema)
  await client.query('BEGIN')
  try {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    await client.query(
      `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(password)}`,
    )
    // To hand a schema over, a role that is not a superuser must be a member of the receiving one.
    await client.query(`GRANT ${name} TO CURRENT_USER`)
    await client.query(`GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(database)} TO ${name}`)
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${grantee} AUTHORIZATION ${name}`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    // 42501: insufficient privilege.
    if (error instanceof pg.DatabaseError && error.code === '42501') return undefined
    throw error
  }
  return addressOf(url, schema, password)
}

/** Applies all pending migrations of those of these services that have a database. */
export async function migrateAll(
  urls: Record<ServiceName, string>,
  names: readonly ServiceName[] = withDatabase,
): Promise<void> {
  await Promise.all(
    withDatabase
      .filter((service) => names.includes(service))
      .map((service) =>
        migrate({ url: urls[service], schema: schemaOf(service), directory: migrationsOf(service) }),
      ),
  )
}

/** Creates a database on this server unless it exists. */
export async function ensureDatabase(serverUrl: string, database: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
}
