import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportLines } from '../../src/exporter/export.ts'
import { type ArchiveDatabase, archiveDatabase, games } from './database.ts'
import { expectedContents, type Line } from './model.ts'

export let archive: ArchiveDatabase
export function startArchive(): void {
  beforeAll(async () => {
    archive = await archiveDatabase()
  })
  afterAll(() => archive?.close())
}

export const [serverA = '', otherA = ''] = games.game_a.servers
export const [serverB = ''] = games.game_b.servers
export const time = (step: number) =>
  new Date(Date.parse('2024-01-01T00:00:00.000Z') + step * 1000).toISOString()
export const text = (observations: readonly Line[]) =>
  observations.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Few records, values and instants, so that all combinations occur. */
const at = fc.integer({ min: 0, max: 12 }).map(time)
const small = fc.integer({ min: 0, max: 2 })
const user = fc.record(
  {
    type: fc.constant('GameAUser'),
    server: fc.constantFrom(serverA, otherA),
    id: fc.constantFrom('1', '2'),
    retrieved_at: at,
    username: fc.constantFrom('ann', 'bob'),
    coins: small,
    inventory: fc.constantFrom({}, { '9': 1, '10': 2, '4294967295': 3 }),
  },
  { requiredKeys: ['type', 'server', 'id', 'retrieved_at'] },
)
const oneUser = user.map((line) => ({ ...line, server: serverA, id: '1' }))
/** Enough that a field's nearest sighting is not always near. */
const many = { minLength: 12, maxLength: 24 }
const link = (id: number) =>
  fc.record({
    site: fc.record({ id: fc.constant(id), host: fc.constantFrom('a', 'b') }),
    user: fc.record({ id: small }),
  })
const links = fc
  .tuple(fc.option(link(5)), fc.option(link(31)))
  .map((all) => all.filter((one) => one !== null))
const gameC = fc.record(
  {
    type: fc.constant('GameCUser'),
    id: fc.constant('1'),
    retrieved_at: at,
    display_name: fc.constantFrom('cy', 'di'),
    links,
  },
  { requiredKeys: ['type', 'id', 'retrieved_at'] },
)
const rewards = fc.record(
  {
    type: fc.constant('GameCRewards'),
    id: fc.constant('1'),
    site_id: fc.constantFrom(5, 31),
    retrieved_at: at,
    stats: fc.constantFrom([], [{ rarity: 1, score: 2.5, stat_key: 'won' }]),
    rewards: fc.constant([]),
  },
  { requiredKeys: ['type', 'id', 'site_id', 'retrieved_at'] },
)
/** A creature may have been seen without a name. */
const creature = fc.record(
  {
    type: fc.constant('GameACreature'),
    server: fc.constant(serverA),
    id: fc.constant('1'),
    retrieved_at: at,
    name: fc.constantFrom('rex', null),
    life: small,
  },
  { requiredKeys: ['type', 'server', 'id', 'retrieved_at'] },
)
const observations = fc.array(fc.oneof(user, creature, gameC, rewards) as fc.Arbitrary<Line>, {
  minLength: 1,
  maxLength: 10,
})

export async function imported(chunks: readonly string[]) {
  await archive.empty()
  const result = await archive.importChunks(chunks)
  expect(result.rejections).toEqual([])
  return await archive.contents()
}

/** Properties that hold for any observations; each is tried with so many. */
export function periodsHold(numRuns: number): void {
  describe('whatever is observed', () => {
    test('the tables match an independent model, in one batch and in batches of one', async () => {
      await fc.assert(
        fc.asyncProperty(observations, async (lines) => {
          const expected = expectedContents(lines)
          expect(await imported([text(lines)])).toEqual(expected)
          expect(await imported(lines.map((line) => text([line])))).toEqual(expected)
        }),
        { numRuns },
      )
    })

    test('any order, repetition and division into batches gives the same archive', async () => {
      const shuffled = observations.chain((lines) =>
        fc.record({
          lines: fc.constant(lines),
          order: fc.shuffledSubarray([...lines, ...lines], { minLength: lines.length * 2 }),
          cut: fc.integer({ min: 0, max: lines.length * 2 }),
        }),
      )
      await fc.assert(
        fc.asyncProperty(shuffled, async ({ lines, order, cut }) => {
          const expected = expectedContents(lines)
          const parts = [order.slice(0, cut), order.slice(cut)].filter((part) => part.length > 0)
          expect(await imported(parts.map(text))).toEqual(expected)
        }),
        { numRuns },
      )
    })

    test('so do batches of several parts, with records that return after leaving the cache', async () => {
      const lines = fc.array(fc.oneof(user, creature, gameC, rewards) as fc.Arbitrary<Line>, {
        minLength: 30,
        maxLength: 60,
      })
      await fc.assert(
        fc.asyncProperty(lines, fc.constantFrom(24, 100, 200), async (lines, batchSize) => {
          await archive.empty()
          await archive.importChunks(
            lines.map((line) => text([line])),
            { batchSize },
          )
          expect(await archive.contents()).toEqual(expectedContents(lines))
        }),
        { numRuns },
      )
    })

    test('late ones, one by one, change only their surroundings', async () => {
      const late = fc.oneof(
        fc.array(oneUser as fc.Arbitrary<Line>, many),
        fc.array(creature as fc.Arbitrary<Line>, many),
        fc.array(gameC as fc.Arbitrary<Line>, many),
      )
      await fc.assert(
        fc.asyncProperty(late, async (lines) => {
          expect(await imported(lines.map((line) => text([line])))).toEqual(expectedContents(lines))
        }),
        { numRuns },
      )
    })

    test('an export reproduces an equal archive', async () => {
      await fc.assert(
        fc.asyncProperty(observations, async (lines) => {
          const before = await imported([text(lines)])
          const exported: string[] = []
          const client = await archive.pool.connect()
          try {
            for await (const line of exportLines(client)) exported.push(`${line}\n`)
          } finally {
            client.release()
          }
          expect(await imported([exported.join('')])).toEqual(before)
        }),
        { numRuns },
      )
    })
  })
}
