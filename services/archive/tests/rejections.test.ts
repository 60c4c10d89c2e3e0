import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createObservationReader } from '../src/observations/reader.ts'
import { type ArchiveDatabase, archiveDatabase, games } from './support/database.ts'

let archive: ArchiveDatabase
beforeAll(async () => {
  archive = await archiveDatabase()
})
afterAll(() => archive?.close())

const [serverA = ''] = games.game_a.servers
const [serverB = ''] = games.game_b.servers
const retrieved_at = '2024-01-01T00:00:00.000Z'
const userA = { type: 'GameAUser', server: serverA, id: '1', retrieved_at }
const creature = { type: 'GameACreature', server: serverA, id: '1', retrieved_at }
const userB = { type: 'GameBUser', server: serverB, id: '1', retrieved_at }
const userC = { type: 'GameCUser', id: '1', retrieved_at }
const profile = { best_score: 1, best_level: 1, game_completed: true, items: [], quests: {} }
const good = JSON.stringify({ ...userA, id: '999', coins: 1 })

async function rejectedAmongGood(line: string | Uint8Array) {
  await archive.empty()
  const bytes = Buffer.concat([
    Buffer.from(`${good}\n`),
    Buffer.from(line as string),
    Buffer.from(`\n${good}\n`),
  ])
  const { rejections, stored, rejected } = await archive.importChunks([bytes])
  expect([stored, rejected]).toEqual([2, 1])
  const { records } = await archive.contents()
  expect(records).toHaveLength(1)
  expect(rejections).toHaveLength(1)
  expect(rejections[0]?.line).toBe(2)
  return rejections[0]?.reason
}

const raw = (members: string) =>
  `{"type":"GameAUser","server":"${serverA}","id":"1","retrieved_at":"${retrieved_at}",${members}}`
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

