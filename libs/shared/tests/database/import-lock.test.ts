import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../src/database/database.ts'
import { ImportBusyError, isImporting, lockImport } from '../../src/database/import-lock.ts'

let databases: TestDatabase[]
let here: Database
let elsewhere: Database
beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()]
  const [one, other] = databases.map(({ urls }) =>
    createDatabase({ url: urls.forum, schema: 'forum', size: 2, name: 'test' }),
  )
  here = one!
  elsewhere = other!
})
afterAll(async () => {
  await here?.close()
  await elsewhere?.close()
  for (const database of databases ?? []) await database.drop()
})

test('an importer is known in its own database while its connection lasts, and keeps others out', async () => {
  const importer = await here.pool.connect()
  await lockImport(importer, 'forum')
  expect(await isImporting(here, 'forum')).toBe(true)
  expect(await isImporting(here, 'archive')).toBe(false)
  expect(await isImporting(elsewhere, 'forum')).toBe(false)
  await expect(lockImport(here, 'forum', 0)).rejects.toThrow(ImportBusyError)
  importer.release(true)
  await expect.poll(() => isImporting(here, 'forum')).toBe(false)
})
