import { type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { complete, header } from './helpers/complete-lines.ts'
import { ok } from './helpers/forum.ts'
import { importLines, movingFolder, reported } from './helpers/moving.ts'
import { day } from './helpers/small-forum.ts'

/** What an import takes of lines that are not as they should be. Reports are named by project and number. */

let suite: Suite
const folder = movingFolder()
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
})
afterAll(() => suite?.close())

const read = async (path: string) => ok(await suite.call('GET', `/forum${path}`))
const imported = (name: string, kind: string, id: string) => read(`/imported/${name}/${kind}/${id}`)
const bring = async (name: string, lines: readonly object[]) => {
  const moved = await importLines(suite, folder, `${name}.ndjson`, [header, ...lines], ['--name', name])
  return { ...moved, told: reported(folder.path(`${name}.ndjson`)) }
}
const section = { type: 'section', id: 's', display_name: 'Faults' }
const thread = { type: 'thread', id: 't', section: 's', title: 'A thread', author: 'u', created_at: day(1) }
const post = { type: 'post', id: 'p', thread: 't', author: 'u', created_at: day(2), body: 'Hello' }
const reply = { ...post, id: 'r', author: 'other' }
const other = { type: 'user', id: 'other', username: 'other_one', created_at: day(1) }

const futureTime = new Date(Date.now() + 86_400_000).toISOString()
/** What is wrong with a member, and which project reported it. */
const faulty: readonly [report: string, member: object][] = [
  ['discourse/discourse#5224', { emails: [{ address: 'bob@localhost' }] }],
  ['discourse/discourse#9085', { emails: [{ address: 'bob@example,com' }] }],
  ['discourse/discourse#9085: a blank', { emails: [{ address: 'a@b.example ' }] }],
  ['discourse/discourse#9085: no ASCII', { emails: [{ address: 'josé@example.com' }] }],
  ['MichaelBelgium/mybb_to_flarum#33', { emails: [{ address: '' }] }],
  ['MichaelBelgium/mybb_to_flarum#33: no address at all', { emails: [{ address: null }, null, 'bob'] }],
  ['MichaelBelgium/mybb_to_flarum#33: no name to show', { display_name: '' }],
  ['MichaelBelgium/mybb_to_flarum#33: a long name to show', { display_name: 'x'.repeat(300) }],
  ['MichaelBelgium/mybb_to_flarum#33: no username', { username: '' }],
  ['MichaelBelgium/mybb_to_flarum#33: a long username', { username: 'x'.repeat(300) }],
  ['MichaelBelgium/mybb_to_flarum#33: a time to come', { created_at: futureTime }],
  ['mybb/merge-system#221: a hash of an unknown kind', { password_hash: 'md5:0123456789abcdef' }],
]

describe('a fault of a member costs what is faulty, and neither their posts nor the replies to them', () => {
  let moved: Awaited<ReturnType<typeof bring>>
  /** Each member has a thread, to which somebody else replies. */
  const lines = faulty.flatMap(([, fault], index) => {
    const id = `u${index}`
    const user = { type: 'user', id, username: `faulty_${index}`, created_at: day(1), ...fault }
    return [
      user,
      { ...thread, id, author: id },
      { ...post, id, thread: id, author: id },
      { ...reply, id: `r${index}`, thread: id },
    ]
  })
  beforeAll(async () => {
    moved = await bring('faulty', [section, other, ...lines])
  })

  it.each(faulty.map(([report], index) => [report, index] as const))('%s', async (_report, index) => {
    const told = moved.told.filter(({ line }) => line >= 4 + 4 * index && line < 8 + 4 * index)
    expect(told.length).toBeGreaterThan(0)
    for (const one of told) expect(one).toEqual({ line: 4 + 4 * index, note: expect.any(String) })
    const { posts } = await read(`/threads/${(await imported('faulty', 'thread', `u${index}`)).thread.id}`)
    expect(posts.items.map((one: { author: { user: { id: string } } }) => one.author.user.id)).toEqual([
      (await imported('faulty', 'user', `u${index}`)).user.id,
      (await imported('faulty', 'user', 'other')).user.id,
    ])
  })
})

const BAD = { not: 'this' }
/** Without these, a line means nothing, or something else. */
const MEANT = new Set('type id user group thread section post number role kind source old_id'.split(' '))
/** Most fields of these say who somebody is: without one, the line is left out. */
const IDENTITIES = new Set(['display_name', 'game_link', 'oauth_client'])

