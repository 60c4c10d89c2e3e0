import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServiceName } from '@agora/shared/contracts/services'
import { requireDataFolder } from './data-folder.ts'
import { ensureDatabase, migrateAll, prepareDatabases, visitDatabases } from './databases.ts'
import { holderOf, lockInstance } from './instance-lock.ts'
import { keptSecrets, type Secrets, secretsIn } from './secrets.ts'
import { type PostgresServer, startPostgres } from './servers/postgres.ts'
import { closeFolder, postgresOwner } from './servers/user.ts'
import { readSettings, type Settings } from './settings.ts'

type DatabaseUrls = Record<ServiceName, string>

/** The database in an instance's own Postgres. */
const DATABASE = 'agora'

/** Closed to everyone else, except that Postgres' account may pass through. An existing folder keeps its mode. */
export function makeDataFolder(folder: string): void {
  const isForeign = existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(secretsIn(folder))
  mkdirSync(folder, { recursive: true })
  if (!isForeign) closeFolder(folder, postgresOwner(path.join(folder, 'postgres', 'data')))
}

/** Creates the databases of an instance, in its own Postgres or in the named one. */
export async function databasesOf(
  settings: Settings,
  postgres: PostgresServer | undefined,
  secrets: Secrets,
  note?: (line: string) => void,
): Promise<DatabaseUrls> {
  if (postgres) await ensureDatabase(postgres.url, DATABASE)
  return await prepareDatabases({
    url: postgres?.urlOf(DATABASE) ?? settings.given.databaseUrl ?? '',
    passwords: secrets.databasePasswords,
    given: settings.given.databaseUrls,
    ...(note ? { note } : {}),
  })
}

/** Where an instance keeps its members' pictures. */
export const mediaUrlIn = (folder: string): string => pathToFileURL(path.join(folder, 'media')).href

const recordIn = (folder: string) => path.join(folder, 'databases.json')

/**
 * Records where the running instance's databases are, for commands that run beside it. Returns the function that undoes
 * it.
 */
export function recordDatabases(folder: string, urls: DatabaseUrls): () => void {
  const file = recordIn(folder)
  writeFileSync(file, JSON.stringify(urls), { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

export interface OnDatabases {
  env: NodeJS.ProcessEnv
  /** The services whose databases are needed. */
  services: readonly ServiceName[]
  /** Whether the work may run beside an instance on the same data. */
  besideInstance: boolean
  /** Whether to migrate the schemas first. */
  migrations: boolean
}

/**
 * Runs a command's work on services' databases. In this order: those that the environment names; those of the instance
 * running on this data folder; those in the database that the environment names, whose services may be running; those
 * in the folder's own Postgres, started just for this. The folder's databases come with its secrets.
 */
export async function withDatabases<Result>(
  { env, services: names, besideInstance, migrations }: OnDatabases,
  work: (urls: DatabaseUrls, secrets?: Secrets) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(env)
  const named = settings.given.databaseUrls
  if (names.every((service) => named[service] !== undefined)) return await work(named as DatabaseUrls)
  if (holderOf(settings.data) && existsSync(recordIn(settings.data))) {
    if (!besideInstance) throw new Error(`Agora is running on the data in ${settings.data}: stop it first`)
    const urls: DatabaseUrls = JSON.parse(readFileSync(recordIn(settings.data), 'utf8'))
    return await work(urls, keptSecrets(settings.data))
  }
  requireDataFolder(settings.data)
  makeDataFolder(settings.data)
  const release = await lockInstance(settings.data)
  try {
    const secrets = keptSecrets(settings.data)
    const { databaseUrl } = settings.given
    if (databaseUrl) {
      const passwords = secrets.databasePasswords
      const visited = await visitDatabases({ url: databaseUrl, passwords, given: named }, names)
      const urls = visited.urls as DatabaseUrls
      if (migrations) await migrateAll(urls, visited.own)
      return await work(urls, secrets)
    }
    const postgres = await startPostgres({ folder: path.join(settings.data, 'postgres') })
    try {
      const urls = await databasesOf(settings, postgres, secrets)
      if (migrations) await migrateAll(urls, names)
      return await work(urls, secrets)
    } finally {
      await postgres.stop()
    }
  } finally {
    release()
  }
}

/**
 * The address of the pictures that belong to these services' databases: the one that the environment names, or the folder of
 * the instance on this data folder. Undefined if the databases are another deployment's.
 */
export function picturesOf({
  env,
  services: names,
}: Pick<OnDatabases, 'env' | 'services'>): string | undefined {
  const { data, given } = readSettings(env)
  if (given.mediaUrl !== undefined) return given.mediaUrl
  return names.every((service) => given.databaseUrls[service] !== undefined) ? undefined : mediaUrlIn(data)
}

/** The same for a command that needs the data of one service. */
export function withServiceDatabase<Result>(
  service: ServiceName,
  env: NodeJS.ProcessEnv,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const options = { env, services: [service], besideInstance: true, migrations: true }
  return withDatabases(options, (urls) => work(urls[service]))
}
