import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { connect } from 'nats'
import { Child } from './child.ts'
import { freePort, isPortFree } from './ports.ts'
import { portTaken, type StoreServer } from './server.ts'
import { findTool } from './tools.ts'
import { closeFolder } from './user.ts'

export interface NatsOptions {
  /** Holds the streams, the configuration and the log. */
  folder: string
  /** Any free one where it is left out. */
  port?: number
  note?: (line: string) => void
}

const HOST = '127.0.0.1'
const USER = 'agora'

/** Starts a NATS of one's own, with JetStream, on the streams in `folder`. */
export async function startNats(options: NatsOptions): Promise<StoreServer> {
  const folder = path.resolve(options.folder)
  const tool = await findTool('nats-server', options.note)
  const port = options.port ?? (await freePort(HOST))
  const password = randomBytes(24).toString('hex')
  const configuration = path.join(folder, 'nats.conf')
  mkdirSync(path.join(folder, 'data'), { recursive: true })
  closeFolder(folder)
  const url = `nats://${USER}:${password}@${HOST}:${port}`

  const launch = async () => {
    if (!(await isPortFree(port, HOST))) throw portTaken('NATS', port)
    // The name tells our server from any other one that may answer on the port.
    const serverName = `agora-${randomBytes(8).toString('hex')}`
    writeFileSync(
      configuration,
      [
        `host: ${HOST}`,
        `port: ${port}`,
        `server_name: ${serverName}`,
        `authorization { user: ${USER}, password: "${password}" }`,
        `jetstream { store_dir: ${JSON.stringify(path.join(folder, 'data'))} }`,
        '',
      ].join('\n'),
      { mode: 0o600 },
    )
    const child = await Child.spawn({
      name: 'NATS',
      command: tool.command,
      args: ['--config', configuration],
      env: { PATH: '/usr/bin:/bin', ...tool.env },
      cwd: folder,
      logFile: path.join(folder, 'nats.log'),
    })
    await child.waitUntil(() => isOurs(url, serverName))
    return child
  }

  let child = await launch()
  return {
    name: 'NATS',
    url,
    port,
    get pid() {
      return child.pid
    },
    get exited() {
      return child.exited
    },
    stop: async () => {
      await child.stop()
    },
    kill: async () => {
      await child.kill()
    },
    restart: async () => {
      await child.stop()
      child = await launch()
    },
  }
}

/** Whether the server that answers is the one that we named, and has its streams. */
async function isOurs(url: string, serverName: string): Promise<boolean> {
  const { host, username, password } = new URL(url)
  const connection = await connect({
    servers: host,
    user: username,
    pass: password,
    reconnect: false,
    timeout: 2_000,
  })
  try {
    if (connection.info?.server_name !== serverName) return false
    await (await connection.jetstreamManager()).getAccountInfo()
    return true
  } finally {
    await connection.close()
  }
}
