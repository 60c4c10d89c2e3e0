import { createPool } from '@agora/shared/database/pool'
import { databaseReadiness } from '@agora/shared/database/readiness'
import { startSuite } from '@agora/testing/suite'
import { createTestDatabase, poolDatabases } from '@agora/testing/test-postgres'
import pg from 'pg'
import { expect, test } from 'vitest'

/** Repeats every answer of the API through PgBouncer in transaction mode, with roles that may only read and write. */
poolDatabases()
await import('./suite-walk.slow.test.ts')
await import('./forum-walk.test.ts')

/** Runs one statement; returns its rows. */
async function ask(url: string | undefined, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('a pooler’s role has its settings, and may define nothing', async () => {
  const database = await createTestDatabase()
  try {
    const url = database.pooler?.urls.forum
    expect(await ask(url, 'SHOW search_path')).toEqual([{ search_path: 'forum' }])
    expect(await ask(url, 'SHOW statement_timeout')).toEqual([{ statement_timeout: '5s' }])
    expect(await ask(url, 'SHOW plan_cache_mode')).toEqual([{ plan_cache_mode: 'force_generic_plan' }])
    for (const statement of [
      'CREATE TABLE own ()',
      'DROP TABLE post',
      'ALTER TABLE post ADD COLUMN own TEXT',
    ])
      await expect(ask(url, statement)).rejects.toThrow(/permission denied|must be owner/)
    await expect(ask(url, 'SELECT FROM gateway.account')).rejects.toThrow('permission denied')
  } finally {
    await database.drop()
  }
})

test('a process is not ready while the role of its pooler has no search path', async () => {
  const database = await createTestDatabase()
  const { captcha: url = '' } = database.pooler?.urls ?? {}
  const pool = createPool({
    url,
    directUrl: database.pooler?.directUrls.captcha,
    schema: 'captcha',
    size: 1,
    name: 'pooled',
  })
  try {
    const role = new URL(url).username
    await ask(database.adminUrl, `ALTER ROLE ${role} RESET search_path`)
    await expect(databaseReadiness(pool)()).rejects.toThrow('"_prisma_migrations" does not exist')
  } finally {
    await pool.end()
    await database.drop()
  }
})

test('requests and work go through the pooler, sessions past it, and none as the owner', async () => {
  const suite = await startSuite({ services: ['gateway', 'forum'] })
  try {
    await suite.call('GET', '/forum/sections')
    const rows = await ask(
      suite.database.adminUrl,
      `SELECT pid, application_name AS name, usename AS role
         FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'agora-%'`,
    )
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['agora-forum', 'agora-forum-relay']))
    const pooled = (await suite.database.pooler?.sessions()) ?? []
    for (const { pid, name = '', role } of rows) {
      expect([name, pooled.includes(Number(pid))]).toEqual([name, /^agora-\w+$/.test(name)])
      expect(role, name).toMatch(/_rw$/)
    }
  } finally {
    await suite.close()
  }
})

test('while all of a pooler’s sessions are busy, requests fail in time, and no replica is taken out of service', async () => {
  const suite = await startSuite({ services: ['gateway', 'forum'] })
  const { adminUrl, pooler } = suite.database
  const [forum] = suite.urls.forum
  const sections = () => fetch(`${suite.url}/api/v1/forum/sections`)
  try {
    const busy = Promise.all(Array.from({ length: 4 }, () => ask(pooler?.urls.forum, 'SELECT pg_sleep(4.5)')))
    const sleeping = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(4.5)'`
    await expect.poll(async () => (await ask(adminUrl, `${sleeping} AND state = 'active'`)).length).toBe(4)
    const began = performance.now()
    const answer = sections()
    expect((await fetch(`${forum}/health/ready`)).status).toBe(200)
    expect((await answer).status).toBe(500)
    // The limit is the pooler's three seconds of waiting, not a statement's 5.5.
    expect(performance.now() - began).toBeLessThan(4_500)
    await busy
    expect((await sections()).status).toBe(200)
  } finally {
    await suite.close()
  }
})
