import { randomBytes } from 'node:crypto'
import { chownSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, schemaOf, withDatabase } from '@agora/shared/contracts/services'
import { pooledRoleStatements } from '@agora/suite/pooled-role'
import { Child } from '@agora/suite/servers/child'
import { freePort } from '@agora/suite/servers/ports'
import { findTool } from '@agora/suite/servers/tools'
import { closeFolder, postgresOwner } from '@agora/suite/servers/user'
import { temporaryFolder } from '@agora/suite/temporary'
import pg from 'pg'

export interface Pooler {
  /** Each service's address through the pooler, by a role that may only read and write. */
  urls: Record<ServiceName, string>
  close(): Promise<void>
}

/** PgBouncer in transaction mode before a database, with so few sessions of each role that they change hands all the time. */
export async function startPooler(
  database: { name: string; adminUrl: string; urls: Record<ServiceName, string> },
  sessions = 4,
): Promise<Pooler> {
  const folder = temporaryFolder('pgbouncer')
  const owner = postgresOwner(folder.path)
  closeFolder(folder.path, owner)
  const tool = await findTool('pgbouncer')
  const port = await freePort()
  const roles = await makeRoles(database)
  const { hostname, port: behind } = new URL(database.adminUrl)
  const write = (name: string, lines: string[]) => {
    const file = path.join(folder.path, name)
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o640 })
    if (owner) chownSync(file, owner.uid, owner.gid)
    return file
  }
  const users = write(
    'users.txt',
    Object.values(roles).map(({ name, password }) => `"${name}" "${password}"`),
  )
  const configuration = write('pgbouncer.ini', [
    '[databases]',
    `${database.name} = host=${hostname} port=${behind}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${sessions}`,
  ])
  const addressOf = ({ name, password }: Role) =>
    `postgresql://${name}:${password}@127.0.0.1:${port}/${database.name}`
  const urls = Object.fromEntries(
    withDatabase.map((service) => [service, addressOf(roles[service])]),
  ) as Record<ServiceName, string>
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
  return { urls, close }
}

interface Role {
  name: string
  password: string
}

/** Roles are of the whole server: those of another database have other names. */
async function makeRoles({ name: database, adminUrl, urls }: Parameters<typeof startPooler>[0]) {
  const roles = Object.fromEntries(
    withDatabase.map((service) => {
      const name = `${database}_${schemaOf(service)}_pooled`
      return [service, { name, password: randomBytes(16).toString('hex') }]
    }),
  ) as Record<ServiceName, Role>
  const statements = withDatabase.flatMap((service) => {
    const owner = decodeURIComponent(new URL(urls[service]).username)
    return pooledRoleStatements({ ...roles[service], owner, schema: schemaOf(service) })
  })
  await run(adminUrl, statements)
  return roles
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
