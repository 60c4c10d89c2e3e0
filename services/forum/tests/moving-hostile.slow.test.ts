import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok } from './helpers/forum.ts'
import { importLines, linesOf, move, movingFolder } from './helpers/moving.ts'
import { day } from './helpers/small-forum.ts'

/** Files that were not made by anybody who means well. */

let suite: Suite
const folder = movingFolder()
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'] })
})
afterAll(() => suite?.close())

const header = { type: 'forum', version: 1 }
const post = (id: string, over: object) => ({
  type: 'post',
  id,
  thread: 't',
  author: 'u',
  created_at: day(2),
  body: 'Hello',
  ...over,
})
const future = new Date(Date.now() + 86_400_000).toISOString()

/** A line that is taken, and what the report says of the part that is not. */
const odd: readonly [line: object | string, note: string][] = [
  [post('1', { body: ['a', 'b'] }), '`body` '],
  [post('4', { author: 'nobody' }), 'its author nobody is unknown'],
  [post('5', { created_at: future }), '`created_at` is in the future'],
  [post('6', { created_at: '1066-10-14T09:00:00Z' }), '`created_at` is in the future or before 1970'],
  [post('7', { body: '[quote]never closed' }), 'blocks that its author could not write are text'],
  [post('8', { body: '[admin]Obey[/admin]' }), 'blocks that its author could not write are text'],
  [
    '{"type":"post","id":"9","thread":"t","author":"u","created_at":"2020-01-02T12:00:00Z","body":"\\ud800"}',
    '`body` ',
  ],
  [
    '{"type":"post","id":"10","thread":"t","author":"u","created_at":"2020-01-02T12:00:00Z","body":"\\u0000"}',
    '`body` ',
  ],
  [post('12', { body: '&'.repeat(65_536) }), 'its body is too long'],
  [{ type: 'section', id: 'a', display_name: 'A', parent: 'b' }, 'its parent b is unknown'],
  [{ type: 'section', id: 'c', display_name: 'C', parent: 'c' }, 'its parent c is unknown'],
  [{ type: 'section', id: 'e', display_name: '' }, '`display_name` '],
  [{ type: 'user', id: 'x', username: 'x_x', emails: [{ address: 'no address' }] }, '`emails.0.address` '],
  [{ type: 'user', id: 'x1', username: 'x_1', created_at: day(1), display_name: '' }, '`display_name` '],
  [{ type: 'user', id: 'x2', username: '', created_at: day(1) }, '`username` '],
  [{ type: 'user', id: 'x3', username: 'u'.repeat(300), created_at: future }, '`username` '],
  [
    { type: 'thread', id: 'odd', section: 's', title: '', author: 'nobody', created_at: future },
    'its author nobody is unknown',
  ],
  [
    { type: 'thread', id: 'c', section: 'up', title: 'In a category', author: 'u', created_at: day(1) },
    'holds sections',
  ],
  [
    { type: 'thread', id: 'astray', section: 'gone', title: 'Astray', author: 'u', created_at: day(1) },
    'its section gone is unknown',
  ],
  [post('13', { thread: 'odd', author: 'x', format: 'textile', votes: 3 }), '`format` '],
]

/** A line, and why it is not taken. */
const bad: readonly [line: object | string, reason: string][] = [
  ['{', 'not JSON'],
  ['["post"]', 'not an object'],
  [{ type: 'poll' }, '`type` must be one of forum, group, section'],
  [{ type: ['post'] }, '`type` must be one of forum, group, section'],
  [post(['2'] as never, {}), '`id` '],
  [post('3', { thread: 'nowhere' }), 'its thread nowhere is unknown'],
  [post('11', { body: 'x'.repeat(10 * 1024 * 1024) }), 'longer than'],
  [
    { type: 'edit', post: 'ok', number: 2, author: 'u', time: day(3), body: 'x' },
    'an edit before it is missing',
  ],
  [{ type: 'edit', post: 'zz', number: 1, author: 'u', time: day(3), body: 'x' }, 'its post zz is unknown'],
  [{ type: 'role', user: 'u', role: 'Moderator', since: day(1) }, 'a Moderator needs a section'],
  [{ type: 'role', user: 'u', role: 'Emperor', since: day(1) }, '`role` '],
  [{ type: 'role', user: 'admin', role: 'GlobalModerator', since: day(1) }, 'its user admin is unknown'],
  [
    { type: 'ban', id: '1', user: 'mallory', reason: 'x', created_at: day(1) },
    'is a member who was here before',
  ],
  [{ type: 'user', id: '../../etc', username: 'x', created_at: day(1) }, '`id` '],
]

