import { brotliCompressSync } from 'node:zlib'
import { fieldsOf } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, openThread, replyTo } from './support.ts'

let suite: Suite
let ada: Member
let ben: Member
beforeAll(async () => {
  suite = await sharedSite()
  ada = await suite.member('ada')
  ben = await suite.member('ben')
})
afterAll(() => suite?.close())

const thread = async (id: string) => (await suite.call('GET', `/forum/threads/${id}?limit=100`)).body

describe('writing', () => {
  test('opens a thread, replies and edits the reply', async () => {
    const browser = browserOf(suite, ada)
    const opening = '/sections/welcome/new'
    const opened = await browser.fill(opening, opening, { title: 'A question', body: 'How?\r\nSo?' })
    expect(opened.status).toBe(303)
    const [, id = ''] = /\/threads\/([\w-]+)\/a-question$/.exec(opened.location ?? '') ?? []
    expect((await thread(id)).posts.items[0].revisions.last.content.html).toBe('How?<br>So?')

    const other = browserOf(suite, ben)
    const answered = await other.fill(`/threads/${id}`, `/threads/${id}/reply`, { body: 'Like _this_.' })
    const place = await other.follow(answered)
    expect([place.status, place.text.includes('Like <em>this</em>.')]).toEqual([200, true])

    const post = (await thread(id)).posts.items[1].id
    const edited = await other.fill(`/posts/${post}/edit`, `/posts/${post}/edit`, {
      body: 'Like that.',
      comment: 'A slip',
    })
    expect((await other.follow(edited)).text).toContain('Like that.')
    const history = (await other.get(`/posts/${post}/revisions`)).text
    for (const text of ['Like <em>this</em>.', 'Like that.', 'A slip']) expect(history).toContain(text)
  })

  test('posts once, however often and at once a form is sent', async () => {
    const { id } = await openThread(suite, ada)
    const browser = browserOf(suite, ben)
    const fields = fieldsOf((await browser.get(`/threads/${id}`)).text, `/threads/${id}/reply`)
    const clicks = await Promise.all(
      Array.from({ length: 5 }, () => browser.post(`/threads/${id}/reply`, { ...fields, body: 'Once.' })),
    )
    expect(new Set(clicks.map(({ status, location }) => `${status} ${location}`)).size).toBe(1)
    expect((await thread(id)).posts.count).toBe(2)
    // Going back and sending another text asks first, then posts it too.
    const changed = await browser.post(`/threads/${id}/reply`, { ...fields, body: 'Twice.' })
    expect([changed.status, changed.text.includes('You have already sent this form')]).toEqual([422, true])
    const again = fieldsOf(changed.text, `/threads/${id}/reply`)
    expect(again.body).toBe('Twice.')
    expect((await browser.post(`/threads/${id}/reply`, again)).status).toBe(303)
    expect((await thread(id)).posts.count).toBe(3)
  })

  test('shows a preview, and keeps what was written', async () => {
    const browser = browserOf(suite, ada)
    const page = await browser.fill('/sections/welcome/new', '/sections/welcome/new', {
      title: 'My "title"',
      body: '\n**bold** </textarea><b>x</b>',
      act: 'preview',
    })
    expect(page.text).toContain('<strong>bold</strong> &lt;/textarea&gt;')
    const fields = fieldsOf(page.text, '/sections/welcome/new')
    expect(fields).toMatchObject({ title: 'My "title"', body: '\n**bold** </textarea><b>x</b>' })
  })

  test.each([
    ['title', { title: 'x', body: 'Fine.' }, 'A title has 2 to 128 visible characters'],
    ['body', { title: 'A fine title', body: '[quote]open' }, 'block is not closed'],
    ['body', { title: 'A fine title', body: '' }, 'it is empty'],
    ['body', { title: 'A fine title', body: 'x'.repeat(65_537) }, 'up to 65,536 characters'],
  ])('keeps all of it when it is refused, and says why beside the %s', async (field, fields, words) => {
    const page = await browserOf(suite, ada).fill('/sections/welcome/new', '/sections/welcome/new', fields)
    expect([400, 422]).toContain(page.status)
    expect(page.text).toMatch(new RegExp(`<p class="problem" id="${field}-problem">[^<]*${words}`))
    expect(page.text).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`))
    expect(fieldsOf(page.text, '/sections/welcome/new')).toMatchObject(fields)
  })

  test('quotes a post', async () => {
    const { id, post } = await openThread(suite, ada, { body: 'What was said.' })
    const { text } = await browserOf(suite, ben).get(`/threads/${id}/reply?quote=${post}`)
    expect(fieldsOf(text, `/threads/${id}/reply`).body).toContain(
      `[quote=ada#${ada.id.slice(-5)}]\nWhat was said.\n[/quote]`,
    )
  })

  test('never replaces somebody else’s edit unnoticed', async () => {
    const { post } = await openThread(suite, ada, { body: 'First.' })
    const administrator = await suite.administrator()
    const page = await browserOf(suite, administrator).get(`/posts/${post}/edit`)
    const edit = await browserOf(suite, administrator).fill(`/posts/${post}/edit`, `/posts/${post}/edit`, {
      body: 'Second.',
    })
    expect(edit.status).toBe(303)
    const late = await browserOf(suite, administrator).post(`/posts/${post}/edit`, {
      ...fieldsOf(page.text, `/posts/${post}/edit`),
      body: 'Third.',
    })
    expect([late.status, late.text.includes('Second.'), late.text.includes('in the meantime')]).toEqual([
      409,
      true,
      true,
    ])
    expect(fieldsOf(late.text, `/posts/${post}/edit`).body).toBe('Third.')
    const held = await browserOf(suite, administrator).post(`/posts/${post}/edit`, { body: 'Fourth.' })
    expect([held.status, held.text.includes('Second.')]).toEqual([403, true])
    expect(fieldsOf(held.text, `/posts/${post}/edit`).body).toBe('Fourth.')
  })

  test('reports once, and shows the outcome', async () => {
    const { id, post } = await openThread(suite, ada)
    const browser = browserOf(suite, ben)
    const sent = await browser.fill(`/posts/${post}/report`, `/posts/${post}/report`, {
      reason: 'Harassment',
      body: 'Look.',
    })
    expect((await browser.follow(sent)).text).toMatch(/Thank you[\s\S]*Harassment/)
    const again = await browser.fill(`/posts/${post}/report`, `/posts/${post}/report`, { body: 'Again.' })
    expect([again.status, again.text.includes('already reported this')]).toEqual([409, true])
    expect((await browser.fill(`/threads/${id}/report`, `/threads/${id}/report`)).status).toBe(303)
  })
})