const cases: [name: string, line: string | object, reason: string | RegExp][] = [
  ['no JSON', '{"type":', 'not JSON'],
  ['two values', '{}{}', 'not JSON'],
  ['an array', '[]', 'not a JSON object'],
  ['null', 'null', 'not a JSON object'],
  ['no type', {}, /^type must be one of/],
  ['an unknown type', { ...userA, type: 'GameDUser' }, /^type must be one of/],
  ['a type that is a list', { ...userA, type: ['GameAUser'] }, /^type must be one of/],
  ['a type from the prototype', { ...userA, type: '__proto__' }, /^type must be one of/],
  ['no id', { ...userA, id: undefined }, 'id is missing'],
  ['a number for an id', { ...userA, id: 1 }, 'id must be string'],
  ['an id that is not decimal', { ...userA, id: '1a' }, /^id must match pattern/],
  ['an id with a sign', { ...userA, id: '-1' }, /^id must match pattern/],
  ['an id of 21 digits', { ...userA, id: '1'.repeat(21) }, /^id must match pattern/],
  ['no server', { ...userA, server: undefined }, 'server is missing'],
  ['an unknown server', { ...userA, server: 'nowhere.example' }, 'server is not a configured server'],
  ['a server of the other game', { ...userB, server: serverA }, 'server is not a configured server'],
  ['no time', { ...userA, retrieved_at: undefined }, 'retrieved_at is missing'],
  ['a time that is none', { ...userA, retrieved_at: 'yesterday' }, /^retrieved_at must match format/],
  [
    'a day that is none',
    { ...userA, retrieved_at: '2023-02-30T00:00:00Z' },
    /^retrieved_at must match format/,
  ],
  [
    'a time without a zone',
    { ...userA, retrieved_at: '2023-02-03T00:00:00' },
    /^retrieved_at must match format/,
  ],
  ['a number for a time', { ...userA, retrieved_at: 1_700_000_000 }, 'retrieved_at must be string'],
  ['a time in the future', { ...userA, retrieved_at: tomorrow }, 'retrieved_at is in the future'],
  [
    'a time before 1970',
    { ...userA, retrieved_at: '1969-12-31T23:59:59Z' },
    'retrieved_at is not a time since 1970',
  ],
  ['a text for a number', { ...userA, coins: '10' }, 'coins must be integer'],
  ['a fraction of a coin', { ...userA, coins: 1.5 }, 'coins must be integer'],
  ['a field that is null', { ...userA, coins: null }, 'coins must be integer'],
  ['a number past all doubles', raw('"coins":1e400'), /^coins must be/],
  ['a number past exactness', raw('"coins":9007199254740993'), /^coins must be <=/],
  ['a NUL in a name', { ...userA, username: 'a\0b' }, /^username must match format/],
  ['half a surrogate pair', raw('"username":"\\ud800"'), /^username must match format/],
  ['an empty name', { ...userA, username: '' }, /^username must NOT have fewer/],
  ['a name of 257 characters', { ...userA, username: 'x'.repeat(257) }, /^username must NOT have more/],
  ['an item id that is a word', { ...userA, inventory: { sword: 1 } }, /^inventory /],
  ['an item id from the prototype', raw('"inventory":{"__proto__":1}'), /^inventory /],
  ['a count below zero', { ...userA, inventory: { '1': -1 } }, 'inventory.1 must be >= 0'],
  ['a list for an inventory', { ...userA, inventory: [1] }, 'inventory must be object'],
  ['half a collection', { ...userA, collection: { rewards: [] } }, 'collection.epic_rewards is missing'],
  [
    'a creature of an unknown server',
    { ...userA, creatures: [{ type: 'GameACreature', server: 'nowhere.example', id: '1' }] },
    'creatures.0.server is not a configured server',
  ],
  ['a race that is null', { ...creature, race: null }, 'race must be string'],
  ['a skill above 5', { ...creature, skills: { strength: 6 } }, 'skills.strength must be <= 5'],
  ['a skill below 0', { ...creature, skills: { strength: -1 } }, 'skills.strength must be >= 0'],
  ['half a skill level', { ...creature, skills: { strength: 0.5 } }, 'skills.strength must be integer'],
  ['a life of 101 per cent', { ...creature, life: 101 }, 'life must be <= 100'],
  ['a text for a boolean', { ...creature, in_tournament: 'true' }, 'in_tournament must be boolean'],
  [
    'an element too few',
    { ...creature, elements: { fire: 1, earth: 1, water: 1, thunder: 1 } },
    'elements.air is missing',
  ],
  ['a location that is a number', { ...creature, location: 4 }, 'location must be string'],
  [
    'an unknown quest state',
    { ...userB, profile: { ...profile, quests: { '1': 'Done' } } },
    /^profile.quests.1 must be equal/,
  ],
  ['a link without a user', { ...userC, links: [{ site: { id: 1, host: 'a' } }] }, 'links.0.user is missing'],
  [
    'a site twice',
    { ...userC, links: [1, 2].map((id) => ({ site: { id: 1, host: 'a' }, user: { id } })) },
    'links contain a site twice',
  ],
  ['rewards of no site', { type: 'GameCRewards', id: '1', retrieved_at, stats: [] }, 'site_id is missing'],
  [
    'rewards of a site that is a text',
    { type: 'GameCRewards', id: '1', site_id: '2', retrieved_at },
    'site_id must be integer',
  ],
  [
    'a score without points',
    { type: 'GameCScores', id: '1', retrieved_at, scores: [{ site: { id: 1, lang: [], name: 'n' } }] },
    'scores.0.points is missing',
  ],
  ['a key twice', raw('"coins":1,"coins":2'), 'a key is repeated'],
  ['a key twice, deep down', raw('"inventory":{"1":1,"\\u0031":2}'), 'a key is repeated'],
  ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'nested too deeply'],
  [
    'deep nesting in an unknown field',
    raw(`"more":${'{"a":'.repeat(50)}1${'}'.repeat(50)}`),
    'nested too deeply',
  ],
]

