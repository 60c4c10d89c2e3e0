import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, Forum, type Who } from './helpers/forum.ts'

let forum: Forum
let paths: string[]
beforeAll(async () => {
  forum = await Forum.shared()
  const section = await forum.section()
  const thread = await forum.thread(section, administrator)
  paths = [
    '/sections',
    `/sections/${section.id}`,
    `/sections/${section.id}/role_grants`,
    '/role_grants',
    `/threads/${thread.id}`,
    `/threads/${thread.id}/section`,
    `/threads/${thread.id}/restore`,
    `/threads/${thread.id}/read`,
    '/read_floor',
    `/posts/${thread.posts.items[0].id}`,
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
  'x'.repeat(70_000),
  [],
  ['x'],
  {},
  { type: 'User', id: '\0' },
  { type: 'User', username: '\0' },
  { type: 'ForumSection', key: '\0' },
  { type: 'ForumSection', id: ['x'] },
]
const fields = [
  'key',
  'display_name',
  'locale',
  'parent',
  'order',
  'title',
  'body',
  'is_pinned',
  'is_locked',
  'section',
  'comment',
  'up_to_post',
  'last_revision_id',
  'content',
  'moderation',
  'user',
  'role',
  'type',
  'id',
  'username',
]
const raw = [
  '{"__proto__": {"title": "x"}, "constructor": {"prototype": {}}}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  '{"title": "\\ud800", "body": "\\u0000"}',
  '"string"',
  'null',
  '{',
]

it('no body, however hostile, is answered with a 500 or ends the process', async () => {
  const operator: Who = { kind: 'guest', internalKey: 'valid' }
  const bodies = [
    ...raw,
    ...fields.flatMap((field) =>
      poison.map((value) => JSON.stringify({ title: 'Title', body: 'Body', [field]: value })),
    ),
  ]
  const failures: string[] = []
  for (const path of paths) {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const who = path === '/sections' ? operator : administrator
      for (let from = 0; from < bodies.length; from += 10) {
        const batch = bodies.slice(from, from + 10)
        const answers = await Promise.all(batch.map((body) => forum.call(method, path, who, { body })))
        answers.forEach(({ status, text }, index) => {
          if (status >= 500)
            failures.push(`${method} ${path} ${batch[index]?.slice(0, 100)}: ${status} ${text}`)
        })
        const hasNoSuchRoute = answers.every(({ body }) =>
          ['not found', 'method not allowed'].includes(body.error),
        )
        if (hasNoSuchRoute) break
      }
    }
  }
  expect(failures).toEqual([])
}, 240_000)

it('no path or query is answered with a 500', async () => {
  const refs = [
    '%00',
    '%ed%a0%80',
    '%ff',
    '..',
    "'",
    'x'.repeat(190),
    '%F0%9F%A6%8A',
    '__proto__',
    'constructor',
  ]
  const queries = [
    'offset=1e9',
    'offset=999999999999999',
    'limit=%00',
    'offset=1&offset=2',
    'limit[]=1',
    '__proto__=1',
  ]
  for (const ref of refs) {
    for (const area of ['sections', 'threads', 'posts']) {
      expect((await forum.get(`/${area}/${ref}`)).status, ref).toBeLessThan(500)
      expect((await forum.delete(`/${area}/${ref}`, administrator, {})).status, ref).toBeLessThan(500)
    }
  }
  for (const query of queries) {
    for (const path of paths.filter((path) => /^\/(sections|threads|posts)/.test(path))) {
      expect((await forum.get(`${path}?${query}`)).status, query).toBeLessThan(500)
    }
  }
})
