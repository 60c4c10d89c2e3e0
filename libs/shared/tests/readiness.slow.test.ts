import { createPool } from '@agora/shared/database/pool'
import { databaseReadiness } from '@agora/shared/database/readiness'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

let database: TestDatabase
let pool: pg.Pool
let isReady: () => Promise<void>

beforeEach(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.urls.captcha, schema: 'captcha', size: 2, name: 'readiness' })
  isReady = databaseReadiness(pool)
})
afterEach(async () => {
  await database.drop()
  await pool.end()
})

async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  await client.query(sql)
  await client.end()
}

test('a busy pool with a queue does not count as an unreachable database', async () => {
  await isReady()
  const busy = Promise.allSettled(Array.from({ length: 6 }, () => pool.query('SELECT pg_sleep(1)')))
  await expect.poll(() => pool.waitingCount).toBe(4)
  for (let time = 0; time < 10; time++) await isReady()
  await busy
})

async function sessions(): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1 AND application_name = 'readiness-readiness'`,
    [database.name],
  )
  return rows[0]?.count
}

test('simultaneous checks ask the database once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => isReady()))
  expect(await sessions()).toBe(1)
})

test('a connection that is lost takes nothing from the one made in its place', async () => {
  const blocker = new pg.Client({ connectionString: database.adminUrl })
  await blocker.connect()
  await blocker.query('BEGIN; LOCK TABLE captcha._prisma_migrations IN ACCESS EXCLUSIVE MODE')
  await expect(isReady()).rejects.toThrow()
  await blocker.end()
  // Without a pause: the first may not have closed yet, and is asked once more until its own bound is over.
  for (let asked = 0; asked < 50; asked++) await isReady().catch(() => {})
  await isReady()
  await expect.poll(sessions).toBe(1)
})

test('a schema that is missing or unmigrated is not ready until it is there', async () => {
  await isReady()
  await administer(
    'CREATE TABLE public.kept AS SELECT * FROM captcha._prisma_migrations; TRUNCATE captcha._prisma_migrations',
  )
  await expect(isReady()).rejects.toThrow('holds no migration')
  await administer('INSERT INTO captcha._prisma_migrations SELECT * FROM public.kept')
  await isReady()
  await administer('ALTER SCHEMA captcha RENAME TO elsewhere')
  await expect(isReady()).rejects.toThrow('does not exist')
  await administer('ALTER SCHEMA elsewhere RENAME TO captcha')
  await isReady()
})

test('a locked table is noticed within a second', async () => {
  await isReady()
  const blocker = new pg.Client({ connectionString: database.adminUrl })
  await blocker.connect()
  await blocker.query('BEGIN; LOCK TABLE captcha._prisma_migrations IN ACCESS EXCLUSIVE MODE')
  const began = performance.now()
  await expect(isReady()).rejects.toThrow()
  expect(performance.now() - began).toBeLessThan(1_500)
  await blocker.end()
  await expect
    .poll(() =>
      isReady().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})
