import path from 'node:path'
import { findChromium } from '@agora/testing/browser'
import type { Member, Suite } from '@agora/testing/suite'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openWindow } from './browser/window.ts'
import { browserOf, openThread, replyTo, startPages } from './support.ts'

let suite: Suite
let other: Member
let thread: string

beforeAll(async () => {
  suite = await startPages()
  other = await suite.member('other')
  thread = (await openThread(suite, other, { title: 'Roots and shoots' })).id
})
afterAll(() => suite?.close())

const KEPT = 'private, no-cache'

const MARK = 'session-mark /'

/** A member's browser as the script leaves it by which kept pages are hidden. */
async function hidingBrowserOf(member: Member) {
  const browser = browserOf(suite, member)
  const mark = /data-session="([^"]+)"/.exec((await browser.get('/')).text)?.[1] ?? ''
  browser.cookies.set(MARK, { name: 'session-mark', value: mark, path: '/' })
  return browser
}

/** How that browser may keep each of these pages. */
async function keeping(member: Member, paths: readonly string[]): Promise<Record<string, string | null>> {
  const browser = await hidingBrowserOf(member)
  const answers = await Promise.all(paths.map(async (one) => [one, await browser.get(one)] as const))
  return Object.fromEntries(answers.map(([one, { headers }]) => [one, headers.get('cache-control')]))
}
const all = (paths: readonly string[], how: string) => Object.fromEntries(paths.map((one) => [one, how]))

const ordinary = () => ['/latest', '/sections/welcome', `/members/${other.id}`, '/search?q=roots', '/']
const delicate = [
  '/account',
  '/account/factors',
  '/preferences',
  '/notifications',
  '/reports',
  '/sanctions',
  '/unread',
  '/watching',
  '/mine',
  '/sections/welcome/new',
  '/nowhere',
]

test('a member’s browser may keep what guests see too, and nothing of their own', async () => {
  const member = await suite.member('keeping')
  expect(await keeping(member, ordinary())).toEqual(all(ordinary(), KEPT))
  expect(await keeping(member, delicate)).toEqual(all(delicate, 'no-store'))
})

test('a browser that does not show by which session its pages are hidden keeps none', async () => {
  const member = await suite.member('scriptless')
  for (const mark of [undefined, 'AAAAAAAAAAAAAAAA']) {
    const browser = browserOf(suite, member)
    if (mark !== undefined) browser.cookies.set(MARK, { name: 'session-mark', value: mark, path: '/' })
    expect((await browser.get('/latest')).headers.get('cache-control')).toBe('no-store')
  }
})

test('nobody keeps pages who sees on them what not everybody sees', async () => {
  const administrator = await suite.administrator()
  const [moderator, friend] = [await suite.member('moderator'), await suite.member('friend')]
  const put = async (to: string, body?: object) =>
    expect((await suite.call('PUT', to, { as: administrator, body })).status).toBe(200)
  const granted = await suite.call('POST', '/forum/sections/welcome/role_grants', {
    as: administrator,
    body: { type: 'User', id: moderator.id },
  })
  expect(granted.status).toBe(200)
  await put('/forum/groups/friends', { display_name: 'Friends' })
  await put(`/forum/groups/friends/members/${friend.id}`)
  await put('/forum/sections/den', { display_name: 'Den', readers: { groups: ['friends'] } })
  for (const one of [administrator, moderator, friend])
    expect(await keeping(one, ordinary())).toEqual(all(ordinary(), 'no-store'))
  expect(await keeping(await suite.member('stranger'), ordinary())).toEqual(all(ordinary(), KEPT))
})

test('nobody keeps pages that tell them why they are muted', async () => {
  const member = await suite.member('loud')
  const told = [`/threads/${thread}`, '/sections/welcome']
  expect(await keeping(member, told)).toEqual(all(told, KEPT))
  const muted = await suite.call('POST', '/forum/sanctions', {
    as: await suite.administrator(),
    body: {
      user: { type: 'User', id: member.id },
      section: null,
      kind: 'Mute',
      reason: 'Loud',
      internal_note: '',
      expires_at: null,
    },
  })
  expect(muted.status, muted.text).toBe(200)
  for (const one of told) expect((await browserOf(suite, member).get(one)).text).toContain('Loud')
  expect(await keeping(member, [...told, '/latest'])).toEqual({ ...all(told, 'no-store'), '/latest': KEPT })
})

test('kept pages are hidden by signing out, even if no other page is loaded', async () => {
  const browser = await hidingBrowserOf(await suite.member('cut_off'))
  const left = await browser.fill('/latest', '/leave')
  expect([left.status, new URL(left.location ?? '').pathname]).toEqual([303, '/signed-out'])
  expect(browser.cookies.has(MARK)).toBe(false)
})

