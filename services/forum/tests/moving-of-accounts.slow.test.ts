import { scryptHash } from '@agora/testing/scrypt-hash'
import { basic, type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok } from './helpers/forum.ts'
import { importLines, type Moved, movingFolder, reported } from './helpers/moving.ts'
import { day } from './helpers/small-forum.ts'

/** What moves with a forum's members beside their accounts: former names, game accounts, applications. */

const SERVER = 'fr.game-a.example'
const link = (id: string, over: object) => ({
  type: 'game_link',
  id,
  game: 'game_a',
  server: SERVER,
  ...over,
})
const client = (name: string, over: object) => ({
  type: 'oauth_client',
  id: name,
  key: `${name}@clients`,
  display_name: 'Dragons',
  app_uri: 'https://dragons.example/',
  callback_uris: ['https://dragons.example/back', 'https://dragons.example/other'],
  pkce: 'optional',
  ...over,
})
const people = [
  { type: 'forum', version: 1 },
  {
    type: 'user',
    id: '1',
    username: 'ada',
    display_name: 'Ada',
    created_at: day(1),
    time_zone: 'Asia/Tokyo',
  },
  { type: 'user', id: '2', username: 'grace', display_name: 'Grace', created_at: day(1) },
  { type: 'user', id: '3', display_name: 'Only a name' },
]
const lines = [
  ...people,
  { type: 'display_name', user: '1', display_name: 'Augusta', since: day(1), until: day(5) },
  { type: 'display_name', user: '1', display_name: 'Countess', since: day(5), until: day(9) },
  link('a', { user: '1', account: '7', since: day(2), linked_by: '2', until: day(3), unlinked_by: '1' }),
  link('b', { user: '2', account: '7', since: day(4) }),
  link('c', { user: '1', account: '7', since: day(5) }),
  link('d', { user: '1', account: '8', since: day(5), server: 'nowhere.example' }),
  link('e', { user: '3', account: '9', since: day(5) }),
  { type: 'game_link', id: 'f', user: '1', game: 'game_c', account: '38', since: day(6) },
  client('dragons', { secret_hash: scryptHash('a secret of dragons') }),
  client('lizards', { secret_hash: 'plain!' }),
  client('newts', {
    id: '01890000-0000-7000-8000-0000000000AB',
    public: true,
    pkce: null,
    callback_uris: ['http://127.0.0.1/back', 'org.newts:/back'],
  }),
  client('toads', {}),
  client('frogs', { public: true, secret_hash: scryptHash('croak') }),
  client('efts', { secret_hash: scryptHash('hush'), callback_uris: ['org.efts:/back'] }),
  client('olms', { public: true }),
  client('snakes', { secret_hash: scryptHash('hiss'), display_name: 'Snákes 2 (β)', pkce: null }),
]

let suite: Suite
let moved: Moved
const folder = movingFolder()
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'archive'] })
  moved = await importLines(suite, folder, 'people.ndjson', lines, ['--name', 'old'])
})
afterAll(() => suite?.close())

const idOf = async (old: string) =>
  (await ok(await suite.call('GET', `/forum/imported/old/user/${old}`))).user.id
const linksOf = async (old: string) => (await ok(await suite.call('GET', `/users/${await idOf(old)}`))).links
const rows = async (text: string) => {
  const db = new pg.Client({ connectionString: suite.database.adminUrl })
  await db.connect()
  const { rows } = await db.query(text)
  await db.end()
  return rows
}

it('what was refused is told line by line, and the rest is taken', () => {
  expect(moved.stdout).toContain('taken 3 users, 2 display_names, 3 game_links, 3 oauth_clients\n')
  expect(
    reported(folder.path('people.ndjson')).map(({ line, reason, note }) => [line, reason ?? note]),
  ).toEqual([
    [9, 'one of the two accounts has another link there'],
    [10, 'its server nowhere.example is none of the configuration'],
    [11, 'its user has no account'],
    [14, 'the hash of its secret is of no kind that is known here'],
    [16, 'it has no secret, and is not public'],
    [17, 'it is public, and has a secret'],
    [18, 'invalid `callback_uri`: only a public client may have a scheme of its own'],
    [19, 'invalid `pkce`: a public client cannot do without'],
    [20, 'client snakes@clients is shown as Snakes  (), not as Snákes 2 (β)'],
  ])
  expect(moved.status).toBe(1)
})

it('former display names keep their times, and a rename here adds to them', async () => {
  const administrator = await suite.administrator()
  const body = { display_name: 'Lady Lovelace' }
  await ok(await suite.call('PATCH', `/users/${await idOf('1')}`, { as: administrator, body }))
  const names = await rows(
    `SELECT display_name, started_at, ended_at FROM gateway.former_name ORDER BY started_at`,
  )
  expect(names).toEqual([
    { display_name: 'Augusta', started_at: new Date(day(1)), ended_at: new Date(day(5)) },
    { display_name: 'Countess', started_at: new Date(day(5)), ended_at: new Date(day(9)) },
    { display_name: 'Ada', started_at: new Date(day(9)), ended_at: expect.any(Date) },
  ])
})

