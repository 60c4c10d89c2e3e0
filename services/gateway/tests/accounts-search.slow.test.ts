import { rowReads } from '@agora/shared/database/row-reads'
import type { Queries, Statement } from '@agora/shared/database/sql'
import { folded } from '@agora/shared/text/folding'
import { basic, bearer, type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAccountsByName } from '../src/identity/accounts/store.ts'
import { obtainTokens, registerClient, signedIn } from './oauth/client.ts'

let suite: Suite
let administrator: Member
let member: Member
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'web'] })
  administrator = await suite.administrator()
  member = await suite.member('asker')
  for (const [username, displayName] of [
    ['zoe_1', 'Zoé'],
    ['zoltan', 'ZOLTÁN Nagy'],
    ['other_1', 'zo Ödön'],
    ['strasse', 'Łukasz Ørsted'],
    ['istanbul', 'İpek Σίσυφος'],
    ['percent', 'aa a'],
    ['apostrophe', 'Seán O’Brien'],
    ['hyphen', 'Jean‑Luc'],
    ['sharp', 'Grüße Æsir Þór'],
    ['hindi', 'नेहा शर्मा'],
    ['persian', 'می‌خواهم'],
    ['hebrew', 'שָׁלוֹם'],
    ['korean', '한지민'],
    ['arabic', 'علي أحمد'],
    ['urdu', 'ہما کمال'],
    ['azerbaijani', 'Əliyev Ŋálo'],
    ['yiddish', 'װאָלף'],
    ['quoted', "D'Angelo"],
    ['numbered', 'Room 42'],
    ['digits', 'غرفة ٤٢'],
    ['syriac', 'ܫܠܳܡܳܐ'],
    ['variant', '葛城'],
  ] as const)
    await suite.member(username, { displayName })
})
afterAll(() => suite?.close())

const search = (name: string | undefined, as: Caller = member, rest: Record<string, string> = {}) =>
  suite.call('GET', `/users?${new URLSearchParams({ ...(name === undefined ? {} : { name }), ...rest })}`, {
    as,
  })
const names = async (...given: Parameters<typeof search>) => {
  const { status, body, text } = await search(...given)
  expect(status, text).toBe(200)
  return body.items.map(
    (item: Member & { display_name: { current: { value: string } } }) => item.display_name.current.value,
  )
}

