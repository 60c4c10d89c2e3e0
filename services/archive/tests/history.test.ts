import { sharedSuite } from '@agora/testing/shared-suite'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ArchiveDatabase, archiveDatabase, games } from './support/database.ts'
import { outcome, read } from './support/service.ts'

let suite: Suite
let archive: ArchiveDatabase

const [serverA = ''] = games.game_a.servers
const [serverB = ''] = games.game_b.servers
const at = (day: number) => new Date(Date.UTC(2024, 0, day)).toISOString()
const user = (day: number, fields: object) => ({
  type: 'GameAUser',
  server: serverA,
  id: '1',
  retrieved_at: at(day),
  ...fields,
})
const creature = (day: number, fields: object) => ({ ...user(day, fields), type: 'GameACreature' })
const gameC = (day: number, fields: object) => ({
  type: 'GameCUser',
  id: '8',
  retrieved_at: at(day),
  ...fields,
})
const link = (id: number, account: number) => ({ site: { id, host: `${id}.example` }, user: { id: account } })
const rewards = (day: number, fields: object) => ({ ...gameC(day, fields), type: 'GameCRewards', site_id: 2 })
const scores = [{ site: { id: 2, lang: [], name: 'Arena' }, points: 1 }]
const inventory = { '1': 1 }

/** In order of arrival: day 3 comes late, and splits a period. */
const observations = [
  user(1, { coins: 10, username: 'ann' }),
  user(2, { coins: 10 }),
  user(4, { coins: 10, username: 'anna' }),
  user(5, { username: 'anna' }),
  user(6, { coins: 12 }),
  user(3, { coins: 11 }),
  creature(1, { name: 'Rex' }),
  creature(2, { name: null }),
  creature(3, { name: null, life: 5 }),
  creature(4, { name: 'Rex' }),
  gameC(1, { links: [link(20, 4), link(3, 77)] }),
  gameC(2, { links: [link(3, 77), link(20, 4)], display_name: 'Cy' }),
  gameC(3, { links: [link(20, 4)] }),
  gameC(4, { links: [link(20, 5)] }),
  gameC(5, { display_name: 'Di' }),
  { ...gameC(1, { scores }), type: 'GameCScores' },
  rewards(1, { stats: [], rewards: [] }),
  rewards(2, { stats: [{ stat_key: 'won', score: 3, rarity: 1 }] }),
  { type: 'GameBUser', server: serverB, id: '5', retrieved_at: at(1), inventory },
]

beforeAll(async () => {
  suite = await sharedSuite({ services: ['archive'] })
  archive = await archiveDatabase(suite.database)
  await archive.importChunks(observations.map((line) => `${JSON.stringify(line)}\n`))
})
afterAll(async () => {
  await archive?.close()
  await suite?.close()
})

const item = (value: unknown, start: number, retrieved: number, end: number | null) => ({
  period: { start: at(start), end: end === null ? null : at(end) },
  retrieved: { latest: at(retrieved) },
  value,
})
const page = (field: string, items: object[], more: object = {}) => [
  200,
  { type: 'ArchivePeriods', field, items, offset: 0, limit: 20, count: items.length, ...more },
]
const history = async (path: string, query: string) => outcome(await read(suite, `${path}/history?${query}`))
const userA = `game_a/${serverA}/users/1`
const coins = [item(12, 6, 6, null), item(10, 4, 4, 6), item(11, 3, 3, 4), item(10, 1, 2, 3)]

