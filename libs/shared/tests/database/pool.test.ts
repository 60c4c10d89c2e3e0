import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
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
