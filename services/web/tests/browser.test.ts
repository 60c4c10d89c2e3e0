import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findChromium } from '@agora/testing/browser'
import type { Member, Suite } from '@agora/testing/suite'
import type { RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openThread, replyTo, startPages } from './support.ts'

const executable = findChromium()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(!executable)('in Chromium', () => {
  let suite: Suite
  let browser: Browser
  let administrator: Member
  let ada: Member
  let nora: Member
  let thread: { id: string; post: string }
  let report: string

  beforeAll(async () => {
    suite = await startPages()
    browser = await chromium.launch(executable)
    administrator = await suite.administrator()
    ada = await suite.member('ada', { displayName: 'Ada Lovelace' })
    nora = await suite.member('nora', { displayName: 'نورة القحطاني' })
    thread = await openThread(suite, ada, {
      title: 'W'.repeat(128),
      body: '**Hello** ||all|| `code`\n```\nlines\n```',
    })
    const post = await replyTo(
      suite,
      nora,
      thread.id,
      `[quote=Ada]Hello[/quote] ${'x'.repeat(400)} :smile: @{${ada.id}}`,
    )
    const made = await suite.call('POST', `/forum/posts/${post}/reports`, {
      as: ada,
      body: { reason: 'Spam' },
    })
    report = made.body.id
    await suite.call('POST', '/forum/sanctions', {
      as: administrator,
      body: {
        user: { type: 'User', id: nora.id },
        kind: 'Warning',
        reason: 'Too long',
        internal_note: 'x'.repeat(200),
      },
    })
  })
  afterAll(async () => {
    await browser?.close()
    await suite?.close()
  })

  type Options = Parameters<Browser['newContext']>[0]

  /** A window in which this member is signed in, and what it complains about. */
  async function open(
    as?: Member,
    options: Options = {},
  ): Promise<{ context: BrowserContext; complaints: string[] }> {
    const context = await browser.newContext({ baseURL: suite.url, locale: 'en-GB', ...options })
    const [name = '', value = ''] = (as?.headers.cookie ?? '').split('=')
    if (as) await context.addCookies([{ name, value, url: suite.url }])
    const complaints: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
    })
    context.on('weberror', (error) => complaints.push(String(error.error())))
    return { context, complaints }
  }

  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe)
    const found = await page.evaluate(
      (options) => (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, options),
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      } satisfies RunOptions,
    )
    return found.violations.map(
      ({ id, nodes }) => `${page.url()}: ${id} ${nodes.map(({ html }) => html).join(' ')}`,
    )
  }

  const forEverybody = () => [
    '/',
    '/sections/community',
    '/sections/welcome',
    '/sections/off_topic',
    `/threads/${thread.id}`,
    `/members/${nora.id}`,
    '/search?q=hello',
    '/markup',
    '/preferences',
    '/nothing',
  ]
  const forMembers = () => [
    '/sections/welcome/new',
    `/threads/${thread.id}/reply`,
    `/threads/${thread.id}/report`,
    '/notifications',
    '/account',
    '/reports',
  ]
  const forModerators = () => [
    '/moderation',
    `/moderation/reports/${report}`,
    '/moderation/sanctions',
    '/moderation/log',
    '/moderation/bans',
    `/members/${nora.id}/sanction`,
    `/members/${nora.id}/ban`,
    '/sections/welcome/roles',
    `/threads/${thread.id}/moderate`,
    `/posts/${thread.post}/hide`,
    `/posts/${thread.post}/edit`,
  ]

  interface Visitor {
    who: string
    colorScheme: 'light' | 'dark'
    as: () => Member | undefined
    paths: () => string[]
  }
  const visitors: Visitor[] = [
    { who: 'a guest', colorScheme: 'light', as: () => undefined, paths: forEverybody },
    { who: 'a guest', colorScheme: 'dark', as: () => undefined, paths: forEverybody },
    {
      who: 'a member',
      colorScheme: 'dark',
      as: () => ada,
      paths: () => [...forEverybody(), ...forMembers()],
    },
    {
      who: 'an administrator',
      colorScheme: 'light',
      as: () => administrator,
      paths: () => [...forEverybody(), ...forMembers(), ...forModerators()],
    },
    { who: 'an administrator', colorScheme: 'dark', as: () => administrator, paths: forModerators },
  ]

  test.each(visitors)(
    '$who finds every page without a barrier, in $colorScheme colours and at 320 px',
    async ({ colorScheme, as, paths }) => {
      const { context, complaints } = await open(as(), { colorScheme, viewport: { width: 320, height: 640 } })
      const page = await context.newPage()
      for (const path of paths()) {
        await page.goto(path)
        expect(await violations(page)).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect([path, overflow]).toEqual([path, 0])
      }
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
      await context.close()
    },
  )

  test('a text survives a reload until it is sent, and a double click sends it once', async () => {
    const { context, complaints } = await open(nora)
    const page = await context.newPage()
    const { id } = await openThread(suite, ada, { title: 'Drafts' })
    await page.goto(`/threads/${id}`)
    await page.getByLabel('Text').fill('A long thought')
    await page.reload()
    expect(await page.getByLabel('Text').inputValue()).toBe('A long thought')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('[data-preview] .content').getByText('A long thought').waitFor()
    await page.getByRole('button', { name: 'Post answer' }).dblclick()
    await page.waitForURL(/#post-/)
    expect(await page.locator('article').count()).toBe(2)
    expect(await page.getByLabel('Text').inputValue()).toBe('')
    await page.locator('article').first().getByRole('link', { name: 'Quote' }).click()
    await expect.poll(() => page.getByLabel('Text').inputValue()).toContain('[quote=Ada Lovelace]')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a refusal leaves the reader at the field that is to be changed', async () => {
    const { context } = await open(ada)
    const page = await context.newPage()
    await page.goto('/sections/welcome/new')
    await page.getByLabel('Title').fill('A title')
    await page.getByLabel('Text').fill('[quote]never closed')
    await page.getByRole('button', { name: 'Open thread' }).click()
    await page.getByText('block is not closed').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('body')
    expect(await page.getByLabel('Title').inputValue()).toBe('A title')
    await context.close()
  })

  test.each([true, false])('a member’s first hour at 390 px, with scripts: %s', async (javaScriptEnabled) => {
    const { context } = await open(undefined, { javaScriptEnabled, viewport: { width: 390, height: 780 } })
    const page = await context.newPage()
    const username = javaScriptEnabled ? 'newcomer' : 'plain'
    const { id } = await openThread(suite, ada, { title: `Welcome, ${username}` })
    await page.goto(`/threads/${id}`)
    await page.getByRole('link', { name: 'Become a member' }).last().click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Display name').fill(username)
    await page.getByLabel('Password').fill('long enough')
    await page.getByRole('button', { name: 'Become a member' }).click()
    await page.waitForURL(/\/threads\//)
    await page.getByLabel('Text').fill('Hello, I am **new**.')
    await page.getByRole('button', { name: 'Post answer' }).click()
    await page.getByText('Hello, I am new.').waitFor()
    const [, answer] = (await suite.call('GET', `/forum/threads/${id}`)).body.posts.items
    await replyTo(suite, ada, id, `[quote=${username}]Hello, I am new.[/quote]Welcome!`)

    await page.goto('/')
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByRole('navigation', { name: 'Site' }).textContent()
      })
      .toMatch(/Notifications\s*[1-9]/)
    await page.getByRole('link', { name: /Notifications/ }).click()
    await page
      .getByRole('link', { name: /Welcome, / })
      .first()
      .click()
    await page.getByText('Welcome!', { exact: false }).last().waitFor()
    expect(answer.author.user.display_name.current.value).toBe(username)
    await page.goto(`/search?q=${username}`)
    await page.getByRole('button', { name: 'Search' }).waitFor()
    await context.close()
  })
})
