import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import type { Certificates } from './certificates.ts'
import { Child } from './child.ts'
import { freePort, isPortFree } from './ports.ts'
import { type FolderStore, portTaken, runStore, type StoreServer } from './server.ts'
import { findTool } from './tools.ts'
import { closeFolder } from './user.ts'

export interface RedisOptions {
  /** Holds the data, the configuration and the log. */
  folder: string
  /** Any free one if omitted. */
  port?: number
  /** False writes nothing to disk. */
  durable?: boolean
  /** The server that it follows, whose password it shares; it may be told to lead later. */
  follows?: StoreServer
  /** With these, connections must use TLS. */
  tls?: Certificates
  note?: (line: string) => void
}

const HOST = '127.0.0.1'

/** Starts a private Redis on the data in `folder`. */
export async function startRedis(options: RedisOptions): Promise<FolderStore> {
  const { follows, tls } = options
  const folder = path.resolve(options.folder)
  const data = path.join(folder, 'data')
  const tool = await findTool('redis-server', options.note)
  const port = options.port ?? (await freePort(HOST))
  const password = follows ? new URL(follows.url).password : randomBytes(24).toString('hex')
  const configuration = path.join(folder, 'redis.conf')
  mkdirSync(folder, { recursive: true })
  closeFolder(folder)
  // A file rather than arguments, which every account of the machine could read.
  writeFileSync(
    configuration,
    [
      `bind ${HOST}`,
      ...(tls ? ['port 0', `tls-port ${port}`, ...tlsSettings(tls)] : [`port ${port}`]),
      `requirepass ${password}`,
      // For when another one leads.
      `masterauth ${password}`,
      ...(follows ? [`replicaof ${HOST} ${follows.port}`] : []),
      `dir ${JSON.stringify(data)}`,
      'daemonize no',
      'save ""',
      `appendonly ${options.durable === false ? 'no' : 'yes'}`,
      // Queues live here: with full memory it must refuse, not evict.
      'maxmemory-policy noeviction',
      '',
    ].join('\n'),
    { mode: 0o600 },
  )

  const launch = async () => {
    if (!(await isPortFree(port, HOST))) throw portTaken('Redis', port)
    const child = await Child.spawn({
      name: 'Redis',
      command: tool.command,
      args: [configuration],
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...tool.env },
      cwd: folder,
      logFile: path.join(folder, 'redis.log'),
    })
    await child.waitUntil(() => isOurs({ port, password, tls }, child.pid))
    return child
  }

  const url = `${tls ? 'rediss' : 'redis'}://:${password}@${HOST}:${port}`
  return runStore({ name: 'Redis', url, port, data, launch })
}

/** Also for a server that connects to others by TLS. */
export const tlsSettings = ({ authority, certificate, key }: Certificates): string[] => [
  `tls-ca-cert-file ${authority}`,
  `tls-cert-file ${certificate}`,
  `tls-key-file ${key}`,
  'tls-auth-clients no',
  'tls-replication yes',
]

interface RedisAddress {
  port: number
  password: string
  tls: Certificates | undefined
}

/** Whether the process that answers on the port, with our password, is the one we started, and has its data. */
async function isOurs(address: RedisAddress, pid: number): Promise<boolean> {
  const answer = await ask(address, 'INFO')
  return answer.includes(`process_id:${pid}\r\n`) && answer.includes('\nloading:0\r\n')
}

/** The server's answer to an inline command. */
function ask({ port, password, tls }: RedisAddress, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { host: HOST, port, timeout: 2_000 }
    const socket = tls ? connectSecurely({ ...options, ca: readFileSync(tls.authority) }) : connect(options)
    let answer = ''
    socket.setEncoding('utf8')
    socket.once('connect', () => socket.write(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.once('timeout', () => socket.destroy(new Error('Redis did not answer')))
    socket.once('error', reject)
    socket.once('close', () => resolve(answer))
  })
}