it('a dump with one bad field in each line is taken whole, each fault reported by its line', async () => {
  const lines: object[] = []
  const fields: [line: number, field: string][] = []
  const add = (line: object, field: string) => {
    lines.push(line)
    fields.push([lines.length + 1, field])
  }
  for (const [type, line] of Object.entries(complete)) {
    if (IDENTITIES.has(type)) continue
    for (const field of Object.keys(line).filter((name) => !MEANT.has(name))) {
      const id = `${type}_${field}`
      const { group, section, user, thread, post, edit, role, group_member, sanction, ban } = complete
      // Each has whatever it hangs on, and something hangs on each.
      const own: Record<string, object> = {
        group: { ...group, id, key: undefined },
        section: { ...section, id, key: undefined, readers: { groups: [id] } },
        user: { ...user, id, username: id.slice(0, 30), emails: [] },
        thread: { ...thread, id, section: id, author: id },
        post: { ...post, id, thread: id, author: id },
        edit: { ...edit, post: id, author: id },
        role: { ...role, user: id, section: id },
        group_member: { ...group_member, group: id, user: id },
        sanction: { ...sanction, id, user: id, section: id },
        ban: { ...ban, id, user: id },
      }
      for (const [kind, one] of Object.entries(own))
        if (kind === type) add({ ...one, [field]: BAD }, field)
        else lines.push(one)
    }
  }
  const moved = await bring('broken', lines)
  expect(moved.told.filter(({ reason }) => reason !== undefined)).toEqual([])
  for (const [line, field] of fields) {
    const notes = moved.told.filter((one) => one.line === line).map(({ note }) => note)
    expect([line, field, notes.join()]).toEqual([line, field, expect.stringContaining(`\`${field}`)])
  }
  const count = fields.length
  for (const kind of ['group', 'section', 'user', 'thread', 'post', 'edit', 'role', 'sanction', 'ban'])
    expect(moved.stdout).toMatch(new RegExp(`taken.* ${count} ${kind}s?\\b`))
  expect(moved.status).toBe(0)
})

it('what is lifted, ended or counted in a way that nobody can read binds nobody, and costs no line', async () => {
  const time = Date.UTC(2020, 0, 5) / 1000
  const ban = { type: 'ban', user: 'a', created_at: day(3) }
  const mute = { ...ban, type: 'sanction', kind: 'Mute' }
  const all = [
    { ...mute, id: '1', lifted_at: 'yesterday' },
    { ...mute, id: '2', lifted_at: futureTime },
    { ...mute, id: '3', lifted_at: 0, expires_at: '' },
    { ...mute, id: '4', expires_at: time },
    { ...mute, id: '5', expires_at: 'soon' },
    { ...mute, id: '6', expires_at: '0000-00-00 00:00:00' },
    { ...mute, id: '7', kind: 'Warning', expires_at: day(9) },
    { ...mute, id: '8', expires_at: 1e300 },
    { ...ban, id: '1', lifted_at: BAD },
    { ...ban, id: '2', expires_at: BAD },
    { ...post, id: 'v', author: 'a', votes: { up: '3', down: -1 } },
  ]
  const lines = [
    section,
    { ...other, id: 'a', username: 'bound_one' },
    { ...thread, author: 'a' },
    post,
    ...all.map((one) => ({ ...one, reason: one.id })),
  ]
  const moved = await bring('ends', lines)
  expect(moved.told.filter(({ reason }) => reason !== undefined)).toEqual([])
  const noted = new Set(moved.told.map(({ line }) => line))
  for (const [index] of all.entries()) expect([index, noted.has(6 + index)]).toEqual([index, true])
  const { user } = await imported('ends', 'user', 'a')
  const as = await suite.administrator()
  type Kept = {
    reason: string
    expires_at?: string | null
    deleted_at?: string | null
    lifted_at?: string | null
    user?: { id: string }
  }
  const kept = ({ items }: { items: Kept[] }) =>
    items
      .filter(({ user: one }) => one?.id === user.id)
      .map(({ reason, expires_at, deleted_at, lifted_at }) => [
        reason,
        expires_at ?? null,
        deleted_at ?? lifted_at ?? null,
      ])
      .sort()
  const now = expect.stringContaining(new Date().toISOString().slice(0, 4))
  expect(kept(ok(await suite.call('GET', `/forum/sanctions?user=${user.id}&limit=20`, { as })))).toEqual([
    ['1', null, day(3)],
    ['2', null, now],
    ['3', null, null],
    ['4', '2020-01-05T00:00:00.000Z', null],
    ['5', day(3), null],
    ['6', null, null],
    ['7', null, null],
    ['8', '9999-12-31T00:00:00.000Z', null],
  ])
  expect(kept(ok(await suite.call('GET', '/bans?limit=100', { as })))).toEqual([
    ['1', null, day(3)],
    ['2', day(3), null],
  ])
  const { thread: one } = await imported('ends', 'thread', 't')
  expect((await read(`/threads/${one.id}/reactions`)).posts).toMatchObject([
    { reactions: [{ key: 'heart', count: 3 }] },
  ])
})

