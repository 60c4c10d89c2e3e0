import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportLines } from '../src/exporter/export.ts'
import { type ArchiveDatabase, archiveDatabase, games } from './support/database.ts'
import { expectedContents, type Line } from './support/model.ts'

let archive: ArchiveDatabase
beforeAll(async () => {
  archive = await archiveDatabase()
})
afterAll(() => archive?.close())

const [serverA = '', otherA = ''] = games.game_a.servers
const [serverB = ''] = games.game_b.servers
const time = (step: number) => new Date(Date.parse('2024-01-01T00:00:00.000Z') + step * 1000).toISOString()
const text = (observations: readonly Line[]) =>
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

async function imported(chunks: readonly string[]) {
  await archive.empty()
  const result = await archive.importChunks(chunks)
  expect(result.rejections).toEqual([])
  return await archive.contents()
}

describe('whatever is observed', { timeout: 300_000 }, () => {
  test('the tables match an independent model, in one batch and in batches of one', async () => {
    await fc.assert(
      fc.asyncProperty(observations, async (lines) => {
        const expected = expectedContents(lines)
        expect(await imported([text(lines)])).toEqual(expected)
        expect(await imported(lines.map((line) => text([line])))).toEqual(expected)
      }),
      { numRuns: 15 },
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
      { numRuns: 15 },
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
      { numRuns: 15 },
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
      { numRuns: 15 },
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
      { numRuns: 15 },
    )
  })
})

test('a list of very many links, others instead of them, and a late one between', async () => {
  const links = (step: number, first: number): Line => ({
    type: 'GameCUser',
    id: '1',
    retrieved_at: time(step),
    links: Array.from({ length: 12_000 }, (_, index) => ({
      site: { id: first + 2 * index, host: 'a' },
      user: { id: index },
    })),
  })
  const [first, last, late] = [links(1, 0), links(5, 1), links(3, 12_000)] as const
  const inOrder = await imported([text([first, late, last])])
  expect(Object.keys(JSON.parse((inOrder.records as string[][])[0]![5]!))).toHaveLength(60_001)
  const outOfOrder = JSON.stringify(await imported([first, last, late, last].map((line) => text([line]))))
  expect(outOfOrder === JSON.stringify(inOrder)).toBe(true)
})

describe('one field', () => {
  const coins = (step: number, value: number): Line => ({
    type: 'GameAUser',
    server: serverA,
    id: '1',
    retrieved_at: time(step),
    coins: value,
  })
  const periods = async (lines: readonly Line[]) => {
    const { records } = await imported(lines.map((line) => text([line])))
    const [latest] = records as [string, string, string, Date, Date, string][]
    const { rows: past } = await archive.pool.query<{ start: Date; value: number }>(
      `SELECT start, value FROM period WHERE "end" IS NOT NULL ORDER BY start`,
    )
    const [start, end, retrieved, value] = JSON.parse(latest![5]).coins
    return {
      past: past.map((period) => [period.start.toISOString(), period.value]),
      start: new Date(start).toISOString(),
      end,
      retrieved: new Date(retrieved).toISOString(),
      value,
    }
  }

  test('the same value again extends its period', async () => {
    expect(await periods([coins(1, 7), coins(3, 7)])).toEqual({
      past: [],
      start: time(1),
      end: null,
      retrieved: time(3),
      value: 7,
    })
  })

  test('a returning value gets a new period: A, B, A are three', async () => {
    expect(await periods([coins(1, 7), coins(2, 8), coins(3, 7)])).toEqual({
      past: [
        [time(1), 7],
        [time(2), 8],
      ],
      start: time(3),
      end: null,
      retrieved: time(3),
      value: 7,
    })
  })

  test('a late observation splits the period it falls into, at the instants that were observed', async () => {
    expect(await periods([coins(1, 7), coins(2, 7), coins(4, 7), coins(5, 7), coins(3, 8)])).toEqual({
      past: [
        [time(1), 7],
        [time(3), 8],
      ],
      start: time(4),
      end: null,
      retrieved: time(5),
      value: 7,
    })
  })

  test('of two values at one instant the greater counts, whichever came first', async () => {
    const one = await periods([coins(1, 7), coins(1, 8)])
    expect(one).toEqual(await periods([coins(1, 8), coins(1, 7)]))
    expect(one).toMatchObject({ past: [], value: 8 })
  })

  test('the order of keys and of a set’s items makes no difference', async () => {
    const profile = (step: number, value: object): Line => ({
      type: 'GameBUser',
      server: serverB,
      id: '1',
      retrieved_at: time(step),
      profile: value,
    })
    const { observations: kept } = await imported([
      text([
        profile(1, {
          best_score: 1,
          best_level: 2,
          game_completed: true,
          items: ['10', '9'],
          quests: { '2': 'None', '1': 'Pending' },
        }),
        profile(2, {
          quests: { '1': 'Pending', '2': 'None' },
          items: ['9', '10', '9'],
          game_completed: true,
          best_level: 2,
          best_score: 1.0,
        }),
      ]),
    ])
    expect((kept as unknown[][]).map((row) => row.at(-1))).toEqual([expect.any(String), null])
  })

  test('rewards in another order, or twice, are the same collection', async () => {
    const collection = (step: number, rewards: string[], epic_rewards: string[]): Line => ({
      type: 'GameAUser',
      server: serverA,
      id: '1',
      retrieved_at: time(step),
      collection: { rewards, epic_rewards },
    })
    const { observations: kept } = await imported([
      text([
        collection(1, ['10', '9'], ['old guard', 'crown']),
        collection(2, ['9', '10', '9'], ['crown', 'old guard']),
        collection(3, ['9'], ['crown', 'old guard']),
      ]),
    ])
    expect((kept as unknown[][]).map((row) => row.at(-1))).toEqual([
      '{"collection":{"epic_rewards":["crown","old guard"],"rewards":["9","10"]}}',
      null,
      '{"collection":{"epic_rewards":["crown","old guard"],"rewards":["9"]}}',
    ])
  })
})
