import { findChromium } from '@agora/testing/browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, openThread, replyTo } from './support.ts'

/** What people write is in the language of its section, and runs in the direction of its script. */

let suite: Suite
let administrator: Member
let ada: Member
let section: { id: string }
/** What waits for a moderator of it. */
let queue: string
beforeAll(async () => {
  suite = await sharedSite()
  administrator = await suite.administrator()
  ada = await suite.member('ada', { displayName: 'Ada' })
  const body = { display_name: 'La taverne', locale: 'fr-FR', order: 9 }
  section = (await suite.call('PUT', '/forum/sections/taverne', { as: administrator, body })).body
  queue = `/moderation?section=${section.id}`
})
afterAll(() => suite?.close())

describe('the language of a text', () => {
  test('is that of its section, on every page that shows it', async () => {
    const { id, post } = await openThread(suite, ada, {
      section: 'taverne',
      title: 'Les châteaux',
      body: 'Un **château** fort.',
    })
    const guest = browserOf(suite)
    const moderator = browserOf(suite, administrator)
    const content = '<div class="content" dir="auto" lang="fr-FR">Un <strong>château'
    const title = '<bdi lang="fr-FR">Les châteaux'
    for (const [path, ...parts] of [
      [`/threads/${id}`, content, `<h1>${title}`, '<bdi lang="fr-FR">La taverne'],
      [`/posts/${post}/whole`, content, `<h1>${title}`],
      [`/posts/${post}/revisions`, content, title],
      [`/members/${ada.id}`, content, title],
      ['/sections/taverne', title, '<h1><bdi lang="fr-FR">La taverne'],
      ['/', title, '<bdi lang="fr-FR">La taverne'],
    ] as const) {
      const { text } = await guest.get(path)
      for (const part of parts) expect(text, path).toContain(part)
      expect(text).toContain('<html lang="en">')
    }
    await expect
      .poll(async () => (await guest.get('/search?q=château')).text)
      .toMatch(/<p dir="auto" lang="fr-FR">/)
    await suite.call('POST', `/forum/posts/${post}/reports`, {
      as: await suite.member('eve'),
      body: { reason: 'Spam' },
    })
    for (const path of [queue, `/posts/${post}/hide`, `/posts/${post}/report`]) {
      const { text } = await (path.endsWith('report')
        ? browserOf(suite, await suite.member('zoe'))
        : moderator
      ).get(path)
      expect(text, path).toContain(content)
    }
  })

  test('goes with titles and names on the pages that show them out of their section', async () => {
    const author = await suite.member('author', { displayName: 'Author' })
    const watcher = await suite.member('watcher')
    const { id, post } = await openThread(suite, author, { section: 'taverne', title: 'Les ponts' })
    await suite.call('PUT', `/forum/threads/${id}/subscription`, { as: watcher, body: { level: 'Watching' } })
    await replyTo(suite, author, id)
    await suite.call('POST', `/forum/posts/${post}/reports`, {
      as: watcher,
      body: { reason: 'OffTopic', body: 'خارج الموضوع' },
    })
    await suite.call('POST', '/forum/sanctions', {
      as: administrator,
      body: {
        user: { type: 'User', id: author.id },
        section: { type: 'ForumSection', id: section.id },
        kind: 'Mute',
        reason: 'كفى',
        internal_note: 'بيننا',
      },
    })
    await suite.call('PATCH', `/forum/threads/${id}`, { as: administrator, body: { is_pinned: true } })
    const { body: reports } = await suite.call('GET', '/forum/reports?status=Pending', { as: administrator })
    const report = reports.items.find((one: { context: { thread_title: string } }) =>
      one.context.thread_title.includes('ponts'),
    ).id
    const [title, name] = ['<bdi lang="fr-FR">Les ponts</bdi>', '<bdi lang="fr-FR">La taverne</bdi>']
    const pages: [Member, string, string[]][] = [
      [watcher, '/notifications', [title, name]],
      [watcher, '/reports', [title, '<p class="said" dir="auto">']],
      [author, '/sanctions', [name, '<bdi>كفى</bdi>']],
      [administrator, queue, [title, name]],
      [administrator, '/moderation/sanctions', [name, '<p class="internal" dir="auto">بيننا']],
      [administrator, `/moderation/reports/${report}`, [`<h1>${title}</h1>`]],
      [administrator, '/moderation/log', [title, name]],
      [administrator, `/threads/${id}/moderate`, [title, 'dir="auto" lang="fr-FR" value="Les ponts"']],
    ]
    for (const [who, path, parts] of pages) {
      const text = async () => (await browserOf(suite, who).get(path)).text
      for (const part of parts) await expect.poll(text, { message: path, timeout: 10_000 }).toContain(part)
    }
    const judged = await suite.call('POST', `/forum/reports/${report}/resolution`, {
      as: administrator,
      body: { status: 'Rejected' },
    })
    expect(judged.status, judged.text).toBe(200)
    const resolved = (await browserOf(suite, administrator).get('/moderation?status=Rejected')).text
    for (const part of [title, name]) expect(resolved).toContain(part)
  })

  test('is that of the page where the section has none', async () => {
    const { id } = await openThread(suite, ada, { section: 'off_topic', body: 'Ĉio.' })
    expect((await browserOf(suite).get(`/threads/${id}`)).text).toContain(
      '<div class="content" dir="auto">Ĉio.',
    )
  })
})