it('a dump as databases print it is taken as it is meant', async () => {
  const moved = await bring('printed', [
    {
      type: 'section',
      id: 1,
      key: null,
      display_name: 'Printed',
      parent: null,
      order: null,
      created_at: null,
    },
    {
      type: 'user',
      id: 2,
      username: 'printed_',
      display_name: null,
      password_hash: null,
      created_at: '2020-01-01 12:00:00',
      emails: null,
    },
    {
      type: 'thread',
      id: 3,
      section: 1,
      title: 'Printed',
      author: 2,
      created_at: '2020-01-02 12:00:00.123',
      is_pinned: 1,
      is_locked: 0,
      is_deleted: null,
    },
    { type: 'post', id: 4, thread: 3, author: 2, created_at: 1_577_966_400, body: 'One', votes: null },
    {
      type: 'post',
      id: 5,
      thread: 3,
      author: 2,
      created_at: '2020-01-02 13:00:00+01',
      body: 'Two',
      format: null,
    },
    { type: 'post', id: 6, thread: 3, author: null, created_at: 1_577_966_401_000, body: 'Three' },
  ])
  expect(moved.told.filter(({ reason }) => reason !== undefined)).toEqual([])
  // Only what had to be read otherwise than it is written is told.
  expect(moved.told.map(({ line, note }) => `${line} ${/`\w+`|author/.exec(note ?? '')}`)).toEqual([
    '3 `created_at`',
    '4 `created_at`',
    '4 `is_pinned`',
    '4 `is_locked`',
    '5 `created_at`',
    '7 `created_at`',
    '7 author',
  ])
  const { thread: one } = await imported('printed', 'thread', '3')
  const { is_pinned, is_locked, posts, ctime } = await read(`/threads/${one.id}`)
  expect([is_pinned, is_locked, ctime]).toEqual([true, false, '2020-01-02T12:00:00.123Z'])
  expect(posts.items.map((written: { ctime: string }) => written.ctime)).toEqual([
    '2020-01-02T12:00:00.000Z',
    '2020-01-02T12:00:00.000Z',
    '2020-01-02T12:00:01.000Z',
  ])
})

it('each thing that a body loses is named, however many there are', async () => {
  const addresses = Array.from({ length: 40 }, (_, index) => `ftp://x.example/${index}`)
  const body = addresses.map((address) => `<a href="${address}">a</a>`).join(' ')
  const user = { ...other, username: 'lossy_one' }
  const lossy = { ...reply, format: 'html' as const }
  const moved = await bring('lossy', [
    section,
    user,
    { ...thread, author: 'other' },
    { ...lossy, id: 'many', body },
    { ...lossy, id: 'few', body: `<a href="ftp://x.example/${'😀'.repeat(300)}">a</a>` },
  ])
  const [many, few] = moved.told
  expect(many).toEqual({
    line: 5,
    note: `its body was taken without ${addresses
      .slice(0, 5)
      .map((address) => `a link to ${address}`)
      .join('; ')}; and 35 more`,
    all: addresses.map((address) => `a link to ${address}`),
  })
  const start = 'a link to ftp://x.example/'
  expect(few).toEqual({
    line: 6,
    note: `its body was taken without ${start}${'😀'.repeat(200 - start.length)}…`,
  })
})

const long: readonly [report: string, body: string, start: string][] = [
  ['root-project/web#784', `<p>${'word '.repeat(20_000)}</p>`, 'word word word'],
  ['root-project/web#784: marks', `<p>${'*'.repeat(60_000)}</p>`, '***'],
]

it(`a long body is shown without its tags: ${long.map(([report]) => report).join(', ')}`, async () => {
  const posts = long.map(([, body], index) => ({ ...reply, id: `r${index}`, format: 'html', body }))
  const user = { ...other, username: 'long_one' }
  const moved = await bring('long', [section, user, { ...thread, author: 'other' }, ...posts])
  expect(moved.told).toEqual(
    long.map((_, index) => ({
      line: 5 + index,
      note: expect.stringContaining('its plain text was taken'),
    })),
  )
  for (const [index, [report, , start]] of long.entries()) {
    const { post: one } = await imported('long', 'post', `r${index}`)
    const { revisions } = await read(`/posts/${one.id}`)
    const shown: string = revisions.items[0].content.html
    expect(shown.slice(0, start.length), report).toBe(start)
    expect(shown, report).toMatch(/^[^<&]*…$/)
  }
})