describe('the periods of a field', () => {
  test('are listed newest first, late ones included', async () => {
    expect(await history(userA, 'field=coins')).toEqual(page('coins', coins))
  })

  test('of a name, which the record shows without them', async () => {
    expect(await history(userA, 'field=username')).toEqual(
      page('username', [item('anna', 4, 5, null), item('ann', 1, 1, 4)]),
    )
  })

  test('with the value null are periods like others', async () => {
    expect(await history(`game_a/${serverA}/creatures/1`, 'field=name')).toEqual(
      page('name', [item('Rex', 4, 4, null), item(null, 2, 3, 4), item('Rex', 1, 1, 2)]),
    )
  })

  test('of game C links are those of the whole list, whatever its order', async () => {
    const shown = ({ site, user }: ReturnType<typeof link>) => ({
      site: { type: 'GameCSite', ...site },
      user,
    })
    expect(await history('game_c/users/8', 'field=links')).toEqual(
      page('links', [
        item([link(20, 5)].map(shown), 4, 4, null),
        item([link(20, 4)].map(shown), 3, 3, 4),
        item([link(20, 4), link(3, 77)].map(shown), 1, 2, 3),
      ]),
    )
  })

  test('of scores and rewards, and of game B', async () => {
    const [{ site, points } = { site: {}, points: 0 }] = scores
    expect(await history('game_c/users/8/scores', 'field=scores')).toEqual(
      page('scores', [item([{ site: { type: 'GameCSite', ...site }, points }], 1, 1, null)]),
    )
    const [, { items }] = (await history('game_c/users/8/rewards/2', 'field=stats')) as [
      number,
      { items: [] },
    ]
    expect(items).toEqual([item([{ stat_key: 'won', score: 3, rarity: 1 }], 2, 2, null), item([], 1, 1, 2)])
    expect(await history(`game_b/${serverB}/users/5`, 'field=inventory')).toEqual(
      page('inventory', [item(inventory, 1, 1, null)]),
    )
  })

  test('come in pages', async () => {
    const of = { count: 4 }
    expect(await history(userA, 'field=coins&offset=1&limit=2')).toEqual(
      page('coins', coins.slice(1, 3), { ...of, offset: 1, limit: 2 }),
    )
    expect(await history(userA, 'field=coins&offset=9')).toEqual(page('coins', [], { ...of, offset: 9 }))
    expect(await history(userA, 'field=coins&limit=0')).toEqual(page('coins', [], { ...of, limit: 0 }))
    expect(await history(userA, 'field=coins&limit=1000')).toEqual(page('coins', coins, { limit: 100 }))
  })

  test('are empty for a field that was never seen', async () => {
    expect(await history(userA, 'field=collection')).toEqual(page('collection', []))
    expect(await history('game_c/users/404/scores', 'field=scores')).toEqual(page('scores', []))
    expect(await history('game_c/users/8/rewards/3', 'field=stats')).toEqual(page('stats', []))
  })
})

test('a page of very large values is cut short, and says where', async () => {
  const large = (day: number) =>
    Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [String(100_000_000 + index), day]))
  const lines = [1, 2, 3, 4, 5, 6].map(
    (day) => `${JSON.stringify({ ...user(day, { inventory: large(day) }), id: '2' })}\n`,
  )
  const { stored } = await archive.importChunks(lines)
  expect(stored).toBe(6)
  const { status, body } = await read(suite, `game_a/${serverA}/users/2/history?field=inventory`)
  expect([status, body.items.length, body.limit, body.count]).toEqual([200, 3, 3, 6])
  const rest = await read(suite, `game_a/${serverA}/users/2/history?field=inventory&offset=3`)
  expect([rest.body.items.length, rest.body.limit, rest.body.items[0].period.start]).toEqual([3, 20, at(3)])
})

describe('what there is no history of', () => {
  test.each([
    ['coin'],
    ['links'],
    ['type'],
    ['__proto__'],
    ['constructor'],
    ['links.3.user'],
    ["coins'--"],
    ['%00'],
    [''],
    ['x'.repeat(2_000)],
  ])('the field %j of an account of game A', async (field) => {
    expect(await history(userA, `field=${field}`)).toEqual([404, { error: 'FieldNotFound' }])
  })

  test.each([
    [`game_a/${serverA}/users/2404`, 'GameAUserNotFound'],
    [`game_a/nowhere.example/users/1`, 'GameAUserNotFound'],
    [`game_a/${serverA}/creatures/x`, 'GameACreatureNotFound'],
    [`game_b/${serverB}/users/404`, 'GameBUserNotFound'],
    ['game_c/users/404', 'GameCUserNotFound'],
  ])('%s', async (path, error) => {
    expect(await history(path, 'field=coins')).toEqual([404, { error }])
  })

  test.each([
    ['', 'field'],
    ['field=coins&field=username', 'field'],
    ['field=coins&limit=-1', 'limit'],
    ['field=coins&limit=1e1', 'limit'],
    ['field=coins&offset=x', 'offset'],
  ])('the query %j', async (query, name) => {
    expect(await history(userA, query)).toEqual([400, { error: `invalid \`${name}\` query parameter` }])
  })

  test('a store that fails', async () => {
    await archive.pool.query('ALTER TABLE observation RENAME TO observation_away')
    try {
      expect(await history(userA, 'field=coins')).toEqual([500, { error: 'InternalServerError' }])
    } finally {
      await archive.pool.query('ALTER TABLE observation_away RENAME TO observation')
    }
  })
})