it('a time zone is that of the account', async () => {
  const zones = await rows(
    "SELECT username, time_zone FROM gateway.account WHERE username IN ('ada', 'grace') ORDER BY username",
  )
  expect(zones).toEqual([
    { username: 'ada', time_zone: 'Asia/Tokyo' },
    { username: 'grace', time_zone: null },
  ])
})

describe('links with game accounts', () => {
  it('keep their times, who made and who ended them', async () => {
    const { game_a, game_c } = await linksOf('1')
    expect(game_a[SERVER]).toMatchObject({
      current: null,
      old: [
        {
          link: { time: day(2), user: { display_name: { current: { value: 'Grace' } } } },
          unlink: { time: day(3) },
          user: { id: '7' },
        },
      ],
    })
    expect(game_c.current).toMatchObject({ link: { time: day(6) }, user: { id: '38' } })
    expect((await linksOf('2')).game_a[SERVER].current).toMatchObject({ link: { time: day(4) } })
  })

  it('are known to the archive', async () => {
    const known = () =>
      rows('SELECT subject, unlinked_at FROM archive.game_link ORDER BY linked_at').then((found) => found)
    await expect.poll(known).toEqual([
      { subject: '7', unlinked_at: new Date(day(3)) },
      { subject: '7', unlinked_at: null },
      { subject: '38', unlinked_at: null },
    ])
  })

  it('end when a later import says so, and make room for another', async () => {
    const later = [
      ...people,
      link('c', { user: '1', account: '7', since: day(8) }),
      link('b', { user: '2', account: '7', since: day(4), until: day(7), unlinked_by: '1' }),
      link('a', { user: '1', account: '7', since: day(2), until: day(3), unlinked_by: '1' }),
    ]
    const again = await importLines(suite, folder, 'later.ndjson', later, ['--name', 'old'])
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('taken 2 game_links\n') })
    expect((await linksOf('1')).game_a[SERVER].current).toMatchObject({ link: { time: day(8) } })
    expect((await linksOf('2')).game_a[SERVER]).toMatchObject({
      current: null,
      old: [{ unlink: { time: day(7) } }],
    })
  })
})

describe('an application', () => {
  const secretOf = (key: string, secret: string) =>
    suite.call('GET', '/auth/self', basic(`${key}@clients`, secret)).then(({ body }) => body)

  it('keeps its secret, its addresses and its way to ask', async () => {
    expect(await secretOf('dragons', 'a secret of dragons')).toMatchObject({
      type: 'OauthClient',
      client: { key: 'dragons@clients', display_name: 'Dragons' },
    })
    const as = await suite.administrator()
    expect((await suite.call('GET', '/oauth_clients/dragons@clients', { as })).body).toMatchObject({
      callback_uris: ['https://dragons.example/back', 'https://dragons.example/other'],
      pkce: 'optional',
      allowed_scopes: { base: true, forum_read: false, forum_write: false, forum_moderate: false },
    })
    expect((await suite.call('GET', '/oauth_clients/snakes@clients', { as })).body.pkce).toBe('required')
    expect((await suite.call('GET', '/oauth_clients/newts@clients', { as })).body).toMatchObject({
      is_public: true,
      pkce: 'required',
      callback_uris: ['http://127.0.0.1/back', 'org.newts:/back'],
    })
  })

  it('that is here stays as it is', async () => {
    const other = client('dragons', { secret_hash: scryptHash('another'), app_uri: 'https://evil.example/' })
    const again = await importLines(suite, folder, 'other.ndjson', [people[0]!, other], ['--name', 'evil'])
    expect(again).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Here already: 1 oauth_client\n'),
    })
    expect((await secretOf('dragons', 'another')).type).toBe('Guest')
    expect((await secretOf('dragons', 'a secret of dragons')).type).toBe('OauthClient')
  })
})

it('a block that its author could not write costs the block, not the post or its thread', async () => {
  const markup = (id: string, body: string) => ({
    type: 'post',
    id,
    thread: 't',
    author: '1',
    created_at: day(3),
    body,
  })
  const forum = [
    ...people,
    { type: 'section', id: 's', display_name: 'Section' },
    { type: 'thread', id: 't', section: 's', title: 'Blocks', author: '1', created_at: day(3) },
    markup('p1', '[admin]**Strong**[/admin] and [quote=Grace]_said_[/quote]'),
    markup('p2', '[quote]**open** [mod]x[/mod]'),
    markup('p3', '[admin]'.repeat(200)),
  ]
  const { stdout } = await importLines(suite, folder, 'blocks.ndjson', forum, ['--name', 'old'])
  expect(stdout).toContain('taken 1 section, 1 thread, 3 posts')
  const { thread } = await ok(await suite.call('GET', '/forum/imported/old/thread/t'))
  const { posts } = await ok(await suite.call('GET', `/forum/threads/${thread.id}`))
  const htmlOf = (index: number) => posts.items[index].revisions.last.content.html
  expect(htmlOf(0)).toBe(
    '[admin]<strong>Strong</strong>[/admin] and <blockquote class="mkt-quote"><cite>Grace</cite><em>said</em></blockquote>',
  )
  expect(htmlOf(1)).toBe('[quote]<strong>open</strong> [mod]x[/mod]')
  expect(htmlOf(2)).toBe('[admin]'.repeat(200))
})
