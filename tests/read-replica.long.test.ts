import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { sql } from '@agora/shared/database/sql'
import { createLogger } from '@agora/shared/observability/logger'
import { type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { createTestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer, type FollowedDatabase, startFollowedDatabase } from './support/followed-database.ts'
import { whileFrozen } from './support/freezing.ts'

const LONG = 60_000
/** Five seconds that a replica may be behind, and what it takes to ask on a machine with other work. */
const FRESH = { timeout: 8_000, interval: 50 }
/** What is hidden may not be read for as long as a replica may be behind. */
const HIDDEN = { timeout: 2_500, interval: 20 }
const SOON = { timeout: 15_000, interval: 100 }
const PAUSE_MS = 20

let followed: FollowedDatabase
let suite: Suite
let administrator: Caller
let ada: Member
let thread: string
let guests: Guests

beforeAll(async () => {
  followed = await startFollowedDatabase()
  const DATABASE_READ_URL = onReplica(followed.database.urls.forum)
  suite = await startSuite({
    services: ['gateway', 'forum'],
    replicas: { forum: 2 },
    database: followed.database,
    env: { forum: { DATABASE_READ_URL } },
  })
  administrator = await suite.administrator()
  ada = await suite.member('ada')
  thread = (await call('POST', '/forum/sections/welcome', ada, { title: 'Read', body: 'First' })).id
}, LONG)
afterAll(async () => {
  await guests?.stop()
  await suite?.close()
  await followed?.database.drop()
})

test('what guests read comes from the replica, what members read from the primary', async () => {
  await isFit(1)
  const begun = await newestOnReplica()
  const onPrimary = () => measured('database_guest_reads_total', 'server="primary"')
  const before = await onPrimary()
  for (let turn = 0; turn < 20; turn++) await readThread()
  const asked = await newestOnReplica()
  expect(asked).toBeGreaterThan(begun)
  expect(await onPrimary()).toEqual(before)
  for (let turn = 0; turn < 20; turn++) await readThread(ada)
  expect(await newestOnReplica()).toBe(asked)
  guests = new Guests()
})

test(
  'a replica that stops replaying is left within five seconds, and taken again',
  async () => {
    await replay('pause')
    await guestsReadNews()
    await isFit(0)
    await replay('resume')
    await isFit(1)
    expect(guests.failures).toEqual([])
  },
  LONG,
)

test(
  'no guest reads what a moderator has hidden, though the replica still has it',
  async () => {
    const { id, revisions } = await call('POST', `/forum/threads/${thread}`, ada, { body: 'Regretted' })
    await expect.poll(() => onServer('replica', `SELECT FROM post WHERE id = '${id}'`), SOON).toHaveLength(1)
    await isFit(1)
    await replay('pause')
    await call('DELETE', `/forum/posts/${id}`, administrator, { last_revision_id: revisions.last.id })
    for (const url of suite.urls.forum) {
      const read = async () =>
        (await suite.call('GET', `${url}/api/v1/forum/posts/${id}`, { as: await guest() })).text
      await expect.poll(read, HIDDEN).not.toContain('Regretted')
      for (let turn = 0; turn < 20; turn++) expect(await read()).not.toContain('Regretted')
    }
    await replay('resume')
    await isFit(1)
  },
  LONG,
)

test(
  'a replica that stands still keeps nobody waiting for long, and is taken again',
  async () => {
    await whileFrozen([followed.replica.pid ?? 0], guestsReadNews)
    await isFit(1)
    expect(guests.failures).toEqual([])
  },
  LONG,
)

test(
  'a replica that is killed is left at once, and taken again when it is back',
  async () => {
    await followed.replica.kill()
    await guestsReadNews()
    await followed.replica.restart()
    await isFit(1)
    expect(guests.failures).toEqual([])
  },
  LONG,
)

test(
  'what the replica cannot answer the primary does',
  async () => {
    const url = followed.database.urls.forum
    const logger = createLogger('test', 'silent')
    const db = createDatabase({
      url,
      schema: 'forum',
      size: 2,
      name: 'test',
      readReplica: { url: onReplica(url), logger },
    })
    try {
      await expect.poll(() => serverOf(db), SOON).toBe('replica')
      const isOnPrimary = sql`NOT pg_is_in_recovery() AS "isOnPrimary"`
      const slow = read(db, sql`SELECT ${isOnPrimary}, (SELECT count(*) FROM post), pg_sleep(0.5)`)
      await expect.poll(() => onServer('replica', sleeping), SOON).toHaveLength(1)
      await onServer('primary', 'BEGIN; LOCK TABLE forum.post IN ACCESS EXCLUSIVE MODE; COMMIT')
      expect(await slow).toMatchObject([{ isOnPrimary: true }])

      await expect.poll(() => serverOf(db), SOON).toBe('replica')
      const ended = read(db, sql`SELECT ${isOnPrimary}, pg_sleep(0.5)`)
      await expect.poll(() => onServer('replica', sleeping), SOON).toHaveLength(1)
      await onServer('replica', sleeping.replace('SELECT', 'SELECT pg_terminate_backend(pid)'))
      expect(await ended).toMatchObject([{ isOnPrimary: true }])

      await expect.poll(() => serverOf(db), SOON).toBe('replica')
      expect(await read(db, sql`UPDATE post SET id = id WHERE false RETURNING id`)).toEqual([])
      await expect(read(db, sql`SELECT pg_sleep(6)`)).rejects.toThrow('statement timeout')
    } finally {
      await db.close()
    }
  },
  LONG,
)

test(
  'a server with other data is never read',
  async () => {
    const stranger = await createTestDatabase()
    const db = createDatabase({
      url: followed.database.urls.forum,
      schema: 'forum',
      size: 1,
      name: 'test',
      readReplica: { url: stranger.urls.forum, logger: createLogger('test', 'silent') },
    })
    try {
      for (let turn = 0; turn < 30; turn++) {
        expect(await serverOf(db)).toBe('primary')
        await sleep(100)
      }
    } finally {
      await db.close()
      await stranger.drop()
    }
  },
  LONG,
)

const sleeping = `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(0.5)%' AND pid <> pg_backend_pid()`

/** Guests who read a thread all the time, one after another. */
class Guests {
  readonly failures: string[] = []
  #isStopping = false
  readonly #readers = Promise.all([this.#run(), this.#run(), this.#run()])

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const { status, text } = await suite.call('GET', `/forum/threads/${thread}`)
      if (status !== 200) this.failures.push(`${status} ${text}`)
      await sleep(PAUSE_MS)
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#readers
  }
}