/** As phpBB hashes passwords: escaped for HTML, in Unicode's composed form. */
const hashed: readonly [report: string, password: string, ...hashes: string[]][] = [
  [
    'mybb/merge-system#221',
    'test1&test1',
    '$2b$04$RQ.a3c8obTKJq7qowCqVZuwONCfLqH0bB6WGYx9L7lGQoQxmz/iEG',
    '$H$5abcdefghHcoRBj3RKnkqBS1r6bgdm.',
    '$argon2id$v=19$m=1024,t=2,p=1$V2AB+d8Zp9NmLxmAQU/BPQ$lFD6rI6KXGyCrsUmgYVy/g9rK1dgTWLQTqBy3iNHBcc',
  ],
  [
    'Digitalroot-Technologies/MediaWiki_PHPBB_Auth#55',
    `<b> "q" it's`,
    '$2b$04$WRpfmel3lTxp2XFswUgvJO3lAWbXQ2gbTOQxSqdx0d4sptVhE/Tlq',
    '$H$5abcdefghjF8MQFSCbyTJfwCSRFxfg/',
    '$argon2id$v=19$m=1024,t=2,p=1$IkkvQdsnwYgvCvslVcyOLw$q9sG2bH6TqhaaCFiK9EDRI1OEerkq+PaLL/WkkUcfyM',
  ],
  [
    'Digitalroot-Technologies/MediaWiki_PHPBB_Auth#55: accents',
    'Zu\u0308rich & cafe\u0301',
    '$2b$04$Sh2gp6GqtFx0h2ht.kTsTOjbKC4m15FEliR9ntrFW/MKDmkniR9KG',
    '$H$5abcdefghCa17KTOinBa8SX3P.EShX.',
    '$argon2id$v=19$m=1024,t=2,p=1$ggcuLPWAQK5eoKhRMLKAWQ$JCPNjmX3Vrgh1sG9IUuGUrc/XczL/vFN2D92iW8rR4o',
  ],
]

describe('a member signs in by the password that phpBB escaped', () => {
  const signIn = async (login: string, typed: string) =>
    (await suite.call('PUT', '/auth/self', { body: { login, password: typed } })).status
  const hashes = hashed.flatMap(([, , ...all], index) =>
    all.map((hash, kind) => ({ hash, login: `phpbb_${index}_${kind}` })),
  )
  let client: pg.Client
  beforeAll(async () => {
    const users = hashes.map(({ hash, login }) => ({
      type: 'user',
      id: login,
      username: login,
      created_at: day(1),
      password_hash: hash,
    }))
    expect((await bring('phpbb', users)).told).toEqual([])
    client = new pg.Client({ connectionString: suite.database.urls.gateway })
    await client.connect()
  })
  afterAll(() => client?.end())

  it.each(hashed.map(([report, password], index) => [report, password, index] as const))(
    '%s',
    async (_report, password, index) => {
      const escaped = password.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      for (const login of [`phpbb_${index}_0`, `phpbb_${index}_1`]) {
        expect([login, await signIn(login, `${password} `)]).toEqual([login, 401])
        expect([login, await signIn(login, password)]).toEqual([login, 200])
        const { rows } = await client.query('SELECT password_hash FROM gateway.account WHERE username = $1', [
          login,
        ])
        expect(rows[0].password_hash).toMatch(/^\$argon2id\$/)
        // From now on it is the password as it is typed, and nothing else.
        expect([login, await signIn(login, escaped), await signIn(login, password)]).toEqual([
          login,
          401,
          200,
        ])
      }
      // Not replaced: it is as strong as ours.
      const strong = `phpbb_${index}_2`
      expect([await signIn(strong, `${password} `), await signIn(strong, password)]).toEqual([401, 200])
    },
  )
})

it('a section is for no more writers than the one that it comes below', async () => {
  const as = await suite.administrator()
  for (const [path, body] of [
    ['/groups/keepers', { display_name: 'Keepers' }],
    ['/sections/kept', { display_name: 'Kept', writers: { groups: ['keepers'] } }],
  ] as const)
    ok(await suite.call('PUT', `/forum${path}`, { as, body }))
  await bring('narrow', [
    { type: 'section', id: 'above', key: 'kept', display_name: 'Kept' },
    { type: 'section', id: 'below', key: 'kept_below', parent: 'above', display_name: 'Below' },
  ])
  const access = ok(await suite.call('GET', '/forum/sections/kept_below/access', { as }))
  expect(access.writers).toEqual({ groups: ['keepers'] })
})
