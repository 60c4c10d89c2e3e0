import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startRedis } from '@agora/suite/servers/redis'
import { temporaryFolder } from '@agora/suite/temporary'
import { testPostgres } from '@agora/testing/test-postgres'
import pg from 'pg'

const SEED = path.join(path.dirname(fileURLToPath(import.meta.url)), 'seed.cjs')

/** The folders of installed NodeBBs, comma separated: they are not part of this project, and nothing installs them. */
export const nodebbFolders = (process.env.AGORA_NODEBB ?? '').split(',').filter((folder) => folder !== '')

export const SITE_OF_NODEBB = 'http://127.0.0.1:4567'

export interface Seeded {
  sections: number
  users: number
  threads: number
  posts: number
  edits: number
  votes: number
  links: number
  bans: number
  password: string
}

export interface NodebbInstance {
  /** The store's address. */
  url: string
  /** Adds a community of this size, different each time. */
  seed(users: number, topics: number, posts: number): Seeded
  close(): Promise<void>
}

/** Sets up an installed NodeBB on a store of its own. */
export async function startNodebb(folder: string, store: 'postgres' | 'redis'): Promise<NodebbInstance> {
  const { url, settings, close } = store === 'postgres' ? await onPostgres() : await onRedis()
  const setup = {
    url: SITE_OF_NODEBB,
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
  const node = (...words: string[]) =>
    execFileSync(process.execPath, words, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  node('app', `--setup=${JSON.stringify(setup)}`, '--skip-build=true')
  let batch = 0
  return {
    url,
    seed: (users, topics, posts) => {
      batch += 1
      const words = [users, topics, posts, batch].map(String)
      return JSON.parse(
        node(SEED, ...words)
          .trim()
          .split('\n')
          .at(-1)!,
      )
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
  return { url: url.href, settings, close }
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
  return { url: redis.url, settings, close }
}
