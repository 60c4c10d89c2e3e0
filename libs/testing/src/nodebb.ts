import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startRedis } from '@agora/suite/servers/redis'
import { temporaryFolder } from '@agora/suite/temporary'
import pg from 'pg'
import { testPostgres } from './test-postgres.ts'

/** The folders of installed NodeBBs, comma separated: they are not part of this project, and nothing installs them. */
export const nodebbFolders = (process.env.AGORA_NODEBB ?? '').split(',').filter((folder) => folder !== '')

/** The address that it takes for its own. */
export const SITE_OF_NODEBB = 'http://127.0.0.1:4567'

export type NodebbStore = 'postgres' | 'redis'

export interface NodebbInstance {
  /** The store's address. */
  url: string
  /** The process that holds the data; of Postgres the test run's. */
  storePid: number | undefined
  version: string
  /** Runs a script in its folder and returns what it printed last, as JSON. */
  run(script: string, ...words: (string | number)[]): unknown
  close(): Promise<void>
}

/** Sets up an installed NodeBB on a store of its own. It is not started: its own functions work without a server. */
export async function setUpNodebb(
  folder: string,
  store: NodebbStore,
  site = SITE_OF_NODEBB,
): Promise<NodebbInstance> {
  const { url, storePid, settings, close } = store === 'postgres' ? await onPostgres() : await onRedis()
  const setup = {
    url: site,
    secret: 'a secret',
    database: store,
    ...settings,
    'admin:username': 'admin',
    'admin:password': 'the admin of NodeBB',
    'admin:password:confirm': 'the admin of NodeBB',
    'admin:email': 'admin@old.example',
  }
  const config = path.join(folder, 'config.json')
  rmSync(config, { force: true })
  const node = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
    // It tells on both why it gives up.
    if (status !== 0) throw new Error(`${words[0]} in ${folder} failed:\n${stdout.slice(-2_000)}\n${stderr}`)
    return stdout
  }
  node('app', `--setup=${JSON.stringify(setup)}`, '--skip-build=true')
  return {
    url,
    storePid,
    version: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version,
    run: (script, ...words) => {
      const lines = node(script, ...words.map(String))
        .trim()
        .split('\n')
      return JSON.parse(lines.at(-1)!)
    },
    close: async () => {
      writeFileSync(config, '{}')
      await close()
    },
  }
}

async function onPostgres() {
  const url = new URL(testPostgres().adminUrl)
  const name = `nodebb_${process.pid}_${Date.now()}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const settings = {
    'postgres:host': url.hostname,
    'postgres:port': url.port,
    'postgres:username': url.username,
    'postgres:password': decodeURIComponent(url.password),
    'postgres:database': name,
  }
  url.pathname = `/${name}`
  const close = async () => {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
  return { url: url.href, storePid: undefined, settings, close }
}

async function onRedis() {
  const folder = temporaryFolder('nodebb')
  const redis = await startRedis({ folder: folder.path, durable: false })
  const { hostname, port, password } = new URL(redis.url)
  const settings = {
    'redis:host': hostname,
    'redis:port': port,
    'redis:password': decodeURIComponent(password),
    'redis:database': '0',
  }
  const close = async () => {
    await redis.kill()
    folder.remove()
  }
  return { url: redis.url, storePid: redis.pid, settings, close }
}
