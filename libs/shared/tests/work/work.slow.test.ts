import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRedis } from '@agora/suite/servers/redis'
import type { FolderStore } from '@agora/suite/servers/server'
import { temporaryFolder } from '@agora/suite/temporary'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../src/contracts/ids.ts'
import { createDatabase, type Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { startNotes } from './notes.mjs'

const folder = temporaryFolder('work')
let database: TestDatabase
let redis: FolderStore
let db: Database
const children = new Set<ChildProcess>()

beforeAll(async () => {
  database = await createTestDatabase()
  redis = await startRedis({ folder: path.join(folder.path, 'redis') })
  db = createDatabase({ url: database.adminUrl, schema: 'app', size: 3, name: 'test' })
  await db.query(sql`CREATE SCHEMA app`)
  await db.query(sql`
    CREATE TABLE note (id uuid PRIMARY KEY, due_at timestamptz(3) NOT NULL DEFAULT now(),
      attempts int NOT NULL DEFAULT 0, done boolean NOT NULL DEFAULT false)`)
  await db.query(sql`CREATE TABLE note_act (note uuid NOT NULL, process int NOT NULL)`)
  await db.query(sql`CREATE TABLE note_effect (note uuid NOT NULL)`)
}, 60_000)
beforeEach(() => db.query(sql`TRUNCATE note, note_act, note_effect`))
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await Promise.all([...children].map(ended))
  children.clear()
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
  await redis?.stop()
  folder.remove()
}, 60_000)

/** A process that works on the notes and kills itself at the given point, if any. */
function worker(point = '', actMs = 0): ChildProcess {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'notes.mjs')], {
    env: { DATABASE_URL: database.adminUrl, REDIS_URL: redis.url, POINT: point, ACT_MS: String(actMs) },
    stdio: 'inherit',
  })
  children.add(child)
  return child
}
const ended = (child: ChildProcess) =>
  new Promise<string | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.signalCode)
    else child.once('exit', (_code, signal) => resolve(signal))
  })

async function write(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  await db.query(sql`INSERT INTO note (id) SELECT unnest(${ids}::uuid[])`)
  await db.query(sql`SELECT pg_notify('note_due', '')`)
  return ids
}
const open = async () => (await db.query(sql`SELECT FROM note WHERE NOT done`)).rowCount
const allDone = () => expect.poll(open, { timeout: 60_000, interval: 50 }).toBe(0)
const effects = async () => {
  const { rows } = await db.query<{ times: number }>(
    sql`SELECT count(*) AS times FROM note_effect GROUP BY note`,
  )
  return rows.map(({ times }) => times)
}

describe('a process that is killed', () => {
  // In the order in which a row reaches them.
  const points = ['found', 'queued', 'claimed', 'acted', 'ended', 'written', 'committed']
  test.each(points)(
    'at "%s" loses no row, and what is written with an end is written once',
    async (point) => {
      await write(20)
      expect(await ended(worker(point))).toBe('SIGKILL')
      worker()
      await allDone()
      expect(await effects()).toEqual(Array(20).fill(1))
    },
  )

  test('repeatedly, two at a time, while Redis forgets: the same holds', async () => {
    await write(300)
    for (let round = 0; round < 6; round += 1) {
      const pair = [worker('', 20), worker('', 20)]
      await sleep(700 + 100 * round)
      if (round % 2) await redis.restart({ empty: true })
      for (const one of pair) one.kill('SIGKILL')
      await Promise.all(pair.map(ended))
    }
    worker()
    await allDone()
    expect(await effects()).toEqual(Array(300).fill(1))
  })
})

test('two processes share the rows, and each row is processed once', async () => {
  const ids = await write(200)
  worker('', 10)
  worker('', 10)
  await allDone()
  const { rows } = await db.query<{ note: string; process: number }>(sql`SELECT note, process FROM note_act`)
  expect(rows.map(({ note }) => note).sort()).toEqual(ids.sort())
  expect(new Set(rows.map(({ process }) => process)).size).toBe(2)
})

test('a process paused past its lease writes nothing to its row', async () => {
  await write(1)
  const first = worker('', 1_000)
  await expect
    .poll(async () => (await db.query(sql`SELECT FROM note_act`)).rowCount, { timeout: 30_000 })
    .toBe(1)
  first.kill('SIGSTOP')
  worker()
  await allDone()
  first.kill('SIGCONT')
  await sleep(2_000)
  expect(await effects()).toEqual([1])
  expect((await db.query(sql`SELECT attempts FROM note`)).rows).toEqual([{ attempts: 2 }])
})

test('the age of the oldest waiting row is reported while it waits, and not after', async () => {
  const registry = new Registry()
  // Each of eight runs takes several polls; the ninth row waits for one of them.
  const notes = startNotes(database.adminUrl, redis.url, () => {}, 4_000, registry)
  const waited = async () => {
    const metric = await registry.getSingleMetric('work_oldest_due_seconds')?.get()
    return metric?.values[0]?.value ?? 0
  }
  try {
    await write(9)
    await expect.poll(waited).toBeGreaterThan(0.5)
    await allDone()
    await expect.poll(waited).toBe(0)
  } finally {
    await notes.close()
  }
})

test('a lease is kept for as long as the work lasts', async () => {
  await write(4)
  worker('', 3_500)
  worker('', 3_500)
  await allDone()
  expect((await db.query(sql`SELECT FROM note_act`)).rowCount).toBe(4)
})

test('while Redis is down the rows are processed all the same', async () => {
  await redis.kill()
  await write(30)
  worker()
  await allDone()
  await redis.restart({ empty: true })
  expect(await effects()).toEqual(Array(30).fill(1))
})