function onReplica(url: string): string {
  const address = new URL(url)
  address.port = String(followed.replica.port)
  return address.href
}

async function call(method: string, path: string, as: Caller, body: unknown) {
  const answer = await suite.call(method, path, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const readThread = async (as?: Caller) =>
  (await suite.call('GET', `/forum/threads/${thread}?limit=1`, as ? { as } : {})).body

const guest = () => suite.principal({ kind: 'guest' }, 'forum')

/** What a member writes from now on guests read in time. */
async function guestsReadNews(): Promise<void> {
  await call('POST', `/forum/threads/${thread}`, ada, { body: 'News' })
  const { posts } = await readThread(ada)
  await expect.poll(async () => (await readThread()).posts.count, FRESH).toBe(posts.count)
}

/** What every process of the forum measures by this name. */
const measured = (name: string, label = ''): Promise<number[]> =>
  Promise.all(
    suite.urls.forum.map(async (url) => {
      const { text } = await suite.call('GET', `${url}/metrics`)
      const [, value] = new RegExp(`^${name}\\{.*${label}.*\\} (\\S+)$`, 'm').exec(text) ?? []
      if (value === undefined) throw new Error(`${name} is not measured`)
      return Number(value)
    }),
  )

const isFit = (fit: 0 | 1) => expect.poll(() => measured('database_replica_fit'), SOON).toEqual([fit, fit])

const onServer = (server: 'primary' | 'replica', statement: string) =>
  administer(followed[server].urlOf('agora'), 'SET search_path TO forum', statement)

const replay = (what: 'pause' | 'resume') => onServer('replica', `SELECT pg_wal_replay_${what}()`)

/** When the replica was asked for a guest the last time, in milliseconds. */
async function newestOnReplica(): Promise<number> {
  const [row] = await onServer(
    'replica',
    `SELECT max(query_start) AS at FROM pg_stat_activity WHERE application_name = 'agora-forum-guests'`,
  )
  return Number(row?.at)
}

/** Rows that a guest's request gets. */
function read(db: Database, statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) =>
    db.readForGuest?.(() => db.query(statement).then(({ rows }) => resolve(rows), reject)),
  )
}

async function serverOf(db: Database): Promise<string> {
  const [row] = await read(db, sql`SELECT current_setting('port') AS port`)
  return Number(row?.port) === followed.replica.port ? 'replica' : 'primary'
}
