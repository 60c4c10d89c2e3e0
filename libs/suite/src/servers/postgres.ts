import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Certificates } from './certificates.ts'
import { Child } from './child.ts'
import { freePort, isPortFree } from './ports.ts'
import { postgresBinaries, REACHABLE } from './postgres-binaries.ts'
import { copyPostgres } from './postgres-copy.ts'
import { clearLeftovers } from './postgres-leftovers.ts'
import { portTaken, type StoreServer } from './server.ts'
import { canReach, closeFolder, type Owner, postgresOwner } from './user.ts'

export interface PostgresOptions {
  /** Holds the data, the password and the log. */
  folder: string
  /** Any free one where it is left out. */
  port?: number
  /** False skips every wait for the disk: for data that need not survive a power cut. */
  durable?: boolean
  maxConnections?: number
  /** What `postgresql.conf` could say besides. */
  settings?: Record<string, string>
  /** New data are a copy of this one's, which it then follows. */
  follows?: PostgresServer
  /** With these who connects may ask for TLS. */
  tls?: Certificates
  /** Told what a user should know, such as data that had to go elsewhere. */
  note?: (line: string) => void
}

export interface PostgresServer extends StoreServer {
  /** The address of a database of this server, by its superuser. */
  urlOf(database: string): string
  readonly data: string
}

const HOST = '127.0.0.1'
const SUPERUSER = 'postgres'

/** Starts a private Postgres on the data in `folder`, which is created if missing. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { folder, durable = true, maxConnections = 200, follows, tls } = options
  mkdirSync(folder, { recursive: true })
  closeFolder(folder, postgresOwner(path.join(folder, 'data')))
  const { data, owner } = placeData(path.resolve(folder), options.note)
  const binaries = postgresBinaries(owner)
  const passwordFile = path.join(folder, 'password')
  if (!existsSync(passwordFile)) setAside(data, options.note)
  const password = keptPassword(passwordFile, follows && new URL(follows.url).password)
  const port = options.port ?? (await freePort(HOST))
  const base = { owner, env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TZ: 'UTC' }, cwd: '/' }
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    if (follows) await copyPostgres(follows, data, owner)
    else await initialise({ ...base, folder, data, password, command: binaries.initdb, durable })
  }

  const settings = {
    listen_addresses: HOST,
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...(tls ? tlsSettings(tls, data, owner) : {}),
    ...options.settings,
  }
  const urlOf = (database: string) => `postgresql://${SUPERUSER}:${password}@${HOST}:${port}/${database}`

  const launch = async () => {
    await clearLeftovers(data)
    if (!(await isPortFree(port, HOST))) throw portTaken('Postgres', port)
    const child = await Child.spawn({
      ...base,
      name: 'Postgres',
      command: binaries.postgres,
      args: ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      logFile: path.join(folder, 'postgres.log'),
      // Fast shutdown: open connections are ended, what was committed is kept.
      stopSignal: 'SIGINT',
    })
    await child.waitUntil(() => isOurs(urlOf('postgres'), data))
    return child
  }

  let child = await launch()
  return {
    name: 'Postgres',
    url: urlOf('postgres'),
    port,
    get pid() {
      return child.pid
    },
    get exited() {
      return child.exited
    },
    urlOf,
    data,
    stop: async () => {
      await child.stop()
    },
    kill: async () => {
      await child.kill()
      await clearLeftovers(data)
    },
    restart: async () => {
      await child.stop()
      child = await launch()
    },
  }
}

/**
 * The data folder and the account that owns it. An account that cannot reach the folder (below /root, say) has its
 * data elsewhere, under a name that is always the same for that folder.
 */
function placeData(
  folder: string,
  note: PostgresOptions['note'],
): { data: string; owner: Owner | undefined } {
  const here = path.join(realpathSync(folder), 'data')
  const id = createHash('sha256').update(here).digest('hex').slice(0, 16)
  const elsewhere = path.join(REACHABLE, 'data', id)
  const owner = postgresOwner(existsSync(elsewhere) ? elsewhere : here)
  if (canReach(owner, here)) return { data: here, owner }
  note?.(
    `Postgres does not run as root, and its account cannot reach ${here}: the database is kept in ${elsewhere}`,
  )
  mkdirSync(path.dirname(elsewhere), { recursive: true, mode: 0o755 })
  return { data: elsewhere, owner }
}

/** Data whose password is gone, since the folder was emptied, cannot be opened: they make room and are kept. */
function setAside(data: string, note: PostgresOptions['note']): void {
  if (!existsSync(data)) return
  const kept = `${data}.${Date.now()}`
  renameSync(data, kept)
  note?.(
    `The password of an earlier database is gone: a new database is made, the earlier one is kept in ${kept}`,
  )
}

/** The superuser's password, made once. The file is written before the database, so that the two cannot differ. */
function keptPassword(file: string, given = randomBytes(24).toString('hex')): string {
  if (!existsSync(file)) writeFileSync(file, given, { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Postgres reads keys of its own account alone: they are kept beside the data. */
function tlsSettings({ certificate, key }: Certificates, data: string, owner: Owner | undefined) {
  const keep = (source: string, name: string) => {
    const target = `${data}.${name}`
    copyFileSync(source, target)
    chmodSync(target, 0o600)
    if (owner) chownSync(target, owner.uid, owner.gid)
    return target
  }
  return { ssl: 'on', ssl_cert_file: keep(certificate, 'pem'), ssl_key_file: keep(key, 'key') }
}

interface Initialisation {
  command: string
  owner: Owner | undefined
  env: Record<string, string>
  cwd: string
  folder: string
  data: string
  password: string
  durable: boolean
}

/** Makes the database cluster beside its place and moves it there when it is whole. */
async function initialise({ command, owner, env, cwd, folder, data, password, durable }: Initialisation) {
  const fresh = `${data}.new`
  const passwordFile = `${data}.password`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const target of [fresh, passwordFile]) chownSync(target, owner.uid, owner.gid)
  try {
    const child = await Child.spawn({
      name: 'initdb',
      command,
      args: [
        `--pgdata=${fresh}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      env,
      cwd,
      owner,
      logFile: path.join(folder, 'initdb.log'),
    })
    const { code } = await child.exited
    if (code !== 0) throw new Error(refusalOf(data, child.tail()))
    rmSync(data, { recursive: true, force: true })
    renameSync(fresh, data)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** The system's words for a full disk are said plainly; all others as they are. */
const refusalOf = (data: string, words: string) =>
  /no space left on device/i.test(words)
    ? `the disk of ${data} is full: make room there, or name a folder elsewhere in AGORA_DATA`
    : `Postgres could not make its data folder ${data}\n${words}`

/** Whether the server that answers is the one that works on our data: only ours knows the password and the folder. */
async function isOurs(url: string, data: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    )
    return rows[0]?.folder === data
  } finally {
    await client.end()
  }
}
