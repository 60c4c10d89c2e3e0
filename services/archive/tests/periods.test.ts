import { describe, expect, test } from 'vitest'
import type { Line } from './support/model.ts'
import {
  archive,
  imported,
  periodsHold,
  serverA,
  serverB,
  startArchive,
  text,
  time,
} from './support/periods.ts'

startArchive()
periodsHold(5)

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
