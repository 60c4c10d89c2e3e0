import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type ServiceName, schemaOf, withDatabase } from '@agora/shared/contracts/services'
import { pooledUrls, poolerSecrets } from '@agora/suite/files/pooler'
import { projectRoot } from '@agora/suite/project'
import { readWriteRoleStatements } from '@agora/suite/read-write-role'
import { Child } from '@agora/suite/servers/child'
import { freePort } from '@agora/suite/servers/ports'
import { findTool, type Tool } from '@agora/suite/servers/tools'
import { closeFolder, postgresOwner } from '@agora/suite/servers/user'
import { temporaryFolder } from '@agora/suite/temporary'
import pg from 'pg'

export interface Pooler {
  /** Each service's address through the pooler, for a role that may only read and write. */
  urls: Record<ServiceName, string>
  /** The same past the pooler. */
  directUrls: Record<ServiceName, string>
  /** Whether it tracks prepared statements, so that services may use them. */
  prepares: boolean
  /** The process ids of its current sessions. */
  sessions(): Promise<number[]>
  /** What it said so far. */
  log(): string
  close(): Promise<void>
}

/** As shipped. */
const CONFIGURATION = path.join(projectRoot, 'k8s/components/pooler/pgbouncer.ini')

/**
 * PgBouncer as in a cluster, with so few sessions for each role that they constantly change hands. `authority` is the file
 * with the certificates by which it verifies Postgres, if the addresses say that it shall.
 */
export async function startPooler(
  database: { name: string; adminUrl: string; urls: Record<ServiceName, string> },
  { sessions = 4, authority }: { sessions?: number; authority?: string } = {},
): Promise<Pooler> {
  const folder = temporaryFolder('pgbouncer')
  const owner = postgresOwner(folder.path)
  closeFolder(folder.path, owner)
  const tool = await findTool('pgbouncer')
  const port = await freePort()
  const roles = await makeRoles(database)
  const directUrls = urlsFor(roles, database.urls)
  const place = {
    at: `127.0.0.1:${port}`,
    hasAuthority: authority !== undefined,
    sessionsOf: () => sessions,
  }
  const write = (name: string, lines: readonly string[]) => {
    const file = path.join(folder.path, name)
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o640 })
    if (owner) chownSync(file, owner.uid, owner.gid)
    return file
  }
  const trusted = authority && write('authority.pem', [readFileSync(authority, 'utf8')])
  for (const [name, lines] of Object.entries(poolerSecrets(directUrls, place)))
    write(
      name,
      lines.map((line) => (trusted ? line.replace('/etc/authority/authority.pem', trusted) : line)),
    )
  const prepares = await tracksStatements(tool)
  const configuration = write('pgbouncer.ini', [
    shippedIn(folder.path, port),
    `stats_users = ${roles.gateway.name}`,
    ...(prepares ? ['max_prepared_statements = 200'] : []),
  ])
  const urls = pooledUrls(directUrls, place)
  const child = await Child.spawn({
    name: 'PgBouncer',
    command: tool.command,
    args: [configuration],
    env: { PATH: '/usr/bin:/bin', ...tool.env },
    cwd: '/',
    owner,
    logFile: path.join(folder.path, 'pgbouncer.log'),
  })
  const close = async () => {
    await child.kill()
    folder.remove()
    await run(
      database.adminUrl,
      Object.values(roles).flatMap(({ name }) => [`DROP OWNED BY ${name};`, `DROP ROLE ${name};`]),
    )
  }
  await child.waitUntil(async () => {
    await run(urls.gateway, [])
    return true
  })
  const console = Object.assign(new URL(urls.gateway), { pathname: 'pgbouncer' }).href
  return {
    urls,
    directUrls,
    prepares,
    sessions: async () => {
      const [servers] = await run(console, ['SHOW SERVERS'])
      return (servers?.rows ?? []).map((row) => Number(row.remote_pid))
    },
    log: () => child.log(),
    close,
  }
}

const urlsFor = (roles: Record<ServiceName, Role>, urls: Record<ServiceName, string>) =>
  Object.fromEntries(
    withDatabase.map((service) => {
      const url = new URL(urls[service])
      Object.assign(url, { username: roles[service].name, password: roles[service].password })
      return [service, url.href]
    }),
  ) as Record<ServiceName, string>

const shippedIn = (folder: string, port: number): string =>
  readFileSync(CONFIGURATION, 'utf8')
    .replaceAll('/etc/pgbouncer', folder)
    .replace('listen_addr = *', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 5432', `listen_port = ${port}`)

/** PgBouncer does from 1.21 on. */
async function tracksStatements({ command, env }: Tool): Promise<boolean> {
  const { stdout } = await promisify(execFile)(command, ['--version'], { env: { ...process.env, ...env } })
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? []
  return Number(major) > 1 || Number(minor) >= 21
}

interface Role {
  name: string
  password: string
}

/** Roles belong to the whole server, so each database's have names of their own. */
async function makeRoles({ name: database, adminUrl, urls }: Parameters<typeof startPooler>[0]) {
  const roles = Object.fromEntries(
    withDatabase.map((service) => {
      const name = `${database}_${schemaOf(service)}_rw`
      return [service, { name, password: randomBytes(16).toString('hex') }]
    }),
  ) as Record<ServiceName, Role>
  const statements = withDatabase.flatMap((service) => {
    const owner = decodeURIComponent(new URL(urls[service]).username)
    return readWriteRoleStatements({ ...roles[service], owner, service })
  })
  await run(adminUrl, statements)
  return roles
}

async function run(url: string, statements: readonly string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const results: pg.QueryResult[] = []
  try {
    for (const statement of statements) results.push(await client.query(statement))
    return results
  } finally {
    await client.end()
  }
}
