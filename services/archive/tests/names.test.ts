import { transactions } from '@agora/shared/database/database'
import { sharedSuite } from '@agora/testing/shared-suite'
import { type Suite, startSuite } from '@agora/testing/suite'
import { createTestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameRecords } from '../src/backfill/store-names.ts'
import { type ArchiveDatabase, archiveDatabase, games } from './support/database.ts'
import { sample } from './support/imports.ts'
import { read, until } from './support/service.ts'

let suite: Suite
let archive: ArchiveDatabase
beforeAll(async () => {
  suite = await sharedSuite({ services: ['archive'] })
  archive = await archiveDatabase(suite.database)
})
afterAll(async () => {
  await archive?.close()
  await suite?.close()
})

const [server = '', other = ''] = games.game_a.servers
const [serverB = ''] = games.game_b.servers
const may = '2024-05-01T00:00:00.000Z'
const june = '2024-06-01T00:00:00.000Z'

const importAll = async (observations: readonly object[]) => {
  await archive.empty()
  const lines = observations.map((one) => JSON.stringify(one)).join('\n')
  expect((await archive.importChunks([lines])).rejections).toEqual([])
}
const creature = (id: number, name?: string | null, on = server, retrieved_at = may) => ({
  type: 'GameACreature',
  server: on,
  id: String(id),
  retrieved_at,
  ...(name === undefined ? {} : { name }),
})

