import { findChromium } from '@agora/testing/browser'
import { type Suite, startSuite } from '@agora/testing/suite'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { captchaClient, easy, type Scope } from './support.ts'
import { serveWidget } from './widget-page.ts'

/** For the default difficulty on a busy machine. */
const PATIENCE_MS = 180_000

const chromiumOptions = findChromium()
let browser: Browser

beforeAll(async () => {
  if (chromiumOptions) browser = await chromium.launch(chromiumOptions)
})
afterAll(() => browser?.close())

async function siteWith(captcha: Record<string, unknown>) {
  const suite = await startSuite({ services: ['captcha'], config: { captcha } })
  onTestFinished(() => suite.close())
  const site = await serveWidget(suite)
  onTestFinished(() => site.close())
  return { suite, site }
}

/** Clicks the widget on the form's page and returns the token from the form's hidden field. */
async function passCaptcha(address: string, scope: Scope) {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(address) && !url.startsWith('blob:') && !url.startsWith('data:')) foreign.push(url)
  })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${address}/${scope}`)
  await page.locator('cap-widget').click()
  const field = page.locator('form input[name="cap-token"]')
  await expect.poll(() => field.inputValue().catch(() => ''), { timeout: PATIENCE_MS }).not.toBe('')
  return { token: await field.inputValue(), foreign, complaints }
}

async function expectSpendable(suite: Suite, token: string, scope: Scope) {
  const { spend } = captchaClient(suite)
  const other = scope === 'register' ? 'login' : 'register'
  expect((await spend({ token, scope: other })).body).toEqual({ outcome: 'invalid' })
  expect((await spend({ token, scope })).body).toEqual({ outcome: 'spent' })
}

describe.skipIf(!chromiumOptions)('the public widget, unmodified, in a browser', () => {
  it.each(['register', 'login'] as const)('solves and redeems a challenge of %s', async (scope) => {
    const { suite, site } = await siteWith(easy)
    const { token, foreign, complaints } = await passCaptcha(site.url, scope)
    expect(complaints).toEqual([])
    expect(foreign).toEqual([])
    expect(site.requests).toContain('GET /cap.wasm 200')
    expect(site.requests).toContain(`POST /api/v1/captcha/${scope}/challenge 200`)
    expect(site.requests.filter((line) => line.includes('/redeem'))).toEqual([
      `POST /api/v1/captcha/${scope}/redeem 200`,
    ])
    await expectSpendable(suite, token, scope)
  })

  it(
    'does so with the default fifty puzzles of four digits',
    async () => {
      const { suite, site } = await siteWith({ puzzles: 50, salt_length: 32, difficulty: 4 })
      const { token } = await passCaptcha(site.url, 'register')
      await expectSpendable(suite, token, 'register')
    },
    PATIENCE_MS,
  )
})
