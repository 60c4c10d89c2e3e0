import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Forum, newUser, ok } from './helpers/forum.ts'
import { expectIndexed } from './helpers/search.ts'

let forum: Forum
const member = newUser('Mallory')
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const find = (q: string) => forum.get(`/search?${new URLSearchParams({ q, limit: '100' })}`)
const syntax = [
  ...'abc é東京한ß \'"\\-!&|()<>:*%_\0\ud83d\udc00\u0301\u202e \t',
  ' or ',
  '<->',
  "'",
  'k:post',
  'B:0',
  'l:english',
  '::tsquery',
]

it('no search text has any effect but a search', async () => {
  await forum.thread(await forum.section({ locale: 'en-US' }), member, 'About c', "It's a b c: 東京 b:0")
  await forum.thread(await forum.section({ locale: 'de-DE' }), member, 'Über c', 'a b c')
  await expectIndexed(forum)
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom(...syntax), minLength: 1, maxLength: 120 }),
      async (q) => {
        const { status, body } = await find(q)
        expect([200, 422], q).toContain(status)
        if (status === 200) expect(body.items.length).toBe(Math.min(body.count, 100))
      },
    ),
    { numRuns: 300 },
  )
  for (const name of ['k:post', 'l:english', 'B:0', "'k:post'", 'k:post & l:english'])
    expect(ok(await find(name)).count, name).toBe(name === 'B:0' ? 1 : 0)
})

it('the most expensive search text is answered', async () => {
  const section = await forum.section()
  const hours = '時'.repeat(60_000)
  await forum.thread(section, member, 'Long', hours)
  await forum.thread(
    section,
    member,
    'Different',
    Array.from({ length: 20_000 }, (_, n) => String.fromCharCode(0x4e00 + n))
      .join('')
      .repeat(3),
  )
  await forum.thread(
    section,
    member,
    'Swollen',
    Array.from({ length: 9_000 }, (_, n) => `ﷺﷺ${n.toString(36)}`).join(' '),
  )
  await forum.thread(section, member, 'Marked', `e${'\u0315\u0316'.repeat(30_000)}`)
  await expectIndexed(forum, 20_000)
  const texts = [
    '時'.repeat(200),
    Array.from({ length: 100 }, (_, n) => String.fromCharCode(97 + (n % 26))).join(' '),
    'a or '.repeat(40),
    `b ${'-a '.repeat(60)}`,
    '"時時" '.repeat(40),
    `e${'\u0315'.repeat(199)}`,
    'ﷺ'.repeat(200),
    '('.repeat(200),
  ]
  for (const q of texts) {
    const { items } = ok(await find(q))
    for (const { snippet } of items) expect(snippet.replace(/<\/?mark>/g, '').length).toBeLessThanOrEqual(300)
  }
  expect(ok(await find('時時')).items).toHaveLength(1)
})

it('bulk writes do not keep the next post from being found', async () => {
  const section = await forum.section({ locale: 'en-US' })
  const thread = await forum.thread(section, member, 'Bulk', 'First.')
  const body = Array.from({ length: 5_000 }, (_, n) => `w${n.toString(36)}`).join(' ')
  await Promise.all(Array.from({ length: 8 }, () => forum.reply(thread, member, body)))
  await forum.reply(thread, member, 'The last of them is a needle.')
  await expect.poll(async () => ok(await find('needle')).count, { timeout: 20_000 }).toBe(1)
  await expectIndexed(forum, 30_000)
  expect(ok(await find('w1')).count).toBe(8)
})
