import { createDatabase } from '@agora/shared/database/database'
import { sql } from '@agora/shared/database/sql'
import { expect, onTestFinished, test } from 'vitest'
import { administer, startFollowedDatabase } from './support/followed-database.ts'
import { whileFrozen } from './support/freezing.ts'

/** As long as any store's failover may be felt, in milliseconds. */
const SOON = { timeout: 15_000, interval: 50 }
const CONNECTIONS = 10

test('a primary that vanishes without closing its connections costs one wait, not one for each of them', async () => {
  const { database, primary, replica } = await startFollowedDatabase()
  onTestFinished(() => database.drop())
  const { username, password, pathname } = new URL(database.urls.forum)
  const hosts = [primary, replica].map(({ port }) => `127.0.0.1:${port}`).join()
  const db = createDatabase({
    url: `postgresql://${username}:${password}@${hosts}${pathname}`,
    schema: 'forum',
    size: CONNECTIONS,
    name: 'vanished',
  })
  onTestFinished(() => db.close())
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db.query(sql`SELECT pg_sleep(0.2)`)))
  expect(db.pool.idleCount).toBe(CONNECTIONS)
  await whileFrozen([primary.pid ?? 0], async () => {
    await administer(replica.url, 'SELECT pg_promote()')
    const answers = () => db.query(sql`SELECT`).then(({ rowCount }) => rowCount)
    await expect.poll(() => answers().catch(String), SOON).toBe(1)
  })
}, 60_000)
