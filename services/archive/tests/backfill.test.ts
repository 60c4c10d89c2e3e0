import { transactions } from '@agora/shared/database/database'
import { startSuite } from '@agora/testing/suite'
import { createTestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderCollections } from '../src/backfill/collections.ts'
import { ImportSession } from '../src/importer/session.ts'
import { randomFrom } from '../src/sample/random.ts'
import { type ArchiveDatabase, archiveDatabase, type Contents, games } from './support/database.ts'
import { expectedContents, type Line } from './support/model.ts'
import { until } from './support/service.ts'

let archive: ArchiveDatabase
beforeAll(async () => {
  archive = await archiveDatabase()
})
afterAll(() => archive?.close())

const ACCOUNTS = 130
const random = randomFrom(19)
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

interface Collection {
  epic_rewards: string[]
  rewards: string[]
}
const inOrder: Collection[] = [
  { epic_rewards: [], rewards: [] },
  { epic_rewards: [], rewards: ['9', '10', '100'] },
  { epic_rewards: ['crown', 'lantern'], rewards: ['9', '10', '100'] },
]
const shuffled = (items: string[]) =>
  items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)

/** Observations of accounts and creatures, with sorted collections, and as an earlier release stored them. */
const observations = Array.from({ length: ACCOUNTS * 20 }, (_, index): { now: Line; before: Line } => {
  const head = {
    type: 'GameAUser',
    server: games.game_a.servers[0] ?? '',
    id: String(1 + (index % ACCOUNTS)),
    retrieved_at: new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString(),
  }
  if (random() < 0.2) {
    const line = { ...head, type: 'GameACreature', level: pick([1, 2]) }
    return { now: line, before: line }
  }
  const line = { ...head, ...(random() < 0.5 ? { coins: pick([1, 2]) } : {}) }
  if (random() < 0.2) return { now: line, before: line }
  const collection = pick(inOrder)
  const { epic_rewards, rewards } = collection
  const unordered = { epic_rewards: shuffled(epic_rewards), rewards: shuffled(rewards) }
  return { now: { ...line, collection }, before: { ...line, collection: unordered } }
})
const now = expectedContents(observations.map((one) => one.now))
const before = expectedContents(observations.map((one) => one.before))

async function fill({ pool, empty }: ArchiveDatabase, { records, observations }: Contents): Promise<void> {
  await empty()
  await pool.query(
    `INSERT INTO record (type, scope, subject, archived_at, retrieved_at, latest)
     SELECT row ->> 0, row ->> 1, row ->> 2, (row ->> 3)::timestamptz, (row ->> 4)::timestamptz, (row ->> 5)::json
     FROM json_array_elements($1) AS row`,
    [JSON.stringify(records)],
  )
  await pool.query(
    `INSERT INTO observation (record_id, retrieved_at, fields, changes)
     SELECT id, (row ->> 3)::timestamptz, (row ->> 4)::int, (row ->> 5)::json FROM json_array_elements($1) AS row
     JOIN record ON (type, scope, subject) = (row ->> 0, row ->> 1, row ->> 2)`,
    [JSON.stringify(observations)],
  )
  await pool.query(`
    DELETE FROM backfill; INSERT INTO backfill SELECT 'collections', 0, max(id) FROM record`)
}

const orderSome = () => transactions(archive.pool)(orderCollections)

describe('the collections of an earlier release', () => {
  beforeEach(() => fill(archive, before))

  test('are sorted, a few at a time, as if they always had been', async () => {
    expect(before).not.toEqual(now)
    expect(await archive.contents()).toEqual(before)
    expect(await orderSome()).toBe('more')
    expect(await orderSome()).toBe('done')
    expect(await archive.contents()).toEqual(now)
    expect(await orderSome()).toBe('done')
  })

  test('are sorted by a running service', async () => {
    const database = await createTestDatabase()
    const served = await archiveDatabase(database)
    try {
      await fill(served, before)
      const suite = await startSuite({ services: ['archive'], database })
      try {
        const left = async () => (await served.pool.query('SELECT FROM backfill')).rowCount
        await until(left, (count) => count === 0)
        expect(await served.contents()).toEqual(now)
      } finally {
        await suite.close()
      }
    } finally {
      await served.close()
      await database.drop()
    }
  })

  test('are left alone while an import runs', async () => {
    const importer = await archive.pool.connect()
    try {
      await ImportSession.open(importer)
      await fill(archive, before)
      expect(await orderSome()).toBe('more')
      expect(await archive.contents()).toEqual(before)
    } finally {
      importer.release(true)
    }
  })

  test('are sorted by an import before it begins', async () => {
    expect(await orderSome()).toBe('more')
    const lines = observations.map((one) => JSON.stringify(one.before))
    const { rejections } = await archive.importChunks([`${lines.join('\n')}\n`], { batchSize: 500 })
    expect(rejections).toEqual([])
    expect(await archive.contents()).toEqual(now)
  })
})
