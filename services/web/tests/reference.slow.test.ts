import { findChromium } from '@agora/testing/browser'
import { type Suite, startSuite } from '@agora/testing/suite'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const found = findChromium()

describe.skipIf(found === undefined)('the API’s page in a browser', () => {
  let suite: Suite
  let browser: Browser
  let page: Page
  let faults: string[]

  beforeAll(async () => {
    suite = await startSuite({ services: ['gateway', 'media', 'web'] })
    browser = await chromium.launch(found)
  })
  afterAll(async () => {
    await browser?.close()
    await suite?.close()
  })
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1200, height: 900 }, colorScheme: 'dark' })
    faults = []
    page.on('pageerror', (error) => faults.push(String(error)))
    // Chromium reports here what the page's policy has blocked.
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== suite.url) faults.push(`asked for ${request.url()}`)
    })
  })
  afterEach(async () => {
    await page.close()
    expect(faults).toEqual([])
  })

  const openAt = async (hash = '') => {
    await page.goto(`${suite.url}/docs${hash}`)
    await page.getByRole('heading', { level: 1, name: 'Agora' }).waitFor()
  }

  test('fits a narrow screen, and is dark on request', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await openAt()
    const [needed = 0, given = 0] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth]
    })
    expect(needed).toBeLessThanOrEqual(given)
    await page.locator('body.dark-mode').waitFor()
  })

  test('finds operations and schemas with the keyboard alone, and has an address for each', async () => {
    await openAt()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('report queue')
    await page.getByRole('option', { name: 'Models: ForumReportQueue' }).waitFor()
    const operation = page.getByRole('option', { name: 'Operation: Read the report queue', selected: true })
    const walkDown = async () => {
      await page.keyboard.press('ArrowDown')
      return operation.isVisible()
    }
    await expect.poll(walkDown, { interval: 500, timeout: 20_000 }).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Read the report queue' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#tag/forum-reports/GET/api/v1/forum/reports')
  })

  test('makes requests with the caller’s session and shows the answer', async () => {
    await suite.member('alice').then(({ headers = {} }) => {
      const [name = '', value = ''] = (headers.cookie ?? '').split('=')
      return page.context().addCookies([{ name, value, url: suite.url }])
    })
    await openAt('#tag/signing-in/GET/api/v1/auth/self')
    await page.getByRole('button', { name: /^Test Request.*get \/api\/v1\/auth\/self/ }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').getByText('"alice"').waitFor()
  })

  test('lists every operation without scripts', async () => {
    const plain = await browser.newPage({ javaScriptEnabled: false })
    await plain.goto(`${suite.url}/docs`)
    await plain.getByText('POST /api/v1/forum/threads/{thread_ref}/reports').waitFor()
    expect(await plain.getByRole('link', { name: 'openapi.json' }).getAttribute('href')).toBe('/openapi.json')
    await plain.close()
  })
})
