import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOf, openThread, startPages } from './support.ts'

let suite: Suite
beforeAll(async () => {
  suite = await startPages({ limits: true, config: { site: { url: OWN } } })
})
afterAll(() => suite?.close())

const OWN = 'http://community.example'
const SAYS = 'Links to other sites stay text in the first posts of a new account.'
const opening = '/sections/welcome/new'

test('a new account reads in the preview, and on the page of what it sent, that its links stayed text', async () => {
  const browser = browserOf(suite, await suite.member('newcomer'))
  for (const body of ['See https://other.example/a.', '- [see](https://other.example/) **this**']) {
    const written = { title: 'A find', body }
    const preview = await browser.fill(opening, opening, { ...written, act: 'preview' })
    expect(preview.text).toContain(SAYS)
    expect(preview.text).not.toContain('<a href="https://other.example')
  }
  const body = 'See https://other.example/a.'
  const page = await browser.follow(await browser.fill(opening, opening, { title: 'A find', body }))
  expect(page.text).toContain(SAYS)
  expect(page.text).toContain(body)

  const [, id] = /\/threads\/([\w-]+)\/reply/.exec(page.text) ?? []
  const answered = await browser.fill(`/threads/${id}`, `/threads/${id}/reply`, { body: `${body} Again.` })
  const answer = await browser.follow(await browser.follow(answered))
  expect([answer.text.includes(SAYS), answer.text.includes(`${body} Again.`)]).toEqual([true, true])
  // On its page as anybody opens it nothing is said.
  expect((await browser.get(`/threads/${id}`)).text).not.toContain(SAYS)
})

test('nothing is said where a new account links to this site, shows addresses as code, or writes none', async () => {
  const browser = browserOf(suite, await suite.member('careful'))
  const own = `${OWN}/markup`
  for (const body of [
    'Nothing.',
    '`https://other.example`',
    'https\\://other.example',
    `${own} [x](${own})`,
  ]) {
    const preview = await browser.fill(opening, opening, { title: 'Fine', body, act: 'preview' })
    expect([body, preview.text.includes('data-preview'), preview.text.includes(SAYS)]).toEqual([
      body,
      true,
      false,
    ])
  }
})

test('an administrator’s address is a link, in the preview and in the post', async () => {
  const administrator = await suite.administrator()
  const browser = browserOf(suite, administrator)
  const body = 'See https://other.example/a.'
  const link =
    'See <a href="https://other.example/a" rel="nofollow ugc noopener">https://other.example/a</a>.'
  const preview = await browser.fill(opening, opening, { title: 'News', body, act: 'preview' })
  expect([preview.text.includes(link), preview.text.includes(SAYS)]).toEqual([true, false])
  const { id } = await openThread(suite, administrator, { body })
  expect((await browser.get(`/threads/${id}`)).text).toContain(link)
})
