import { findChromium } from '@agora/testing/browser'
import { earnCaptchaToken } from '@agora/testing/captcha-solver'
import { bearer, type Suite, startSuite } from '@agora/testing/suite'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { registerClient } from './client.ts'
import { type ExampleClient, startExampleClient } from './example-client.ts'

const chromiumOptions = findChromium()
let suite: Suite
let example: ExampleClient
let browser: Browser
beforeAll(async () => {
  if (!chromiumOptions) return
  suite = await startSuite({
    services: ['gateway', 'forum', 'captcha', 'web'],
    config: { captcha: { enabled: true, puzzles: 4, difficulty: 2 } },
  })
  example = await startExampleClient(() => suite.url)
  example.client = await registerClient(suite, 'example', { callback: example.callback })
  const member = { username: 'carol', display_name: 'Carol', password: 'carol has a password' }
  const token = await earnCaptchaToken(suite.url, 'register')
  const { status } = await suite.call('POST', '/users', { body: { ...member, 'cap-token': token } })
  expect(status).toBe(200)
  browser = await chromium.launch(chromiumOptions)
})
afterAll(async () => {
  await browser?.close()
  await example?.close()
  await suite?.close()
})

async function newPage(options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (entry) => {
    if (/Content Security Policy|Refused/.test(entry.text())) violations.push(entry.text())
  })
  page.on('pageerror', (error) => violations.push(error.message))
  return { page, violations }
}

async function solveCaptcha(page: Page) {
  await page.locator('cap-widget').click()
  await expect
    .poll(
      () =>
        page
          .locator('input[name="cap-token"]')
          .inputValue()
          .catch(() => ''),
      { timeout: 60_000 },
    )
    .not.toBe('')
}

/** Comes from the application, signs in if asked to, and returns what the application finally shows. */
async function connect(page: Page, scope: string, decision: 'Allow' | 'Refuse' = 'Allow') {
  await page.goto(`${example.url}/?${new URLSearchParams({ scope })}`)
  await page.click('text=Connect')
  if (page.url().includes('/sign-in')) {
    await page.fill('#login', 'carol')
    await page.fill('#password', 'carol has a password')
    await page.click('button:text("Sign in")')
  }
  await page.click(`button:text("${decision}")`)
  return page.locator('#outcome').textContent()
}

const api = (method: string, path: string, body?: unknown) =>
  suite.call(method, path, {
    as: bearer(example.tokens!.access_token),
    ...(body === undefined ? {} : { body }),
  })

describe.skipIf(!chromiumOptions)('an application with a member in a browser', () => {
  test('registers, is allowed to write and writes, but does not moderate without the scope', async () => {
    const { page, violations } = await newPage()
    await page.goto(`${example.url}/?scope=base+forum:read+forum:write`)
    await page.click('text=Connect')
    await page.click('text=Become a member')
    await page.fill('#username', 'dora')
    await page.fill('#display_name', 'Dora')
    await page.fill('#password', 'dora has a password')
    await solveCaptcha(page)
    await page.click('button:text("Become a member")')
    await page.waitForURL('**/consent/*')
    expect(await page.locator('main').textContent()).toMatch(/The example client.*asks for access.*Dora/s)
    expect(await page.locator('.scopes li').count()).toBe(3)
    expect(await page.locator('main a').getAttribute('href')).toBe('https://example.example/')
    await page.click('button:text("Allow")')
    expect(await page.locator('#outcome').textContent()).toBe('connected')
    expect(violations).toEqual([])
    expect(example.tokens!.scope).toBe('base forum:read forum:write')

    const me = (await api('GET', '/auth/self')).body
    expect([me.type, me.user.display_name.current.value]).toEqual(['AccessToken', 'Dora'])
    const thread = await api('POST', '/forum/sections/welcome', { title: 'By an application', body: 'Hello' })
    expect(thread.status).toBe(200)
    const grant = await suite.call('POST', '/forum/sections/welcome/role_grants', {
      as: await suite.administrator(),
      body: { type: 'User', id: me.user.id },
    })
    expect(grant.status).toBe(200)
    const pin = await api('PATCH', `/forum/threads/${thread.body.id}`, { is_pinned: true })
    expect([pin.status, pin.body.error]).toEqual([
      403,
      'current actor does not have the permission to moderate this thread',
    ])

    expect(await connect(page, 'base forum:moderate')).toBe('connected')
    const pinned = await api('PATCH', `/forum/threads/${thread.body.id}`, { is_pinned: true })
    expect([pinned.status, pinned.body.is_pinned]).toEqual([200, true])
  })

  test('is told if the member refuses, even in a browser without JavaScript', async () => {
    const { page } = await newPage({ javaScriptEnabled: false })
    expect(await connect(page, 'base', 'Refuse')).toBe('refused')
  })

  test('is allowed with the keyboard alone', async () => {
    const { page } = await newPage({ viewport: { width: 320, height: 640 } })
    await page.goto(`${example.url}/?scope=base`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sign-in/)
    // The first field gets the focus once the page is rendered.
    await page.locator('#login:focus').waitFor()
    await page.keyboard.type('carol')
    await page.keyboard.press('Tab')
    await page.keyboard.type('carol has a password')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/consent\//)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const reached: (string | null)[] = []
    while (reached.at(-1) !== 'Allow' && reached.length < 10) {
      await page.keyboard.press('Tab')
      reached.push(await page.evaluate(() => document.activeElement?.textContent ?? null))
    }
    expect(reached.at(-1)).toBe('Allow')
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
    expect(outline).toBe('solid')
    await page.keyboard.press('Enter')
    expect(await page.locator('#outcome').textContent()).toBe('connected')
  })
})

describe.skipIf(!chromiumOptions)('the sign-in page in a browser', () => {
  test('asks for the captcha after three wrong passwords, and admits anyone who solves it', async () => {
    const { page, violations } = await newPage()
    const attempt = async (password: string) => {
      await page.fill('#login', 'carol')
      await page.fill('#password', password)
      // On the page that answers, not the previous one, which may contain the same words.
      const answered = page.waitForEvent('load')
      await page.click('button:text("Sign in")')
      await answered
    }
    await page.goto(`${suite.url}/sign-in?next=/signed-in`)
    for (let wrong = 0; wrong < 3; wrong++) {
      expect(await page.locator('cap-widget').count()).toBe(0)
      await attempt('wrong')
      await page.locator('[role=alert]:has-text("is incorrect")').waitFor()
    }
    await solveCaptcha(page)
    await attempt('carol has a password')
    await page.waitForURL(`${suite.url}/signed-in`)
    expect(violations).toEqual([])
  })
})
