import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userCreatedV1 } from '../../src/contracts/events/identity-v1.ts'
import { newId } from '../../src/contracts/ids.ts'
import { createDatabase, type Database } from '../../src/database/database.ts'
import { sql } from '../../src/database/sql.ts'
import { purgeConsumedEvents, recordConsumed } from '../../src/messaging/consumed.ts'
import { appendEvent, appendEvents } from '../../src/messaging/outbox.ts'
import { readKnownUsers, storeAnsweredUsers, storeKnownUser } from '../../src/users/known-users.ts'

// The forum has every model in the library's documentation.
let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase({ url: database.urls.forum, schema: 'forum', size: 5, name: 'test' })
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const created = (name: string) =>
  userCreatedV1.of({ user: { id: newId(), display_name: name }, created_at: new Date().toISOString() })

test('events are written in a transaction, in order, and not outside of one', async () => {
  const events = [created('first'), created('second "\\ é 🦊')]
  await db.transaction((tx) => appendEvents(tx, null, events))
  const { rows } = await db.query(sql`SELECT key, data FROM outbox_event ORDER BY seq`)
  expect(rows).toEqual(events.map(({ key, data }) => ({ key, data })))

  // @ts-expect-error the handle is not a transaction
  await expect(appendEvent(db, null, created('third'))).rejects.toThrow('inside a transaction')
  expect((await db.query(sql`SELECT FROM outbox_event`)).rowCount).toBe(2)
})

test('an event is recorded once per consumer, and its record is purged with age', async () => {
  const id = newId()
  const record = (consumer: string) => db.transaction((tx) => recordConsumed(tx, consumer, id))
  expect(await record('one')).toBe(true)
  expect(await record('one')).toBe(false)
  expect(await record('two')).toBe(true)
  await db.query(sql`UPDATE consumed_event SET consumed_at = '2020-01-01' WHERE consumer = 'one'`)
  expect(await purgeConsumedEvents(db)).toBe(1)
  expect(await record('two')).toBe(false)
})

test('an older event or answer about a user never wins over a newer event', async () => {
  const id = newId()
  const createdAt = new Date('2026-01-02T03:04:05.678Z')
  const user = (displayName: string) => ({ id, displayName, createdAt, isErased: false })
  const stored = async () => (await readKnownUsers(db, [id]))[0]

  await storeAnsweredUsers(db, [user('Answered')])
  expect(await stored()).toEqual(user('Answered'))
  await storeKnownUser(db, user('Second'), 20)
  await storeKnownUser(db, user('First'), 10)
  await storeAnsweredUsers(db, [user('Answered late')])
  expect(await stored()).toEqual(user('Second'))
  await storeKnownUser(db, user('Third'), 30)
  expect(await stored()).toEqual(user('Third'))
})