describe('a form', () => {
  test('without the token of its session does nothing, and loses nothing', async () => {
    const { id } = await openThread(suite, ada)
    const browser = browserOf(suite, ben)
    const fields = fieldsOf((await browser.get(`/threads/${id}`)).text, `/threads/${id}/reply`)
    const other = fieldsOf((await browserOf(suite, ada).get(`/threads/${id}`)).text, `/threads/${id}/reply`)
    for (const token of ['', 'x', other['form-token'] ?? '']) {
      const page = await browser.post(`/threads/${id}/reply`, {
        ...fields,
        body: 'Kept.',
        'form-token': token,
      })
      expect(page.status).toBe(403)
      const kept = fieldsOf(page.text, `/threads/${id}/reply`)
      expect(kept.body).toBe('Kept.')
      if (token === 'x') expect((await browser.post(`/threads/${id}/reply`, kept)).status).toBe(303)
    }
    expect((await thread(id)).posts.count).toBe(2)
  })

  test('of another site is refused', async () => {
    const { id } = await openThread(suite, ada)
    const browser = browserOf(suite, ben)
    const fields = fieldsOf((await browser.get(`/threads/${id}`)).text, `/threads/${id}/reply`)
    const page = await browser.post(
      `/threads/${id}/reply`,
      { ...fields, body: 'x' },
      { origin: 'https://evil.example' },
    )
    expect([page.status, page.text.includes('from another site')]).toEqual([403, true])
    expect((await thread(id)).posts.count).toBe(1)
  })

  test('keeps what was written when the session has ended', async () => {
    const { id } = await openThread(suite, ada)
    const cat = await suite.member('cat')
    const browser = browserOf(suite, cat)
    const fields = fieldsOf((await browser.get(`/threads/${id}`)).text, `/threads/${id}/reply`)
    await suite.call('DELETE', '/auth/self', { as: cat })
    const held = await browser.post(`/threads/${id}/reply`, { ...fields, body: 'A long\ntext "kept"' })
    expect([held.status, held.text.includes('Nothing is lost')]).toEqual([401, true])
    const kept = fieldsOf(held.text, `/threads/${id}/reply`)
    expect(kept).toEqual({ body: 'A long\ntext "kept"' })

    const signedIn = await browser.fill('/sign-in', '/sign-in', {
      login: cat.username,
      password: cat.password,
    })
    expect(signedIn.status).toBe(303)
    const asked = await browser.post(`/threads/${id}/reply`, kept)
    const sent = await browser.post(`/threads/${id}/reply`, fieldsOf(asked.text, `/threads/${id}/reply`))
    expect([asked.status, sent.status]).toEqual([403, 303])
    expect((await thread(id)).posts.items[1].revisions.last.content.html).toContain('text "kept"')
  })

  test('keeps what was written while the API is down', async () => {
    const { id } = await openThread(suite, ada)
    const browser = browserOf(suite, ben)
    const { text } = await browser.get('/sections/welcome/new')
    const fields = { ...fieldsOf(text, '/sections/welcome/new'), title: 'Kept title', body: 'Kept text' }
    const [forum] = suite.processes.forum
    await forum?.stop()
    try {
      const page = await browser.post('/sections/welcome/new', fields)
      expect(page.status).toBe(503)
      expect(fieldsOf(page.text, '/sections/welcome/new')).toMatchObject({
        title: 'Kept title',
        body: 'Kept text',
      })
    } finally {
      await forum?.start()
    }
    expect(await replyTo(suite, ben, id)).toBeTruthy()
  })

  test.each([
    ['nothing at all', ''],
    ['lists', 'body[]=1&body[x]=2&title=a&title=b'],
    ['half of a character', 'body=%ED%A0%BD&title=%ED%A0%BD%00'],
    ['no form', '{"body":"x"}'],
    ['a megabyte', `body=${'x'.repeat(990_000)}`],
  ])('of %s is answered, never a failure', async (_what, body) => {
    const browser = browserOf(suite, ada)
    const { text } = await browser.get('/sections/welcome/new')
    const token = fieldsOf(text, '/sections/welcome/new')['form-token'] ?? ''
    for (const type of ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data']) {
      const page = await browser.send('POST', '/sections/welcome/new', `form-token=${token}&${body}`, {
        'content-type': type,
      })
      expect(page.status).toBeGreaterThanOrEqual(400)
      expect(page.status).toBeLessThan(500)
      expect(page.headers.get('content-type')).toContain('text/html')
    }
  })
})