test('a quotation of what somebody said has the marks of the reader’s language', async () => {
  const member = await suite.member('warned')
  const user = { type: 'User', id: member.id }
  const body = { user, kind: 'Warning', reason: 'Doucement.', section: null, internal_note: '' }
  expect((await suite.call('POST', '/forum/sanctions', { as: administrator, body })).status).toBe(200)
  const of = async (language: string) =>
    (await browserOf(suite, member, { 'accept-language': language }).get('/notifications')).text
  await expect.poll(() => of('en')).toContain('“Doucement.”')
  expect(await of('fr')).toContain('«\u00a0Doucement.\u00a0»')
})

const options = findChromium()

describe.skipIf(options === undefined)('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(options ?? {})
  })
  afterAll(() => browser?.close())

  test('an answer runs in its own direction, whatever it quotes, and so do the lines of a text without quotations', async () => {
    const { id } = await openThread(suite, ada, { section: 'off_topic', body: 'Hello there.' })
    const answer = 'مرحبا بك هنا!'
    await replyTo(suite, ada, id, `[quote=Thorgal_77]Hello there.[/quote]\n${answer}`)
    await replyTo(suite, ada, id, `[quote=نورة]${answer}[/quote]\nWelcome.`)
    await replyTo(suite, ada, id, `${answer}\nSecond line.`)
    for (const viewport of [
      { width: 1280, height: 900 },
      { width: 360, height: 700 },
    ]) {
      const page = await browser.newPage({ viewport })
      await page.goto(`${suite.url}/threads/${id}`)
      // To which edge of its block each line keeps.
      const sides = await page.evaluate(() =>
        [...document.querySelectorAll('.content')].slice(1).map((content) => {
          const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
          const found: string[] = []
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (!node.textContent?.trim()) continue
            const range = document.createRange()
            range.selectNodeContents(node)
            const line = range.getBoundingClientRect()
            const block = (node.parentElement as Element).getBoundingClientRect()
            found.push(line.left - block.left < block.right - line.right ? 'left' : 'right')
          }
          return found
        }),
      )
      expect(sides).toEqual([
        ['left', 'left', 'right'],
        ['right', 'right', 'left'],
        ['right', 'left'],
      ])
      // A quotation's bar stands where its own text begins.
      const bars = await page
        .locator('.mkt-quote')
        .evaluateAll((quotes) => quotes.map((one) => getComputedStyle(one).direction))
      expect(bars).toEqual(['ltr', 'rtl'])
      await page.close()
    }
  })
})