interface Item {
  type: string
  server: string | null
  id: string
  name: string | null
}
interface Records {
  items: Item[]
  next: string | null
}
const list = async (query: Record<string, string> = {}): Promise<Records> => {
  const { status, body } = await read(suite, `records?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}
const namesOf = async (query: Record<string, string>) => (await list(query)).items.map(({ name }) => name)

async function walk(query: Record<string, string>): Promise<Item[]> {
  const { items, next } = await list(query)
  return next === null ? items : [...items, ...(await walk({ ...query, after: next }))]
}

const unequalNames = async ({ pool }: ArchiveDatabase) =>
  (
    await pool.query(`
      SELECT FROM record WHERE name IS DISTINCT FROM latest -> (CASE type
        WHEN 'GameACreature' THEN 'name' WHEN 'GameCUser' THEN 'display_name' ELSE 'username' END) ->> 3`)
  ).rowCount

describe('records by name', () => {
  test('are found by the beginning of their last name, whatever its case, accents and marks', async () => {
    await importAll([
      creature(1, 'Élan'),
      creature(2, 'ELANOR'),
      creature(3, 'Łuna'),
      creature(4, 'd’Œuvre'),
      creature(5, '100%_of\\it'),
      { type: 'GameBUser', server: serverB, id: '6', retrieved_at: may, username: 'elan of B' },
      { type: 'GameCUser', id: '7', retrieved_at: may, display_name: 'elàn of C' },
    ])
    expect(await namesOf({ name: 'elan' })).toEqual(['Élan', 'elan of B', 'elàn of C', 'ELANOR'])
    expect(await namesOf({ name: ' ÉLAN  o' })).toEqual(['elan of B', 'elàn of C'])
    expect(await namesOf({ name: 'luna' })).toEqual(['Łuna'])
    expect(await namesOf({ name: "d'oeu" })).toEqual(['d’Œuvre'])
    expect(await namesOf({ name: '100%_' })).toEqual(['100%_of\\it'])
    expect(await namesOf({ name: '%' })).toEqual([])
    expect((await list({ name: 'elan of c' })).items).toEqual([
      { type: 'GameCUser', server: null, id: '7', name: 'elàn of C', archived_at: may, retrieved_at: may },
    ])
  })

  test('are found by the name that they have by now, in whatever order it was learnt', async () => {
    await importAll([
      creature(1, 'After', server, june),
      creature(1, 'Before'),
      creature(2, 'Kept'),
      creature(2, undefined, server, june),
      creature(3, 'Lost'),
      creature(3, null, server, june),
    ])
    expect(await namesOf({})).toEqual(['After', 'Kept', null])
    expect(await namesOf({ name: 'Before' })).toEqual([])
  })

  test('are listed once each, page by page, by type and server, those without a name last', async () => {
    const [first, second] = [
      [creature(1, 'Same'), creature(2, 'same'), creature(3), creature(10, 'Ann')],
      [creature(1, 'SAME', other), creature(4, undefined, other)],
    ]
    const account = { type: 'GameAUser', server, id: '1', retrieved_at: may, username: 'Same' }
    const scores = { type: 'GameCScores', id: '1', retrieved_at: may, scores: [] }
    await importAll([...first, ...second, account, scores])
    const key = ({ type, server, id }: Item) => `${type} ${server} ${id}`
    const all = await list({ limit: '100' })
    expect(all.next).toBeNull()
    expect(all.items).toHaveLength(7)
    for (const limit of ['1', '2', '3', '7'])
      expect((await walk({ limit })).map(key)).toEqual(all.items.map(key))
    expect(all.items.map(({ name }) => name?.toLowerCase())).toEqual([
      ...['ann', 'same', 'same', 'same', 'same'],
      ...[undefined, undefined],
    ])
    expect(await walk({ limit: '1', name: 'sam', type: 'GameACreature' })).toHaveLength(3)
    expect((await walk({ limit: '2', type: 'GameACreature', server: other })).map(key)).toEqual([
      `GameACreature ${other} 1`,
      `GameACreature ${other} 4`,
    ])
  })

  test('are none where the configuration names no server, after what is not there, and for what is no place', async () => {
    await importAll([creature(1, 'Ann')])
    const empty: Record<string, string>[] = [
      { server: 'elsewhere' },
      { server: '' },
      { type: 'GameBUser', server },
      { after: `GameACreature/${server}/2` },
      { after: 'Nothing//1' },
    ]
    for (const query of empty) expect((await list(query)).items).toEqual([])
    for (const query of [
      'type=GameCScores',
      'after=x',
      'after=a/b/c',
      'limit=-1',
      'name=%00',
      'after=a%00//1',
    ])
      expect([query, (await read(suite, `records?${query}`)).status]).toEqual([query, 400])
  })

  test('are imported with names that an index could not hold, and found by their beginning', async () => {
    const long = '\u{FDFA}'.repeat(256)
    await importAll([
      creature(1, long),
      creature(2, `${'x'.repeat(200)}1`),
      creature(3, `${'x'.repeat(200)}2`),
    ])
    expect(await namesOf({ name: long.slice(0, 20) })).toEqual([long])
    expect((await walk({ name: 'x'.repeat(80), limit: '1' })).map(({ id }) => id)).toEqual(['2', '3'])
  })
})

describe('the name beside a record', () => {
  test('is that of its last state, whatever the order and the batches of an import', async () => {
    await archive.empty()
    const lines = sample(3_000).split('\n')
    for (const batchSize of [1, 100, 5_000])
      await archive.importChunks([lines.toSorted().join('\n')], { batchSize })
    expect(await unequalNames(archive)).toBe(0)
    const { rowCount } = await archive.pool.query('SELECT FROM record WHERE name IS NOT NULL')
    expect(rowCount).toBeGreaterThan(50)
  })

  test('is given to the records of an earlier release by a running service, but never while an import runs', async () => {
    const database = await createTestDatabase()
    try {
      const imported = await archiveDatabase(database)
      await imported.importChunks([sample(3_000)])
      await imported.pool.query(`
        UPDATE record SET name = NULL; INSERT INTO backfill SELECT 'names', 0, max(id) FROM record`)
      // Its session still is that of the only importer.
      expect(await transactions(imported.pool)(nameRecords)).toBe('more')
      expect(await unequalNames(imported)).toBeGreaterThan(50)
      await imported.close()
      const later = await archiveDatabase(database)
      const suite = await startSuite({ services: ['archive'], database })
      try {
        const left = async () => (await later.pool.query('SELECT FROM backfill')).rowCount
        await until(left, (count) => count === 0)
        expect(await unequalNames(later)).toBe(0)
      } finally {
        await suite.close()
        await later.close()
      }
    } finally {
      await database.drop()
    }
  })
})
