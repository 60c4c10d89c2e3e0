import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../src/database/database.ts'
import { isUniqueViolation, join, prepared, sql, type Transaction } from '../../src/database/sql.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  // With a single connection, one that is not returned is missed at once.
  db = createDatabase({ url: database.urls.forum, schema: 'forum', size: 1, name: 'test' })
  await db.query(sql`CREATE TABLE note (name text CONSTRAINT note_name UNIQUE, at timestamptz, size bigint)`)
})
beforeEach(() => db.query(sql`DELETE FROM note`))
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const insert = (tx: Transaction, name: string) => tx.query(sql`INSERT INTO note (name) VALUES (${name})`)
const names = async () =>
  (await db.query<{ name: string }>(sql`SELECT name FROM note ORDER BY name`)).rows.map(({ name }) => name)

test('values and parts of statements keep their places, dates and counters their types', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  const filter = sql`name = ANY(${['a', "b'; --"]}) AND size > ${40}`
  await db.query(
    sql`INSERT INTO note VALUES ${join([sql`(${'a'}, ${at}, 41)`, sql`(${"b'; --"}, ${at}, 2)`])}`,
  )
  const read = prepared('read-note', sql`SELECT name, at AS "writtenAt", size FROM note WHERE ${filter}`)
  for (let times = 0; times < 2; times += 1)
    expect((await db.query(read)).rows).toEqual([{ name: 'a', writtenAt: at, size: 41 }])
})

test('an error rolls everything back and is rethrown unchanged', async () => {
  const reason = new Error('no')
  const work = db.transaction(async (tx) => {
    await insert(tx, 'a')
    throw reason
  })
  await expect(work).rejects.toBe(reason)
  expect(await names()).toEqual([])
  expect(await db.transaction(async (tx) => (await insert(tx, 'b')).rowCount)).toBe(1)
  expect(await names()).toEqual(['b'])
})

test('a failure that the work swallows does not count as a commit', async () => {
  const work = db.transaction(async (tx) => {
    await insert(tx, 'a')
    await insert(tx, 'a').catch(() => {})
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await names()).toEqual([])
})

test('of simultaneous statements, those after a failure do not run on their own', async () => {
  let late: Promise<unknown> | undefined
  const work = db.transaction(async (tx) => {
    await Promise.all([
      tx.query(sql`SELECT 1 / 0`),
      insert(tx, 'a'),
      new Promise((resolve) => {
        late = new Promise((after) => setTimeout(after, 100)).then(() => insert(tx, 'b'))
        late.then(resolve, resolve)
      }),
    ])
  })
  await expect(work).rejects.toThrow('division by zero')
  await expect(late).rejects.toThrow('has ended')
  expect(await names()).toEqual([])
})

test('a lost connection rolls back its transaction, and the next one gets another', async () => {
  const work = db.transaction(async (tx) => {
    await insert(tx, 'a')
    await tx.query(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(work).rejects.toThrow()
  expect(await names()).toEqual([])
})

test('a taken value is distinguished from other failures', async () => {
  await db.transaction((tx) => insert(tx, 'a'))
  const failure = await db.transaction((tx) => insert(tx, 'a')).catch((error) => error)
  expect(isUniqueViolation(failure)).toBe(true)
  expect(isUniqueViolation(failure, 'note_name')).toBe(true)
  expect(isUniqueViolation(failure, 'another')).toBe(false)
  const other = await db.query(sql`SELECT 1 / 0`).catch((error) => error)
  expect(isUniqueViolation(other)).toBe(false)
})
