import { sharedSuite } from '@agora/testing/shared-suite'
import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ArchiveDatabase, archiveDatabase, games } from './support/database.ts'
import { outcome, read } from './support/service.ts'

let suite: Suite
let archive: ArchiveDatabase

const [serverA = '', otherA = ''] = games.game_a.servers
const [serverB = ''] = games.game_b.servers
const first = '2024-01-01T00:00:00.000Z'
const second = '2024-02-01T12:30:00.123Z'
const noSvc = { current: null, old: [] }

const creatures = [{ type: 'GameACreature', server: serverA, id: '30' }]
const profile = {
  best_score: 900,
  best_level: 12,
  game_completed: false,
  items: ['9', '10'],
  quests: { '1': 'None', '2': 'Pending', '3': 'Complete' },
}
const scores = [
  { site: { id: 2, lang: [{ locale: 'fr-FR', description: 'Un jeu' }], name: 'Arène' }, points: 12.5 },
]
const stats = [{ stat_key: 'won', score: 3, rarity: 1 }]
const rewards = [{ achievement_key: 'first', points: 0.25 }]
const creature = {
  name: 'Rex',
  owner: { type: 'GameAUser', server: serverA, id: '1', username: 'ann' },
  location: '4',
  race: 'Winks',
  skin: '0A1b',
  life: 100,
  level: 7,
  experience: 0,
  danger: -3,
  in_tournament: true,
  elements: { fire: 1, earth: 2, water: 3, thunder: 4, air: 5 },
  skills: { strength: 5, 'café maker': 0 },
}

const observations = [
  { type: 'GameAUser', server: serverA, id: '1', retrieved_at: first, username: 'ann', coins: 10, creatures },
  {
    type: 'GameAUser',
    server: serverA,
    id: '1',
    retrieved_at: second,
    username: 'anna',
    coins: 10,
    inventory: { '4': 2, '11': 1 },
    collection: { rewards: ['3', '1'], epic_rewards: ['crown'] },
  },
  { type: 'GameAUser', server: otherA, id: '1', retrieved_at: first },
  { type: 'GameACreature', server: serverA, id: '30', retrieved_at: first, ...creature },
  { type: 'GameACreature', server: serverA, id: '31', retrieved_at: first },
  { type: 'GameACreature', server: serverA, id: '32', retrieved_at: first, name: null },
  { type: 'GameBUser', server: serverB, id: '5', retrieved_at: first, username: 'bo', profile },
  {
    type: 'GameCUser',
    id: '8',
    retrieved_at: first,
    display_name: 'Cy',
    links: [
      { site: { id: 20, host: 'b.example' }, user: { id: 4 } },
      { site: { id: 3, host: 'a.example' }, user: { id: 77 } },
    ],
  },
  {
    type: 'GameCUser',
    id: '8',
    retrieved_at: second,
    links: [{ site: { id: 20, host: 'b.example' }, user: { id: 4 } }],
  },
  { type: 'GameCUser', id: '9', retrieved_at: first, links: [] },
  { type: 'GameCUser', id: '10', retrieved_at: first },
  { type: 'GameCScores', id: '8', retrieved_at: first, scores },
  { type: 'GameCScores', id: '70', retrieved_at: first, scores: [] },
  { type: 'GameCRewards', id: '8', site_id: 2, retrieved_at: first, stats, rewards },
  { type: 'GameCRewards', id: '8', site_id: 3, retrieved_at: first, rewards },
]

beforeAll(async () => {
  suite = await sharedSuite({ services: ['archive'] })
  archive = await archiveDatabase(suite.database)
  const { stored } = await archive.importChunks([observations.map((line) => JSON.stringify(line)).join('\n')])
  expect(stored).toBe(observations.length)
})
afterAll(async () => {
  await archive?.close()
  await suite?.close()
})

const snapshot = (value: unknown, start = first, retrieved = start, end: string | null = null) => ({
  latest: { period: { start, end }, retrieved: { latest: retrieved }, value },
})