describe('a search for members', () => {
  test('may name it `q`, as other platforms do; `name` goes before', async () => {
    expect(await names(undefined, member, { q: 'zoe' })).toEqual(['Zoé'])
    expect(await names(undefined, administrator, { q: 'zoe' })).toEqual(['Zoé'])
    expect(await names('zoltan', member, { q: 'zoe' })).toEqual(['ZOLTÁN Nagy'])
    expect((await search(undefined, member, { q: 'z' })).status).toBe(422)
  })

  test.each([
    ['zo', ['zo Ödön', 'Zoé', 'ZOLTÁN Nagy']],
    ['ZÖ', ['zo Ödön', 'Zoé', 'ZOLTÁN Nagy']],
    ['zoe', ['Zoé']],
    ['Zoe\u0301', ['Zoé']],
    ['zoe_', ['Zoé']],
    ['zoltan n', ['ZOLTÁN Nagy']],
    ['zo o', ['zo Ödön']],
    ['lukasz ors', ['Łukasz Ørsted']],
    ['STRASSE', ['Łukasz Ørsted']],
    ['ipek ΣΙΣ', ['İpek Σίσυφος']],
    ['zoe ', ['Zoé']],
    ["SEAN O'B", ['Seán O’Brien']],
    ['seán o’b', ['Seán O’Brien']],
    ['jean-l', ['Jean‑Luc']],
    ['grusse aesir th', ['Grüße Æsir Þór']],
    ['नेह', ['नेहा शर्मा']],
    ['नेही', []],
    ['میخو', ['می‌خواهم']],
    ['שלו', ['שָׁלוֹם']],
    ['ＺＯＥ', ['Zoé']],
    ['한지', ['한지민']],
    ['علی احمد', ['علي أحمد']],
    ['علىٰ أَح', ['علي أحمد']],
    ['هما كم', ['ہما کمال']],
    ['eliyev n', ['Əliyev Ŋálo']],
    ['וואל', ['װאָלף']],
    ['d´ang', ["D'Angelo"]],
    ['\u2067علي\u2069', ['علي أحمد']],
    ['room ４२', ['Room 42']],
    ['غرفه 42', ['غرفة ٤٢']],
    ['ܫܠܡܐ', ['ܫܠܳܡܳܐ']],
    ['葛\u{e0100}城', ['葛城']],
    ['ödön', []],
    ['z%', []],
    ['zo_', []],
    ["'; --", []],
    ['  ', []],
    ['\u{10ffff}\u{10ffff}', []],
  ])('for %j finds who begins with it, whatever the case and the accents', async (name, found) => {
    expect(await names(name)).toEqual(found)
  })

  test('answers a listing of short users', async () => {
    expect((await search('zoe')).body).toEqual({
      offset: 0,
      limit: 20,
      count: 1,
      items: [{ type: 'User', id: expect.any(String), display_name: { current: { value: 'Zoé' } } }],
    })
    const page = await search('zo', member, { offset: '1', limit: '1' })
    expect(page.body).toMatchObject({ offset: 1, limit: 1, count: 3 })
    expect(page.body.items[0].display_name.current.value).toBe('Zoé')
    expect((await search('zo', member, { offset: '9' })).body).toMatchObject({ count: 3, items: [] })
  })

  test.each(['', 'a', 'é', 'e\u0301', '\u0301\u0301\u0301', '李', 'x'.repeat(65)])(
    'needs 2 to 64 characters: %j',
    async (name) => {
      for (const as of [member, administrator]) {
        const { status, body } = await search(name, as)
        expect([status, body]).toEqual([422, { error: 'invalid `name`: must be 2 to 64 characters' }])
      }
    },
  )

  test.each(['name=zo&name=ze', 'name[]=zo', 'name=%00%00', 'banned=perhaps', 'limit=x', 'offset=-1'])(
    'refuses the query %s',
    async (text) => {
      const { status } = await suite.call('GET', `/users?${text}`, { as: administrator })
      expect(status).toBe(text.startsWith('name[') ? 200 : 400)
    },
  )

  test('is for members: with a name, and without filtering by ban', async () => {
    const guest = { headers: {} }
    expect((await search('zo', guest)).body).toEqual({ error: 'authentication required' })
    expect((await search('zo', basic('asker', 'wrong'))).body).toEqual({ error: 'invalid credentials' })
    expect((await search(undefined)).status).toBe(422)
    for (const banned of ['true', 'false'])
      for (const name of [undefined, 'zo'])
        expect((await search(name, member, { banned })).body).toEqual({ error: 'forbidden' })
    expect((await search('zo', guest, { banned: 'true' })).status).toBe(401)
    const client = await registerClient(suite, 'searcher')
    const browser = await signedIn(suite.url, 'administrator', administrator.password)
    const token = bearer((await obtainTokens(suite, browser, client, 'base')).access_token)
    expect(await names('zoe', token)).toEqual(['Zoé'])
    expect((await search(undefined, token)).status).toBe(422)
    expect((await search('zoe', token, { banned: 'true' })).status).toBe(403)
    expect((await search('zo', basic(client.key, client.secret))).status).toBe(401)
  })

  test('finds a new name from the moment of renaming', async () => {
    const renamed = await suite.member('renamed_one', { displayName: 'Before' })
    await suite.call('PATCH', `/users/${renamed.id}`, { as: renamed, body: { display_name: 'Àfter' } })
    expect([await names('before'), await names('after')]).toEqual([[], ['Àfter']])
  })
})

