import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { awaitMigrations } from '@agora/shared/database/await-migrations'
import { migrate } from '@agora/shared/database/migrate'
import { MigrationError } from '@agora/shared/database/migration-records'
import { readWriteRoleStatements } from '@agora/suite/read-write-role'
import { temporaryFolder } from '@agora/suite/temporary'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

describe('migrate', () => {
  let database: TestDatabase
  let folder: ReturnType<typeof temporaryFolder>
  let client: pg.Client

  beforeEach(async () => {
    database = await createTestDatabase()
    folder = temporaryFolder('migrations')
    client = new pg.Client({ connectionString: database.adminUrl })
    await client.connect()
  })

  afterEach(async () => {
    await client.end()
    await database.drop()
    folder.remove()
  })

  const write = (name: string, sql: string) => {
    mkdirSync(path.join(folder.path, name), { recursive: true })
    writeFileSync(path.join(folder.path, name, 'migration.sql'), sql)
  }
  const run = () => migrate({ url: database.adminUrl, schema: 'shop', directory: folder.path })
  const count = async (sql: string) => Number((await client.query(sql)).rows[0].count)

  test('applies what is missing, in the order of the names, and nothing twice', async () => {
    write('20260102_second', 'ALTER TABLE "item" ADD COLUMN "price" INTEGER; INSERT INTO item VALUES (1, 2);')
    write('20260101_first', 'CREATE TABLE "item" ("id" INTEGER PRIMARY KEY);')

    expect(await run()).toEqual({ applied: ['20260101_first', '20260102_second'], unknown: [] })
    expect(await run()).toEqual({ applied: [], unknown: [] })
    write('20260103_third', 'INSERT INTO item VALUES (2, 3);')
    expect(await run()).toEqual({ applied: ['20260103_third'], unknown: [] })
    expect(await count('SELECT count(*) FROM shop.item')).toBe(2)
  })

  test('leaves nothing of a failed migration, says where it failed, and continues once it is fixed', async () => {
    write('1_good', 'CREATE TABLE item (id INTEGER PRIMARY KEY);')
    write('2_bad', 'INSERT INTO item VALUES (1);\n\nINSERT INTO item VALUES (1);')

    await expect(run()).rejects.toThrow(/shop: migration 2_bad failed: duplicate key/)
    expect(await count('SELECT count(*) FROM shop.item')).toBe(0)
    write('2_bad', 'INSERT INTO item VALUES (1);\nSELECT nothing_of_this_name;')
    await expect(run()).rejects.toThrow('(line 2)')
    write('2_bad', 'INSERT INTO item VALUES (1);')
    expect((await run()).applied).toEqual(['2_bad'])
  })

  test('refuses a migration that was edited after it was applied', async () => {
    write('1_first', 'CREATE TABLE item (id INTEGER);')
    await run()
    write('1_first', 'CREATE TABLE item (id BIGINT);')

    const failure = await run().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MigrationError)
    expect(String(failure)).toContain('1_first was edited')
  })

  test('leaves a newer version’s migrations alone', async () => {
    await run()
    await client.query(
      `INSERT INTO shop._prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'y', '9_newer', now())`,
    )
    expect(await run()).toEqual({ applied: [], unknown: ['9_newer'] })
  })

  test('stops at a migration that another tool left half-way', async () => {
    await run()
    await client.query(
      `INSERT INTO shop._prisma_migrations (id, checksum, migration_name, logs) VALUES ('x', 'y', '1_half', 'disk full')`,
    )
    await expect(run()).rejects.toThrow(/1_half has failed earlier.*disk full/s)
  })

  test('applies each migration once when several replicas start at the same moment', async () => {
    write('1_first', 'CREATE TABLE item (id INTEGER); SELECT pg_sleep(0.2);')
    write('2_second', 'INSERT INTO item VALUES (1);')

    const results = await Promise.all([run(), run(), run(), run()])
    expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['1_first', '2_second'])
    expect(await count('SELECT count(*) FROM shop.item')).toBe(1)
  })

  test('works for a role that owns its schema and may not create any', async () => {
    write('1_first', 'CREATE TABLE item (id INTEGER);')
    const result = await migrate({ url: database.urls.captcha, schema: 'captcha', directory: folder.path })
    expect(result.applied).toEqual(['1_first'])
    const refused = migrate({ url: database.urls.captcha, schema: 'shop', directory: folder.path })
    await expect(refused).rejects.toThrow('the schema shop is missing, and this role may not create it')
  })

  test('is waited for by a role that may only read and write', async () => {
    const own = { url: database.urls.captcha, schema: 'captcha', directory: folder.path }
    const name = `${database.name}_reader`
    const owner = new URL(database.urls.captcha).username
    for (const statement of readWriteRoleStatements({ name, password: name, owner, service: 'captcha' }))
      await client.query(statement)
    const reader = Object.assign(new URL(database.adminUrl), { username: name, password: name }).href
    try {
      write('1_first', 'CREATE TABLE item (id INTEGER);')
      const notes: string[] = []
      const waiting = awaitMigrations({ ...own, url: reader, note: (line) => notes.push(line) })
      await expect.poll(() => notes).toEqual(['captcha: waits for migrations: 1_first'])
      await migrate(own)
      await waiting
      write('1_first', 'CREATE TABLE item (id BIGINT);')
      await expect(awaitMigrations({ ...own, url: reader })).rejects.toThrow('1_first was edited')
      await expect(migrate({ ...own, url: reader })).rejects.toThrow('1_first was edited')
      write('1_first', 'CREATE TABLE item (id INTEGER);')
      write('2_second', 'CREATE TABLE other (id INTEGER);')
      await expect(migrate({ ...own, url: reader })).rejects.toThrow('permission denied')
    } finally {
      await client.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`)
    }
  })

  test('is waited for where there is no schema yet', async () => {
    write('1_first', 'CREATE TABLE item (id INTEGER);')
    const waiting = awaitMigrations({ url: database.adminUrl, schema: 'shop', directory: folder.path })
    await run()
    await waiting
  })

  test('does not wait for another schema’s migration, nor where nothing is pending', async () => {
    write('1_first', 'CREATE TABLE item (id INTEGER);')
    await run()
    // The locks of an hour-long migration of this schema, and of one of another schema.
    await client.query(`SELECT pg_advisory_lock(72707369, hashtext('shop'))`)
    expect(await run()).toEqual({ applied: [], unknown: [] })
    const other = await migrate({ url: database.adminUrl, schema: 'depot', directory: folder.path })
    expect(other.applied).toEqual(['1_first'])
  })

  test('lets others use a table that it cannot lock yet, and retries', async () => {
    write('1_first', 'CREATE TABLE item (id INTEGER);')
    await run()
    write('2_second', 'ALTER TABLE item ADD COLUMN price INTEGER;')
    // As a backup does.
    await client.query('BEGIN; LOCK TABLE shop.item IN ACCESS SHARE MODE')
    const notes: string[] = []
    const running = migrate({
      url: database.adminUrl,
      schema: 'shop',
      directory: folder.path,
      note: (line) => notes.push(line),
    })
    const reader = new pg.Client({ connectionString: database.adminUrl, statement_timeout: 3_000 })
    await reader.connect()
    try {
      while (notes.length < 2) await reader.query('SELECT count(*) FROM shop.item')
    } finally {
      await reader.end()
    }
    await client.query('COMMIT')
    expect((await running).applied).toEqual(['2_second'])
  })

  test('builds an index outside a transaction, and again if an attempt was killed', async () => {
    write('1_first', 'CREATE TABLE item (id INTEGER); INSERT INTO item SELECT generate_series(1, 1000);')
    await run()
    // What a killed attempt leaves: an invalid index of this name. Here duplicates make it fail.
    await client.query('INSERT INTO shop.item VALUES (1)')
    await expect(client.query('CREATE UNIQUE INDEX CONCURRENTLY item_id ON shop.item (id)')).rejects.toThrow()
    await client.query('DELETE FROM shop.item WHERE ctid IN (SELECT max(ctid) FROM shop.item WHERE id = 1)')
    write('2_index', '-- outside a transaction\nCREATE UNIQUE INDEX CONCURRENTLY item_id ON item (id);')
    expect((await run()).applied).toEqual(['2_index'])
    expect(
      await count(`SELECT count(*) FROM pg_index WHERE indexrelid = 'shop.item_id'::regclass AND indisvalid`),
    ).toBe(1)
    // As if it had been killed just before the record.
    await client.query(`DELETE FROM shop._prisma_migrations WHERE migration_name = '2_index'`)
    expect((await run()).applied).toEqual(['2_index'])
    write('3_two', '-- outside a transaction\nDROP INDEX CONCURRENTLY item_id; SELECT 1;')
    await expect(run()).rejects.toThrow('cannot run inside a transaction block')
  })

  test('one of several simultaneous callers builds an index, while the others wait', async () => {
    write('1_first', 'CREATE TABLE item (id INTEGER);')
    write('2_index', '-- outside a transaction\nCREATE INDEX CONCURRENTLY item_id ON item (id);')
    const results = await Promise.all([run(), run(), run(), run()])
    expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['1_first', '2_index'])
  })
})