describe('the records', () => {
  test('a game A account, with the latest username, confirmed and changed fields', async () => {
    expect(outcome(await read(suite, `game_a/${serverA}/users/1`))).toEqual([
      200,
      {
        type: 'GameAUser',
        server: serverA,
        id: '1',
        archived_at: first,
        username: 'anna',
        coins: snapshot(10, first, second),
        creatures: snapshot(creatures),
        inventory: snapshot({ '4': 2, '11': 1 }, second),
        collection: snapshot({ rewards: ['1', '3'], epic_rewards: ['crown'] }, second),
        svc: noSvc,
      },
    ])
  })

  test('the same id on another server is another account; fields never archived are null', async () => {
    expect(outcome(await read(suite, `game_a/${otherA}/users/1`))).toEqual([
      200,
      {
        type: 'GameAUser',
        server: otherA,
        id: '1',
        archived_at: first,
        username: null,
        coins: null,
        creatures: null,
        inventory: null,
        collection: null,
        svc: noSvc,
      },
    ])
  })

  test('a creature: twelve snapshots, and no svc', async () => {
    const snapshots = Object.fromEntries(
      Object.entries(creature).map(([name, value]) => [name, snapshot(value)]),
    )
    const head = { type: 'GameACreature', server: serverA, archived_at: first }
    expect(outcome(await read(suite, `game_a/${serverA}/creatures/30`))).toEqual([
      200,
      { ...head, id: '30', ...snapshots },
    ])
    const nulls = Object.fromEntries(Object.keys(creature).map((name) => [name, null]))
    expect(outcome(await read(suite, `game_a/${serverA}/creatures/31`))).toEqual([
      200,
      { ...head, id: '31', ...nulls },
    ])
  })

  test('a creature that was seen without a name has a snapshot of that', async () => {
    const { body } = await read(suite, `game_a/${serverA}/creatures/32`)
    expect([body.name, body.race]).toEqual([snapshot(null), null])
  })

  test('a game B account', async () => {
    expect(outcome(await read(suite, `game_b/${serverB}/users/5`))).toEqual([
      200,
      {
        type: 'GameBUser',
        server: serverB,
        id: '5',
        username: 'bo',
        archived_at: first,
        profile: snapshot(profile),
        inventory: null,
        svc: noSvc,
      },
    ])
  })

  test('a game C account: a site that was missing later has an ended period', async () => {
    expect(outcome(await read(suite, 'game_c/users/8'))).toEqual([
      200,
      {
        type: 'GameCUser',
        id: '8',
        archived_at: first,
        display_name: 'Cy',
        links: [
          {
            site: { type: 'GameCSite', id: 3, host: 'a.example' },
            user: snapshot({ id: 77 }, first, first, second),
          },
          {
            site: { type: 'GameCSite', id: 20, host: 'b.example' },
            user: snapshot({ id: 4 }, first, second),
          },
        ],
        svc: noSvc,
      },
    ])
  })

  test('game C links are null until observed, and empty when observed so', async () => {
    expect((await read(suite, 'game_c/users/9')).body.links).toEqual([])
    expect((await read(suite, 'game_c/users/10')).body).toMatchObject({ links: null, display_name: null })
  })

  test('scores', async () => {
    const [{ site, points } = { site: {}, points: 0 }] = scores
    expect(outcome(await read(suite, 'game_c/users/8/scores'))).toEqual([
      200,
      [{ site: { type: 'GameCSite', ...site }, points }],
    ])
    expect(outcome(await read(suite, 'game_c/users/70/scores'))).toEqual([200, []])
  })

  test('rewards, of one site at a time', async () => {
    expect(outcome(await read(suite, 'game_c/users/8/rewards/2'))).toEqual([200, { stats, rewards }])
    expect(outcome(await read(suite, 'game_c/users/8/rewards/3'))).toEqual([200, { stats: [], rewards }])
  })
})

/** Ids that are malformed, or not archived. */
const nothings = [
  '2',
  '01',
  '-1',
  '1.0',
  '1e0',
  '0x1',
  '1%00',
  '1%20',
  '%E2%80%AE1',
  '１',
  'abc',
  '__proto__',
  'constructor',
  "1'%20OR%201=1--",
  '%2e%2e%2f1',
  '1'.repeat(20),
  '9'.repeat(21),
  '9'.repeat(5_000),
  '00000000-0000-7000-8000-000000000000',
]