test('the scripts of the editor are 12 kB at most, packed', async () => {
  const { id } = await openThread(suite, ada)
  const browser = browserOf(suite, ada)
  const waiting = ['compose', 'toolbar', 'pictures', 'completion']
  const page = (await browser.get(`/threads/${id}/reply`)).text
  const addressOf = (name: string, text: string) =>
    new RegExp(`(?:/static|\\.)/(${name}\\.[\\w-]+\\.js)`).exec(text)?.[1] ?? `${name} is missing`
  const seen = new Map<string, number>()
  const read = async (file: string): Promise<void> => {
    if (seen.has(file)) return
    const answer = await fetch(`${suite.url}/static/${file}`)
    const text = await answer.text()
    expect(answer.status, file).toBe(200)
    seen.set(file, brotliCompressSync(text).length)
    for (const [, other = ''] of text.matchAll(/from '\.\/([\w.-]+)'/g)) await read(other)
  }
  for (const name of waiting) await read(addressOf(name, page))
  expect(seen.size).toBe(6)
  const total = [...seen.values()].reduce((sum, bytes) => sum + bytes, 0)
  expect(total).toBeLessThanOrEqual(12_000)
})

test('signing out signs out, and nobody else is told that they are', async () => {
  const dan = await suite.member('dan')
  const browser = browserOf(suite, dan)
  const early = await browser.get('/signed-out')
  expect([early.status, early.location]).toEqual([303, `${suite.url}/`])
  expect((await browser.fill('/', '/leave')).location).toBe(`${suite.url}/signed-out`)
  expect((await suite.call('GET', '/auth/self', { as: dan })).body.type).toBe('Guest')
  expect((await browser.get('/signed-out')).text).toContain('You are signed out')
  expect((await browser.get('/')).text).toContain('/sign-in')
})