const good = [
  { type: 'section', id: 'up', display_name: 'Up' },
  { type: 'section', id: 's', display_name: 'Down', parent: 'up' },
  { type: 'user', id: 'u', username: 'u_', created_at: day(1) },
  {
    type: 'user',
    id: 'mallory',
    username: 'mallory',
    created_at: day(1),
    emails: [{ address: 'm@evil.example' }],
    password_hash: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0',
  },
  { type: 'thread', id: 't', section: 's', title: 'x\u0007\n', author: 'u', created_at: day(1) },
  post('ok', {}),
]

describe('hostile lines', () => {
  it('are rejected one by one, with their numbers and reasons, and no other lines are', async () => {
    await suite.member('mallory')
    const lines = [header, ...good, ...bad.map(([line]) => line), ...odd.map(([line]) => line)]
    const moved = await importLines(suite, folder, 'bad.ndjson', lines)
    expect(moved.status).toBe(1)
    const report = readFileSync(folder.path('bad.ndjson.report.ndjson'), 'utf8')
    const told = report
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const rejected = told.filter(({ reason }) => reason)
    const expected = bad.map(([, reason], index) => [index + good.length + 2, reason])
    expect(rejected.map(({ line }) => line)).toEqual(expected.map(([line]) => line))
    for (const [index, { reason }] of rejected.entries()) expect(reason).toContain(expected[index]![1])
    for (const [index, [, note]] of odd.entries()) {
      const line = index + good.length + bad.length + 2
      const notes = told.filter((one) => one.line === line && one.note).map((one) => one.note)
      expect([line, notes.join()]).toEqual([line, expect.stringContaining(note)])
    }
    expect(moved.stdout).toContain('taken 5 sections, 6 users, 4 threads, 11 posts')
    const { thread } = ok(await suite.call('GET', '/forum/imported/agora/thread/t'))
    const { posts } = ok(await suite.call('GET', `/forum/threads/${thread.id}`))
    const names = posts.items.map(
      (one: { author: { user: { display_name: { current: { value: string } } } } }) =>
        one.author.user.display_name.current.value,
    )
    expect(names).toContain('Deleted member')
  })

  it('keep what hangs on an unknown section for moderators alone', async () => {
    const lines = (id: string) => [
      header,
      { type: 'user', id: 'u', username: 'u_', created_at: day(1) },
      { type: 'thread', id, section: 'gone', title: 'Of few', author: 'u', created_at: day(1) },
      post(`in-${id}`, { thread: id, body: 'For some' }),
    ]
    for (const id of ['few', 'fewer'])
      expect((await importLines(suite, folder, `${id}.ndjson`, lines(id))).status).toBe(0)
    const as = await suite.administrator()
    const found = async (id: string, by = as) =>
      suite.call('GET', `/forum/imported/agora/post/in-${id}`, { as: by })
    const { thread, post: kept } = ok(await found('few'))
    expect((await found('few', await suite.member('curious'))).status).toBe(404)
    expect((await suite.call('GET', `/forum/posts/${kept.id}`)).status).toBe(404)
    const stray = ok(await suite.call('GET', `/forum/threads/${thread.id}`, { as }))
    expect(stray.section.display_name).toBe('Imported without a section')
    expect(stray.posts.items[0].revisions.last.content.html).toBe('For some')
    const welcome = ok(await suite.call('GET', '/forum/sections/welcome'))
    const to = { section: { type: 'ForumSection', id: welcome.id } }
    expect(
      ok(await suite.call('POST', `/forum/threads/${thread.id}/section`, { as, body: to })).section.key,
    ).toBe('welcome')
    const other = ok(await found('fewer'))
    expect((await suite.call('GET', `/forum/threads/${other.thread.id}`)).status).toBe(404)
    const { items } = ok(await suite.call('GET', '/forum/sections?limit=100', { as }))
    const astray = items.filter(
      (one: { display_name: string }) => one.display_name === stray.section.display_name,
    )
    expect(astray).toHaveLength(1)
    expect(
      (
        await suite.call('POST', `/forum/sections/${astray[0].key}`, {
          as: await suite.member('writer'),
          body: { title: 'No', body: 'No' },
        })
      ).status,
    ).toBe(404)
  })

  it('do not open an existing account', async () => {
    for (const login of ['mallory', 'm@evil.example'])
      expect((await suite.call('PUT', '/auth/self', { body: { login, password: 'test12345' } })).status).toBe(
        401,
      )
    const own = { login: 'mallory', password: 'mallory has a password' }
    expect((await suite.call('PUT', '/auth/self', { body: own })).status).toBe(200)
  })

  it('make no member resemble the administrator, and no two members the same', async () => {
    const users = ['Administrator', 'Αdministrator', 'ADMINISTRATOR!', '日本', '0', 'ａdministrator'].map(
      (name, index) => ({
        type: 'user',
        id: `n${index}`,
        username: index === 0 ? 'administrator_' : name,
        display_name: name,
        created_at: day(1),
      }),
    )
    const moved = await importLines(suite, folder, 'names.ndjson', [header, ...users], ['--name', 'names'])
    expect(moved.status).toBe(0)
    const ids = new Set<string>()
    for (const { id } of users) {
      const { user } = ok(await suite.call('GET', `/forum/imported/names/user/${id}`))
      ids.add(user.id)
      expect(user.display_name.current.value.toLowerCase()).not.toMatch(/^.dministrator$/)
    }
    expect(ids.size).toBe(users.length)
  })

  it('are not a valid file without its first line', async () => {
    const moved = await importLines(suite, folder, 'none.ndjson', good)
    expect(moved).toMatchObject({ status: 2, stdout: '' })
    expect(moved.stderr).toContain('line 1: a forum begins with {"type":"forum","version":1}')
    const newer = await importLines(suite, folder, 'newer.ndjson', [{ ...header, version: 2 }])
    expect(newer.stderr).toContain('unsupported version 2')
  })
})