describe('what is not archived', () => {
  test.each(nothings)('the id %j names no profile, and no scores or rewards', async (id) => {
    const notFound = (error: string) => [404, { error }]
    expect(outcome(await read(suite, `game_a/${serverA}/users/${id}`))).toEqual(notFound('GameAUserNotFound'))
    expect(outcome(await read(suite, `game_a/${serverA}/creatures/${id}`))).toEqual(
      notFound('GameACreatureNotFound'),
    )
    expect(outcome(await read(suite, `game_b/${serverB}/users/${id}`))).toEqual(notFound('GameBUserNotFound'))
    expect(outcome(await read(suite, `game_c/users/${id}`))).toEqual(notFound('GameCUserNotFound'))
    expect(outcome(await read(suite, `game_c/users/${id}/scores`))).toEqual([200, []])
    expect(outcome(await read(suite, `game_c/users/${id}/rewards/2`))).toEqual([
      200,
      { stats: [], rewards: [] },
    ])
    expect(outcome(await read(suite, `game_c/users/8/rewards/${id === '2' ? '1' : id}`))).toEqual([
      200,
      { stats: [], rewards: [] },
    ])
  })

  test.each(['nowhere.example', '__proto__', '%00', serverB, serverA.toUpperCase(), 'x'.repeat(5_000)])(
    'the server %j of game A answers the route’s own not-found',
    async (server) => {
      expect(outcome(await read(suite, `game_a/${server}/users/1`))).toEqual([
        404,
        { error: 'GameAUserNotFound' },
      ])
      expect(outcome(await read(suite, `game_a/${server}/creatures/30`))).toEqual([
        404,
        { error: 'GameACreatureNotFound' },
      ])
    },
  )

  test('a game A server is not one of game B', async () => {
    expect(outcome(await read(suite, `game_b/${serverA}/users/5`))).toEqual([
      404,
      { error: 'GameBUserNotFound' },
    ])
  })

  test('scores and rewards alone make no profile', async () => {
    expect((await read(suite, 'game_c/users/70')).status).toBe(404)
  })
})

describe('the door', () => {
  test('a request that the gateway did not sign is refused', async () => {
    const answer = await suite.call('GET', `${suite.urls.archive[0]}/api/v1/archive/game_c/users/8`)
    expect(outcome(answer)).toEqual([401, { error: 'authentication required' }])
  })

  test.each([
    { kind: 'unresolvable' },
    { kind: 'client', id: '01890000-0000-7000-8000-000000000000' },
  ] as const)('credentials of the kind $kind are ignored', async (principal) => {
    const as = await suite.principal(principal, 'archive')
    const answer = await suite.call('GET', `${suite.urls.archive[0]}/api/v1/archive/game_c/users/8/scores`, {
      as,
    })
    expect(answer.status).toBe(200)
  })

  test('other paths are not found, and other methods not allowed', async () => {
    const as = await suite.principal({ kind: 'guest' }, 'archive')
    const base = `${suite.urls.archive[0]}/api/v1/archive`
    for (const path of ['game_c/users', `game_c/${serverA}/users/8`, `game_b/${serverB}/creatures/5`])
      expect(outcome(await suite.call('GET', `${base}/${path}`, { as }))).toEqual([
        404,
        { error: 'not found' },
      ])
    for (const [method, path] of [
      ['POST', 'game_c/users/8'],
      ['DELETE', 'game_c/users/8/scores'],
    ] as const)
      expect(outcome(await suite.call(method, `${base}/${path}`, { as }))).toEqual([
        405,
        { error: 'method not allowed' },
      ])
  })
})

describe('caching', () => {
  test('an answer has an ETag, and 304 if it matches', async () => {
    const { status, headers } = await read(suite, 'game_c/users/8')
    const etag = headers.get('etag') ?? ''
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, no-cache'])
    expect(etag).toMatch(/^"[\w-]{32}"$/)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await read(suite, 'game_c/users/8', { 'if-none-match': tag })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    }
    for (const tag of ['"other"', etag.slice(1, -1), '']) {
      expect((await read(suite, 'game_c/users/8', { 'if-none-match': tag })).status).toBe(200)
    }
  })

  test('a new observation changes the answer', async () => {
    const path = `game_a/${serverA}/users/500`
    const observe = (at: string) =>
      archive.importChunks([
        JSON.stringify({ type: 'GameAUser', server: serverA, id: '500', retrieved_at: at, coins: 1 }),
      ])
    await observe(first)
    const etag = (await read(suite, path)).headers.get('etag') ?? ''
    await observe(second)
    const answer = await read(suite, path, { 'if-none-match': etag })
    expect(answer.status).toBe(200)
    expect(answer.body.coins.latest.retrieved.latest).toBe(second)
  })

  test('a refusal may not be cached', async () => {
    const { headers } = await read(suite, 'game_c/users/404')
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store'])
  })
})

test('a failing store is an InternalServerError that does not reveal the reason', async () => {
  await archive.pool.query('ALTER TABLE record RENAME TO record_away')
  try {
    for (const path of ['game_c/users/8', 'game_c/users/8/scores', 'game_c/users/8/rewards/2']) {
      expect(outcome(await read(suite, path))).toEqual([500, { error: 'InternalServerError' }])
    }
  } finally {
    await archive.pool.query('ALTER TABLE record_away RENAME TO record')
  }
})
