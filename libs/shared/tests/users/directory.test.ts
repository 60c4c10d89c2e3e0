import { rowReads } from '@agora/shared/database/row-reads'
import { type Suite, startSuite } from '@agora/testing/suite'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/contracts/ids.ts'
import { createDatabase, type Database } from '../../src/database/database.ts'
import type { Queries, Statement } from '../../src/database/sql.ts'
import { connectNats } from '../../src/messaging/nats.ts'
import { Upstream } from '../../src/upstream/upstream.ts'
import { startUserConsumer } from '../../src/users/consumer.ts'
import { createUserDirectory } from '../../src/users/directory.ts'
import { gatewayUsers } from '../../src/users/gateway-client.ts'
import { until } from '../messaging/ground.ts'

const logger = pino({ level: 'silent' })
let suite: Suite
let database: Database

beforeAll(async () => {
  suite = await startSuite({ services: ['gateway'] })
  database = createDatabase({ url: suite.database.urls.forum, schema: 'forum', size: 5, name: 'test' })
})
afterAll(async () => {
  await database?.close()
  await suite?.close()
})

const gateway = (url = suite.url, key = suite.secrets.serviceKeys.forum) =>
  gatewayUsers({ gateway: new Upstream({ urls: [url] }), key })
const nobody = () => gateway('http://127.0.0.1:9')
const unavailable = { name: 'ApiError', definition: { status: 503 } }

/** The forum's database, with its reads counted. */
function counted() {
  const counts = { reads: 0 }
  const db: Queries = {
    ...rowReads,
    query: (statement: Statement) => {
      if (statement.text.trimStart().startsWith('SELECT')) counts.reads += 1
      return database.query(statement)
    },
  }
  return { db, counts }
}

test('unknown users are fetched from the gateway at once, and cached', async () => {
  const [ada, bob] = [
    await suite.member('ada', { displayName: 'Ada L' }),
    await suite.member('bob', { displayName: 'Bob' }),
  ]
  const ids = [ada.id.toUpperCase(), bob.id, bob.id, newId(), 'no id', '\0']
  const { db, counts } = counted()
  const found = await createUserDirectory(db, gateway()).findUsers(ids, null)
  expect([...found.values()].map(({ displayName }) => displayName).toSorted()).toEqual(['Ada L', 'Bob'])
  expect(found.get(ada.id)).toMatchObject({ id: ada.id, createdAt: expect.any(Date) })
  expect(counts.reads).toBe(1)

  const offline = createUserDirectory(db, nobody())
  expect(await offline.findUsers([ada.id, bob.id], null)).toEqual(found)
  expect(await offline.findUser(ada.id, null)).toEqual(found.get(ada.id))
  expect(counts.reads).toBe(3)
  await expect(offline.findUsers([ada.id, newId()], null)).rejects.toMatchObject(unavailable)
})

test('a username finds its account, and an impossible one finds nobody', async () => {
  const member = await suite.member('carol', { displayName: 'Carol' })
  const { resolve } = createUserDirectory(database, gateway())
  expect(await resolve({ username: 'carol' }, null)).toMatchObject({ id: member.id, displayName: 'Carol' })
  expect(await resolve({ id: member.id }, null)).toMatchObject({ displayName: 'Carol' })
  for (const username of ['nobody', '', 'x'.repeat(100_000), '\0', '\ud800', '__proto__']) {
    expect(await resolve({ username }, null)).toBeUndefined()
  }
  expect(await resolve({ email: 'nobody@example.org' }, null)).toBeUndefined()
  expect(await resolve({ id: 'no id' }, null)).toBeUndefined()
  expect(await resolve({ id: newId() }, null)).toBeUndefined()
})

test('the gateway says who is an administrator', async () => {
  const { isAdministrator } = createUserDirectory(database, gateway())
  const [administrator, member] = [await suite.administrator(), await suite.member('erin')]
  expect(await isAdministrator(administrator.id, null)).toBe(true)
  for (const id of [member.id, newId(), 'no id']) expect(await isAdministrator(id, null)).toBe(false)
  const offline = createUserDirectory(database, nobody())
  await expect(offline.isAdministrator(administrator.id, null)).rejects.toMatchObject(unavailable)
})

test('a gateway that refuses or is down is 503', async () => {
  const lookup = { username: 'ada' }
  const wrongKey = createUserDirectory(database, gateway(suite.url, 'not the key of any service'))
  await expect(wrongKey.resolve(lookup, null)).rejects.toMatchObject(unavailable)
  await expect(wrongKey.findUser(newId(), null)).rejects.toMatchObject(unavailable)
  await expect(createUserDirectory(database, nobody()).resolve(lookup, null)).rejects.toMatchObject(
    unavailable,
  )
})

test('registrations, renames and erasures arrive as events', { timeout: 120_000 }, async () => {
  const nats = connectNats({ url: suite.nats!.url, name: 'test', logger })
  const registry = new Registry()
  const consumer = startUserConsumer({
    service: 'test',
    nats,
    transaction: database.transaction,
    gateway: gateway(),
    logger,
    registry,
  })
  const directory = createUserDirectory(database, nobody())
  const nameOf = async (id: string) =>
    (await directory.findUser(id, null).catch(() => undefined))?.displayName
  const member = await suite.member('dora', { displayName: 'Dora' })
  await until(async () => (await nameOf(member.id)) === 'Dora')

  const { status } = await suite.call('PATCH', `/users/${member.id}`, {
    as: member,
    body: { display_name: 'Dora the Second' },
  })
  expect(status).toBe(200)
  await until(async () => (await nameOf(member.id)) === 'Dora the Second')

  const erased = await suite.call('DELETE', `/users/${member.id}`, { as: await suite.administrator() })
  expect(erased.status).toBe(200)
  await until(async () => (await nameOf(member.id)) === undefined)
  const shown = (await directory.findUsers([member.id], null)).get(member.id)
  expect(shown).toMatchObject({ displayName: 'Deleted member', isErased: true })
  await consumer.close()
  await nats.close()
})