it('a pipe is read, too', async () => {
  const input = linesOf([header, good[0]!])
  const words = ['--from', 'ndjson', '-', '--name', 'pipe', '--report', folder.path('pipe.report')]
  expect((await move('import', suite, words, { input })).stdout).toContain('taken 1 section\n')
})

it('an import that loses its hold on the forum ends', async () => {
  const input = new PassThrough()
  input.write(linesOf([header, good[0]!]))
  const words = ['--from', 'ndjson', '-', '--name', 'lost', '--report', folder.path('lost.report')]
  const importing = move('import', suite, words, { input })
  const client = new pg.Client({ connectionString: suite.database.adminUrl })
  await client.connect()
  try {
    const close = () =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE locktype = 'advisory' AND granted AND datname = current_database()
         AND application_name = 'agora-forum-import'`,
      )
    await expect.poll(async () => (await close()).rowCount, { timeout: 30_000 }).toBe(1)
    const { status, stderr } = await importing
    expect([status, stderr]).toEqual([
      2,
      'The database has closed the connection that locks out other imports.\n',
    ])
  } finally {
    input.end()
    await client.end()
  }
})

it('a batch that is no number is refused', async () => {
  for (const batch of ['x', '0', '1.5'])
    expect((await move('import', suite, ['--from', 'ndjson', '-', '--batch', batch])).status).toBe(2)
})