const executable = findChromium()
/** The shell without a window loads each page anew. */
const keepsPages = executable && !path.basename(executable.executablePath).includes('headless-shell')

describe.skipIf(!executable)('in Chromium', () => {
  let chrome: Browser
  beforeAll(async () => {
    // Playwright has it switched off.
    chrome = await chromium.launch({ ...executable, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  })
  afterAll(() => chrome?.close())

  interface Window {
    context: BrowserContext
    page: Page
    /** The paths of the pages that the server was asked for. */
    asked: string[]
  }
  const open = async (as: Member): Promise<Window> => {
    const { context } = await openWindow(chrome, suite, as)
    onTestFinished(() => context.close())
    const asked: string[] = []
    context.on('request', (request) => {
      if (request.isNavigationRequest()) asked.push(new URL(request.url()).pathname)
    })
    return { context, page: await context.newPage(), asked }
  }
  /** Playwright itself waits for what a kept page does not do. */
  const back = (page: Page, pages = 1) => page.evaluate((by) => history.go(-by), pages).catch(() => undefined)
  /** Whether this is the very page on which it was last asked. */
  const isSame = (page: Page) =>
    page.evaluate(() => {
      const wasHere = 'wasHere' in globalThis
      Object.assign(globalThis, { wasHere: true })
      return wasHere && getComputedStyle(document.documentElement).visibility === 'visible'
    })
  /** In the list of the latest threads, come from another page and gone on to a thread. */
  const readThread = async (page: Page) => {
    for (const one of ['/markup', '/latest']) await page.goto(one)
    await isSame(page)
    await page.locator('.row', { hasText: 'Roots and shoots' }).locator('h2 a').click()
    await page.waitForURL(/\/threads\//)
  }
  const atTheList = (page: Page) => expect.poll(() => page.evaluate(() => location.pathname)).toBe('/latest')

  test.skipIf(!keepsPages)(
    'a member who goes back sees the page as they left it, without asking for it; what they have read is unread no more',
    async () => {
      const { page, asked } = await open(await suite.member('returning'))
      await replyTo(suite, other, thread)
      await page.goto('/latest')
      await page.locator('.row.unread', { hasText: 'Roots and shoots' }).waitFor()
      await readThread(page)
      const before = asked.length
      await back(page)
      await atTheList(page)
      expect(await isSame(page)).toBe(true)
      expect(await page.locator('.row.unread', { hasText: 'Roots and shoots' }).count()).toBe(0)
      expect(asked).toHaveLength(before)
    },
  )

  test('who goes back after the member has signed out, here or in another window, sees nothing of theirs', async () => {
    for (const isElsewhere of [false, true]) {
      const member = await suite.member(`leaving_${isElsewhere ? 'elsewhere' : 'here'}`)
      const { context, page, asked } = await open(member)
      await readThread(page)
      const last = isElsewhere ? await context.newPage() : page
      if (isElsewhere) await last.goto('/')
      await last.locator('.bar .menu summary').click()
      await last.getByRole('button', { name: 'Sign out' }).click()
      await last.waitForURL('**/signed-out')
      const before = asked.length
      await back(page, isElsewhere ? 1 : 2)
      await atTheList(page)
      await expect.poll(() => page.locator('.joining').count()).toBe(1)
      expect(await page.locator('.bar .menu').count()).toBe(0)
      expect(await page.content()).not.toContain(member.id)
      expect(asked.length).toBeGreaterThan(before)
    }
  })

  test('a page on which somebody wrote is loaded anew by whoever goes back to it', async () => {
    const { page } = await open(await suite.member('writing'))
    await page.goto('/markup')
    await page.goto(`/threads/${thread}`)
    await isSame(page)
    await page.locator('form textarea').first().fill('Seen once.')
    await page.getByRole('button', { name: 'Post reply' }).click()
    await page.waitForURL(/#/)
    await page.goto('/markup')
    await back(page, 2)
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('')
    await expect.poll(() => page.getByText('Seen once.').count()).toBeGreaterThan(0)
  })

  test('each click loads but the page: the files of the last one are kept', async () => {
    const { page } = await open(await suite.member('clicking'))
    const sizes = () =>
      page.evaluate(() => {
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        return files.filter(({ name }) => name.includes('/static/')).map(({ transferSize }) => transferSize)
      })
    await page.goto('/latest', { waitUntil: 'load' })
    expect((await sizes()).some((size) => size > 0)).toBe(true)
    await page.goto('/markup', { waitUntil: 'load' })
    expect(new Set(await sizes())).toEqual(new Set([0]))
  })
})