describe('a bad line is reported with its number and reason, and its neighbours are stored', () => {
  const reasons = new Map<number, string>()

  beforeAll(async () => {
    const lines = cases.flatMap(([, line]) => [good, typeof line === 'string' ? line : JSON.stringify(line)])
    const { rejections, stored, rejected } = await archive.importChunks([[...lines, good].join('\n')])
    expect([stored, rejected]).toEqual([cases.length + 1, cases.length])
    for (const { line, reason } of rejections) reasons.set(line, reason)
  })

  test.each(cases.map(([name, , reason], index) => [name, reason, index] as const))(
    '%s',
    (_name, reason, index) => {
      const told = reasons.get(2 * index + 2)
      if (typeof reason === 'string') expect(told).toBe(reason)
      else expect(told).toMatch(reason)
    },
  )

  test('invalid UTF-8', async () => {
    expect(await rejectedAmongGood(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toBe('not UTF-8')
    expect(
      await rejectedAmongGood(Buffer.from(raw('"username":"a"').replace('"a"', '"\u00e9"'), 'latin1')),
    ).toBe('not UTF-8')
  })

  test('a line of more than 16 MiB, cut in any way', async () => {
    const long = raw(`"username":"${'x'.repeat(16 * 1024 * 1024)}"`)
    expect(await rejectedAmongGood(long)).toBe('longer than 16777216 bytes')
    await archive.empty()
    const bytes = Buffer.from(`${good}\n${long}\n${good}\n`)
    for (const size of [65_536, 1_048_577, 16_777_217]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      )
      const { rejections, stored, lines } = await archive.importChunks(chunks)
      expect([stored, lines]).toEqual([2, 3])
      expect(rejections).toEqual([
        { line: 2, reason: 'longer than 16777216 bytes', bytes: Buffer.byteLength(long) },
      ])
    }
  })
})

describe('what is unusual but valid', () => {
  const storedOf = async (...chunks: (string | Uint8Array)[]) => {
    await archive.empty()
    const { stored, rejections } = await archive.importChunks(chunks)
    expect(rejections).toEqual([])
    return stored
  }

  test('a byte order mark, CRLF, blank lines and a last line without its end', async () => {
    expect(await storedOf(`\uFEFF${good}\r\n\r\n  \n\n${good}`)).toBe(2)
  })

  test('lines and characters cut anywhere', async () => {
    const bytes = Buffer.from(`${JSON.stringify({ ...userA, username: 'Łuna 🦕 日本' })}\n${good}\n`)
    await archive.empty()
    await archive.importChunks([...bytes].map((byte) => Uint8Array.of(byte)))
    const whole = await archive.contents()
    await archive.empty()
    await archive.importChunks([bytes])
    expect(await archive.contents()).toEqual(whole)
    expect(JSON.stringify(whole.records)).toContain('Łuna 🦕 日本')
  })

  test('nothing at all', async () => {
    expect(await storedOf()).toBe(0)
    expect(await storedOf('')).toBe(0)
  })

  test('unknown fields are skipped', async () => {
    expect(await storedOf(JSON.stringify({ ...userA, coins: 3, mood: 'fine', inventory: {} }))).toBe(1)
    const { records } = await archive.contents()
    expect(JSON.stringify(records)).not.toContain('mood')
  })

  test('an offset and more than milliseconds: the instant counts, cut to the millisecond', async () => {
    await storedOf(JSON.stringify({ ...userA, retrieved_at: '2024-01-01T02:00:00.1239+02:00' }))
    const { records } = await archive.contents()
    expect((records[0] as unknown[])[3]).toEqual(new Date('2024-01-01T00:00:00.123Z'))
  })

  test('the earliest time', async () => {
    await storedOf(JSON.stringify({ ...userA, retrieved_at: '1970-01-01T00:00:00.000Z', coins: 1 }))
    const { records, observations } = await archive.contents()
    expect((records[0] as unknown[]).slice(3)).toEqual([new Date(0), new Date(0), '{"coins":[0,null,0,1]}'])
    expect((observations[0] as unknown[])[3]).toEqual(new Date(0))
  })

  test('not every one of ever new unknown fields is remembered', () => {
    const reader = createObservationReader(games)
    for (let index = 0; index < 1_000; index++)
      reader.read(JSON.stringify({ ...userA, [`field${index}`]: 1 }))
    expect(reader.unknownFields.size).toBeLessThan(200)
    expect([...reader.unknownFields.values()].reduce((sum, count) => sum + count)).toBe(1_000)
  })

  test('keys special to JavaScript are data where the contract allows them', async () => {
    await storedOf(JSON.stringify({ ...creature, skills: { constructor: 1, toString: 2, 'valueOf()': 3 } }))
    expect(JSON.stringify((await archive.contents()).records)).toContain(
      JSON.stringify('{"constructor":1,"toString":2,"valueOf()":3}').slice(1, -1),
    )
  })
})
