import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../../media/tests/support.ts'
import { browserOf, openThread } from './support.ts'

let suite: Suite
let ada: Member
let thread: string
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum', 'web', 'media'] })
  ada = await suite.member('ada', { displayName: 'Ada' })
  thread = (await openThread(suite, ada, { title: 'With pictures' })).id
})
afterAll(() => suite?.close())

const BODY = /<textarea[^>]*name="body"[^>]*>\n?([^<]*)/
const LONGEST = `${'漢'.repeat(65_000)}\r\n`

/** Sends an editor's form as a browser without scripts does; other fields are added, or replace these. */
async function send(picture: Blob | undefined, given: Record<string, string> = {}, path = '/pictures/text') {
  const page = await browserOf(suite, ada).get(`/threads/${thread}/reply`)
  const token = /name="form-token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const form = new FormData()
  const fields = {
    'form-token': token,
    key: crypto.randomUUID(),
    body: 'Look:',
    to: `/threads/${thread}/reply`,
    alt: 'a [red] square',
    ...given,
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('picture', picture ?? new Blob([]), picture ? 'square.png' : '')
  const answer = await fetch(`${suite.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: ada.headers.cookie ?? '', origin: suite.url },
    body: form,
  })
  const text = await answer.text()
  return { status: answer.status, text, body: BODY.exec(text)?.[1] ?? '' }
}
const square = async () => new Blob([new Uint8Array((await png(20, 20)).bytes)], { type: 'image/png' })
const posts = async () => (await suite.call('GET', `/forum/threads/${thread}`)).body.posts.count

test('a picture comes back in the text, with what it shows, and nothing is posted', async () => {
  const { status, body } = await send(await square())
  expect(status).toBe(200)
  expect(body).toMatch(/^Look:\n!\[a red square\]\(media:[0-9a-f-]{36}\)\n$/)
  expect(await posts()).toBe(1)
})

test('the longest text comes back whole, and a large picture is taken', async () => {
  const { bytes } = await png(20, 20)
  const large = new Blob([new Uint8Array(bytes), new Uint8Array(6 * 1024 * 1024)], { type: 'image/png' })
  const { status, body } = await send(large, { body: LONGEST })
  expect([status, body.startsWith('漢'.repeat(65_000)), body.includes('(media:')]).toEqual([200, true, true])
})

test.each([
  ['without one', undefined, 'Choose a picture first.'],
  ['one that is none', new Blob(['GIF89a nothing'], { type: 'image/gif' }), 'This picture cannot be shown'],
  ['another kind of file', new Blob(['a'], { type: 'text/plain' }), 'This is no picture that can be shown'],
])('%s, the text is kept and says what to do', async (_, picture, words) => {
  const { status, text, body } = await send(picture)
  expect(body).toBe('Look:')
  expect(text).toContain(words)
  expect(status).toBeGreaterThanOrEqual(400)
})

test('a session that has ended costs no text', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ body: 'Written for an hour', to: `/threads/${thread}/reply` }))
    form.append(name, value)
  form.append('picture', await square(), 'square.png')
  const answer = await fetch(`${suite.url}/pictures/text`, {
    method: 'POST',
    headers: { origin: suite.url },
    body: form,
  })
  const text = await answer.text()
  expect([answer.status, text.includes('Written for an hour')]).toEqual([401, true])
  expect(text).toContain(`action="/threads/${thread}/reply"`)
})

test('a form that has lost its token keeps its text, and one for no editor is answered', async () => {
  const { status, text, body } = await send(await square(), { 'form-token': 'of another session' })
  expect([status, body]).toEqual([403, 'Look:'])
  expect(text).not.toContain('(media:')
  for (const to of ['', '/account', '/threads/x/reply/..', 'https://a.example/threads/x/reply'])
    expect((await send(await square(), { to })).status, to).toBe(404)
  expect((await send(await square(), { to: '/threads/none/reply' })).status).toBe(404)
  expect(await posts()).toBe(1)
})
