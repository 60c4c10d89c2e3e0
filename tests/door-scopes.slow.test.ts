import { bearer, type Caller, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { obtainTokens, registerClient, signedIn } from '../services/gateway/tests/oauth/client.ts'
import { query } from '../services/gateway/tests/query.ts'

/** What an application may be granted, in the consent page's words; `session` is the member's own browser. */
const columns = ['guest', 'openid', 'base', 'forum:read', 'forum:write', 'forum:moderate', 'session'] as const
type Column = (typeof columns)[number]

let suite: Suite
let callers: Record<Column, Caller>
const names: Record<string, string> = {}

beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'forum', 'apps', 'web'],
    config: {
      apps: ['open', 'hidden'].map((key) => ({
        key,
        display_name: key,
        channels: [
          {
            key: 'main',
            base_uri: 'https://game.example/',
            home_uri: 'https://game.example/',
            visibility: key === 'open' ? 'Public' : 'Private',
          },
        ],
      })),
    },
  })
  const member = await suite.member('scoped')
  const other = await suite.member('stranger')
  const administrator = await suite.administrator()
  await fill(member, other, administrator)
  const client = await registerClient(suite, 'curious')
  const browser = await signedIn(suite.url, member.username, member.password)
  const tokenFor = async (scope: string) =>
    bearer((await obtainTokens(suite, browser, client, scope)).access_token)
  callers = {
    guest: { headers: {} },
    openid: await tokenFor('openid profile email'),
    base: await tokenFor('base'),
    'forum:read': await tokenFor('base forum:read'),
    'forum:write': await tokenFor('base forum:write'),
    'forum:moderate': await tokenFor('base forum:moderate'),
    session: member,
  }
}, 120_000)
afterAll(() => suite?.close())

/** Creates data of the member's own for every route in the table: only existing data can prove to be withheld. */
async function fill(member: Member, other: Member, administrator: Member) {
  const make = async (as: Member, method: string, path: string, body: object) => {
    const answer = await suite.call(method, path, { as, body })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const thread = await make(other, 'POST', '/forum/sections/off_topic', { title: 'To be read', body: 'New.' })
  const post = await make(member, 'POST', `/forum/threads/${thread.id}`, { body: 'Mine.' })
  await make(other, 'POST', `/forum/threads/${thread.id}`, { body: 'Newer.' })
  await make(member, 'POST', `/forum/threads/${thread.id}/reports`, { reason: 'Spam' })
  await make(administrator, 'POST', '/forum/sanctions', {
    user: { type: 'User', id: member.id },
    kind: 'Warning',
    reason: 'Mind your words.',
    internal_note: 'For us.',
  })
  await make(administrator, 'PUT', '/forum/groups/table', { display_name: 'The table' })
  await make(administrator, 'PUT', `/forum/groups/table/members/${member.id}`, {})
  const { items } = (await suite.call('GET', '/apps', { as: administrator })).body
  const hidden = items.find(({ key }: { key: string }) => key === 'hidden')
  await make(administrator, 'PATCH', `/apps/${hidden.id}`, { owners: [{ type: 'User', id: member.id }] })
  await query(
    suite,
    `INSERT INTO user_link (id, account_id, type, external_id, display_name)
     VALUES (gen_random_uuid(), $1, 'Email', 'private@example.org', 'private@example.org')`,
    [member.id],
  )
  Object.assign(names, { member: member.id, thread: thread.id, post: post.id, hidden: hidden.id })
}

type Body = Awaited<ReturnType<Suite['call']>>['body']
/** How a column reads a route: the status if it is refused, otherwise what `field` finds in the answer. */
type Cell = unknown
const everybody = (cell: Cell) => columns.map(() => cell)
/** Cells in the order of the columns. */
const table: [route: string, field: (body: Body) => unknown, cells: Cell[]][] = [
  [
    'GET /auth/self',
    (body) => body.user?.display_name.current.value,
    [undefined, 'scoped', 'scoped', 'scoped', 'scoped', 'scoped', 'scoped'],
  ],
  [
    'GET /users/{member}',
    (body) => body.username,
    [undefined, undefined, undefined, undefined, undefined, undefined, 'scoped'],
  ],
  [
    'GET /users/{member}',
    (body) => body.has_password,
    [undefined, undefined, undefined, undefined, undefined, undefined, true],
  ],
  ['GET /users/{member}', (body) => body.display_name.current.value, everybody('scoped')],
  ['GET /users/{member}/user-links', (body) => body.length, [0, 0, 0, 0, 0, 0, 1]],
  ['GET /users?name=stranger', (body) => body.count, [401, 1, 1, 1, 1, 1, 1]],
  [
    'GET /forum/threads/{thread}',
    (body) => body.self.can_post,
    [false, false, false, false, true, true, true],
  ],
  ['GET /forum/threads/{thread}', (body) => body.section.self.unread_threads, [0, 0, 0, 1, 1, 1, 1]],
  [
    'GET /forum/sections/off_topic',
    (body) => body.threads.items[0].self.is_unread,
    [false, false, false, true, true, true, true],
  ],
  ['GET /forum/sections/off_topic', (body) => body.self.unread_threads, [0, 0, 0, 1, 1, 1, 1]],
  [
    'GET /forum/sections',
    (body) => body.items.find(({ key }: { key: string }) => key === 'off_topic').self.unread_threads,
    [0, 0, 0, 1, 1, 1, 1],
  ],
  [
    'GET /forum/posts/{post}/source',
    (body) => body.type,
    [403, 403, 403, 'ForumPost', 'ForumPost', 'ForumPost', 'ForumPost'],
  ],
  ['GET /forum/self/reports', (body) => body.count, [401, 403, 403, 1, 1, 1, 1]],
  ['GET /forum/sanctions?user={member}', (body) => body.count, [403, 403, 403, 1, 1, 1, 1]],
  ['GET /notifications/settings', (body) => body.email, [401, 403, 403, 'Never', 'Never', 'Never', 'Never']],
  ['GET /forum/groups', (body) => body.count, [401, 403, 403, 1, 403, 403, 1]],
  ['GET /apps/{hidden}', (body) => body.key, [404, 404, 'hidden', 'hidden', 'hidden', 'hidden', 'hidden']],
]

describe('an application learns about a member what the consent page says, and no more', () => {
  test.each(table)('%s %s', async (route, field, cells) => {
    const [method = '', template = ''] = route.split(' ')
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
    const read = async (column: Column) => {
      const { status, body } = await suite.call(method, path, { as: callers[column] })
      return status === 200 ? field(body) : status
    }
    const found = await Promise.all(columns.map(read))
    expect(Object.fromEntries(columns.map((column, index) => [column, found[index]]))).toEqual(
      Object.fromEntries(columns.map((column, index) => [column, cells[index]])),
    )
  })
})
