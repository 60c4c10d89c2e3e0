import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, Forum, newUser } from './helpers/forum.ts'
import { reportThread, sanctionBody, userRef } from './helpers/moderation.ts'

let forum: Forum
/** Routes with a body, and a body that each accepts. */
let writes: [path: string, body: Record<string, unknown>][]
beforeAll(async () => {
  forum = await Forum.shared()
  const section = await forum.section()
  const { thread, post, report } = await reportThread(forum, section, newUser('Author'), administrator)
  const user = newUser('Member')
  await forum.meet(user)
  writes = [
    [`/threads/${thread.id}/reports`, { reason: 'Spam', body: 'Why' }],
    [`/posts/${post.id}/reports`, { reason: 'Spam', body: 'Why' }],
    [`/reports/${report.id}/resolution`, { status: 'Open', note: 'Note' }],
    ['/sanctions', sanctionBody(userRef(user), { section, expires_at: '2100-01-01T00:00:00Z' })],
  ]
})
afterAll(() => forum.close())

const poison: unknown[] = [
  null,
  true,
  0,
  1e308,
  '',
  '\0',
  '\ud800',
  '\u202e',
  'x'.repeat(70_000),
  '9'.repeat(400),
  '+999999-12-31T23:59:59Z',
  [],
  [['x']],
  {},
  { type: 'User', id: '\0' },
  { type: 'User', id: ['x'] },
  { type: 'User', username: '\ud800' },
  { type: 'ForumSection', id: '\0' },
  { type: ['ForumSection'] },
]
const raw = ['{"__proto__": {"reason": "Spam"}}', '['.repeat(50_000), '"string"', 'null', '{', '']

it('no body, however hostile, is answered with a 500 or ends the process', async () => {
  for (const [path, good] of writes) {
    const bodies = Object.keys(good).flatMap((field) =>
      poison.map((value) => JSON.stringify({ ...good, [field]: value })),
    )
    for (const body of [...raw, ...bodies]) {
      const { status, text } = await forum.post(path, administrator, body)
      expect(status, `${path} ${body.slice(0, 200)} ${text}`).toBeLessThan(500)
    }
  }
})

it('no path or query is answered with a 500', async () => {
  const values = [
    '%00',
    '%ed%a0%80',
    '%ff',
    "'",
    'x'.repeat(190),
    '-1',
    '1e9',
    '999999999999999',
    '9'.repeat(30),
    'null',
    '__proto__',
  ]
  const names = ['offset', 'limit', 'section', 'status', 'user', 'actor', 'active', '__proto__', 'section[]']
  for (const value of values) {
    for (const path of [`/reports/${value}`, `/reports/${value}/resolution`, `/sanctions/${value}`]) {
      expect((await forum.get(path, administrator)).status, path).toBeLessThan(500)
      expect((await forum.post(path, administrator, { status: 'Accepted' })).status, path).toBeLessThan(500)
      expect((await forum.delete(path, administrator)).status, path).toBeLessThan(500)
    }
    for (const listing of ['/reports', '/self/reports', '/sanctions', '/moderation_log']) {
      for (const name of names) {
        const { status } = await forum.get(`${listing}?${name}=${value}`, administrator)
        expect(status, `${listing}?${name}=${value}`).toBeLessThan(500)
      }
    }
  }
})
