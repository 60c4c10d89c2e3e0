import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../src/database/pool.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

test.each([
  { title: 'without a pooler', isPooled: false, poolerPrepares: false, prepared: ['named'] },
  { title: 'behind one that tracks no statements', isPooled: true, poolerPrepares: false, prepared: [] },
  { title: 'behind one that does', isPooled: true, poolerPrepares: true, prepared: ['named'] },
])('a connection $title prepares $prepared', async ({ isPooled, poolerPrepares, prepared }) => {
  const url = database.urls.forum
  const pool = createPool({
    url,
    directUrl: isPooled ? url : undefined,
    poolerPrepares,
    schema: 'forum',
    size: 1,
    name: 'prepares',
  })
  try {
    await pool.query({ name: 'named', text: 'SELECT 1' })
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM pg_prepared_statements')
    expect(rows.map(({ name }) => name)).toEqual(prepared)
  } finally {
    await pool.end()
  }
})

/** A pool with so many idle connections. */
async function filledPool(size: number): Promise<pg.Pool> {
  const pool = createPool({ url: database.urls.forum, schema: 'forum', size, name: 'filled' })
  const clients = await Promise.all(Array.from({ length: size }, () => pool.connect()))
  for (const client of clients) client.release()
  return pool
}
const backendOf = async (queries: pg.Pool) => {
  const { rows } = await queries.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

test('once a connection breaks, nobody is given one that was idle meanwhile', async () => {
  const pool = await filledPool(3)
  try {
    const before = await Promise.all([backendOf(pool), backendOf(pool), backendOf(pool)])
    const client = (await pool.connect()) as pg.PoolClient & pg.Client
    client.connection.stream.destroy()
    client.release(new Error('broken'))
    expect(pool.idleCount).toBe(0)
    expect(before).not.toContain(await backendOf(pool))
  } finally {
    await pool.end()
  }
})

test('a connection that is closed on purpose takes no other with it', async () => {
  const pool = await filledPool(3)
  try {
    const client = await pool.connect()
    client.release(true)
    expect(pool.idleCount).toBe(2)
    await Promise.all([backendOf(pool), backendOf(pool)])
  } finally {
    await pool.end()
  }
})

test('while a server leaves attempts to connect unanswered, one waits for all', async () => {
  let attempts = 0
  const frozen = createServer((socket) => {
    attempts += 1
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  const { port } = frozen.address() as AddressInfo
  const size = 5
  const pool = createPool({
    url: `postgres://nobody@127.0.0.1:${port}/none`,
    schema: 'forum',
    size,
    name: 'silent',
  })
  const ask = () =>
    Promise.allSettled(Array.from({ length: 2 * size }, () => pool.query('SELECT 1'))).then((outcomes) =>
      expect(outcomes.map(({ status }) => status)).toEqual(Array(2 * size).fill('rejected')),
    )
  try {
    await ask()
    await ask()
    expect(attempts).toBe(size + 1)
  } finally {
    await pool.end()
    frozen.close()
  }
})
