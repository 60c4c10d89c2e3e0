import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
// The forum has every model that the library's documentation asks for.
import { PrismaClient } from '../../../../services/forum/src/generated/prisma/client.ts'
import { userCreated } from '../../src/contracts/events/identity.ts'
import { newId } from '../../src/contracts/ids.ts'
import { createPool } from '../../src/database/pool.ts'
import { purgeConsumedEvents, recordConsumed } from '../../src/messaging/consumed.ts'
import { appendEvent, appendEvents } from '../../src/messaging/outbox.ts'
import { readKnownUsers, storeAnsweredUsers, storeKnownUser } from '../../src/users/known-users.ts'

let database: TestDatabase
let pool: pg.Pool
let prisma: PrismaClient
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool({ url: database.urls.forum, schema: 'forum', size: 5, name: 'test' })
  prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'forum' }) })
})
afterAll(async () => {
  await prisma?.$disconnect()
  await pool?.end()
  await database?.drop()
})

const created = (name: string) =>
  userCreated.of({ user: { id: newId(), display_name: name }, created_at: new Date().toISOString() })

test('events are written in an interactive transaction, in order, and not by a plain client', async () => {
  const events = [created('first'), created('second "\\ é 🦊')]
  await prisma.$transaction((tx) => appendEvents(tx, null, events))
  const rows = await prisma.outboxEvent.findMany({ orderBy: { seq: 'asc' } })
  expect(rows.map(({ data }) => data)).toEqual(events.map(({ data }) => data))
  expect(rows.map(({ key }) => key)).toEqual(events.map(({ key }) => key))

  // @ts-expect-error a plain client is no transaction
  await expect(appendEvent(prisma, null, created('third'))).rejects.toThrow(
    'inside an interactive transaction',
  )
  expect(await prisma.outboxEvent.count()).toBe(2)
})

test('an event is recorded once per consumer, and its record is purged with age', async () => {
  const id = newId()
  const record = (consumer: string) => prisma.$transaction((tx) => recordConsumed(tx, consumer, id))
  expect(await record('one')).toBe(true)
  expect(await record('one')).toBe(false)
  expect(await record('two')).toBe(true)
  await prisma.consumedEvent.updateMany({
    where: { consumer: 'one' },
    data: { consumedAt: new Date('2020-01-01') },
  })
  expect(await purgeConsumedEvents(prisma)).toBe(1)
  expect(await record('two')).toBe(false)
})

test('an older event or answer about a user never wins over a newer event', async () => {
  const id = newId()
  const createdAt = new Date('2026-01-02T03:04:05.678Z')
  const user = (displayName: string) => ({ id, displayName, createdAt })
  const stored = async () => (await readKnownUsers(prisma, [id]))[0]

  await storeAnsweredUsers(prisma, [user('Answered')])
  expect(await stored()).toEqual(user('Answered'))
  await storeKnownUser(prisma, user('Second'), 20)
  await storeKnownUser(prisma, user('First'), 10)
  await storeAnsweredUsers(prisma, [user('Answered late')])
  expect(await stored()).toEqual(user('Second'))
  await storeKnownUser(prisma, user('Third'), 30)
  expect(await stored()).toEqual(user('Third'))
})