describe('an administrator', () => {
  test('sees all members, newest first', async () => {
    const newest = await suite.member('the_newest')
    const { body } = await search(undefined, administrator, { limit: '100' })
    expect(body.items[0].id).toBe(newest.id)
    expect(body.count).toBe(body.items.length)
    expect((await search(undefined, administrator, { offset: '900' })).body).toMatchObject({
      count: body.count,
      items: [],
    })
  })

  test('can filter by ban', async () => {
    const banned = await suite.member('banned_one')
    const over = await suite.member('banned_over')
    for (const { id } of [banned, over])
      await suite.call('PUT', `/users/${id}/ban`, { as: administrator, body: { reason: 'spam' } })
    await suite.call('DELETE', `/users/${over.id}/ban`, { as: administrator })
    expect(await names(undefined, administrator, { banned: 'true' })).toEqual(['banned_one'])
    expect(await names('banned', administrator, { banned: 'true' })).toEqual(['banned_one'])
    expect(await names('banned', administrator, { banned: 'false' })).toEqual(['banned_over'])
    expect(await names(undefined, administrator, { banned: 'false' })).not.toContain('banned_one')
    expect(await names('banned')).toEqual(['banned_one', 'banned_over'])
  })
})

test('each letter, mark and digit counts as it does in the search for posts', async () => {
  const compared = /[\p{L}\p{M}\p{Nd}\p{Default_Ignorable_Code_Point}]/u
  const alike = /[\p{Unified_Ideograph}\uac00-\ud7a3]/u
  /** What is an apostrophe in a name, and parts words in a post. */
  const apart = /[\u0149\u02b9-\u02bf\u200b\u200c]/
  const characters = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(
    (one) => one.isWellFormed() && compared.test(one) && !alike.test(one) && !apart.test(one),
  )
  const client = new pg.Client({ connectionString: suite.database.urls.gateway })
  await client.connect()
  const { rows } = await client
    .query<{ folded: string; lower: string; plain: string }>(
      `SELECT normalize(gateway.fold_name(one), NFC) AS folded,
        lower(one COLLATE "und-x-icu") AS lower, normalize(one, NFKD) AS plain
      FROM unnest($1::text[]) WITH ORDINALITY AS characters (one, place) ORDER BY place`,
      [characters.map((one) => `x${one}`)],
    )
    .finally(() => client.end())
  // Characters that are new to Unicode are known to one before the other.
  const known = characters
    .map((one, place) => ({ text: `x${one}`, ...rows[place]! }))
    .filter(({ text, lower, plain }) => lower === text.toLowerCase() && plain === text.normalize('NFKD'))
  expect(known.filter((one) => folded(one.text) !== one.folded).map(({ text }) => text)).toEqual([])
  expect(known.length).toBeGreaterThan(30_000)
})

test('a search among 50,000 members reads only its hits, at most 1,000 of each kind of name', async () => {
  const client = new pg.Client({
    connectionString: suite.database.urls.gateway,
    options: '-c search_path=gateway',
  })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(`
      INSERT INTO account (id, username, display_name)
      SELECT gen_random_uuid(), 'seeded_' || n, 'Sëeded ' || n FROM generate_series(1, 50000) AS n`)
    await client.query('ANALYZE account')
    for (const [name, found, most] of [
      ['seeded', 1_000, 2 * 1_000 + 1_000],
      ['seeded_4999', 11, 3 * 11],
      ['sëeded 4999', 11, 3 * 11],
      ['nobody', 0, 0],
    ] as const) {
      const sent: Statement[] = []
      const db: Queries = {
        ...rowReads,
        query: (statement) => {
          sent.push(statement)
          return client.query(statement)
        },
      }
      const { count } = await readAccountsByName(db, name, undefined, { offset: 0, limit: 20 })
      expect([name, count]).toEqual([name, found])
      const { text, values } = sent[0]!
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
      const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(
        (node) => node['Relation Name'] === 'account',
      )
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
      const read = nodes.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
      expect(read, name).toBeLessThanOrEqual(most)
    }
  } finally {
    await client.query('ROLLBACK')
    await client.end()
  }
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
