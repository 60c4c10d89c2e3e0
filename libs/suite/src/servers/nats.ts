import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { connect } from 'nats'
import type { Certificates } from './certificates.ts'
import { Child } from './child.ts'
import { freePort, isPortFree } from './ports.ts'
import { type FolderStore, portTaken, runStore } from './server.ts'
import { findTool } from './tools.ts'
import { closeFolder } from './user.ts'

export interface NatsOptions {
  /** Holds the streams, the configuration and the log. */
  folder: string
  /** Any free one if omitted. */
  port?: number
  /** With these, connections must use TLS. */
  tls?: Certificates
  /** The other servers of its cluster, if it belongs to one. */
  cluster?: NatsCluster
  note?: (line: string) => void
}

export interface NatsCluster {
  /** The name of this one among them. */
  name: string
  /** The password of each of them. */
  password: string
  /** Where the others reach this one. */
  port: number
  /** The ports of all. */
  ports: readonly number[]
}

const HOST = '127.0.0.1'
const USER = 'agora'

/** Starts a private NATS with JetStream, on the streams in `folder`. */
export async function startNats(options: NatsOptions): Promise<FolderStore> {
  const { tls, cluster } = options
  const folder = path.resolve(options.folder)
  const data = path.join(folder, 'data')
  const tool = await findTool('nats-server', options.note)
  const port = options.port ?? (await freePort(HOST))
  const password = cluster?.password ?? randomBytes(24).toString('hex')
  const configuration = path.join(folder, 'nats.conf')
  mkdirSync(folder, { recursive: true })
  closeFolder(folder)
  const url = `${tls ? 'tls' : 'nats'}://${USER}:${password}@${HOST}:${port}`
  // The name distinguishes our server from any other that may answer on the port.
  const serverName = cluster?.name ?? `agora-${randomBytes(8).toString('hex')}`
  writeFileSync(
    configuration,
    [
      `host: ${HOST}`,
      `port: ${port}`,
      `server_name: ${serverName}`,
      `authorization { user: ${USER}, password: "${password}" }`,
      `jetstream { store_dir: ${JSON.stringify(data)} }`,
      ...(tls ? [`tls { cert_file: "${tls.certificate}", key_file: "${tls.key}" }`] : []),
      ...(cluster ? [clusterBlock(cluster)] : []),
      '',
    ].join('\n'),
    { mode: 0o600 },
  )

  const launch = async () => {
    if (!(await isPortFree(port, HOST))) throw portTaken('NATS', port)
    const child = await Child.spawn({
      name: 'NATS',
      command: tool.command,
      args: ['--config', configuration],
      env: { PATH: '/usr/bin:/bin', ...tool.env },
      cwd: folder,
      logFile: path.join(folder, 'nats.log'),
    })
    await child.waitUntil(() => isOurs(url, serverName, tls))
    return child
  }

  return runStore({ name: 'NATS', url, port, data, launch })
}

function clusterBlock({ password, port, ports }: NatsCluster): string {
  const routes = ports.map((other) => `nats-route://${USER}:${password}@${HOST}:${other}`)
  return [
    'cluster {',
    `  name: agora, host: ${HOST}, port: ${port}`,
    `  authorization { user: ${USER}, password: "${password}" }`,
    `  routes: ${JSON.stringify(routes)}`,
    '}',
  ].join('\n')
}

/** Whether the answering server has our name, and its streams. */
async function isOurs(url: string, serverName: string, tls: Certificates | undefined): Promise<boolean> {
  const { host, username, password } = new URL(url)
  const connection = await connect({
    servers: host,
    user: username,
    pass: password,
    reconnect: false,
    timeout: 2_000,
    ...(tls ? { tls: { caFile: tls.authority } } : {}),
  })
  try {
    if (connection.info?.server_name !== serverName) return false
    await (await connection.jetstreamManager()).getAccountInfo()
    return true
  } finally {
    await connection.close()
  }
}
