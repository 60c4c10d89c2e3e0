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
    suite = await startSuite({ services: ['gateway'] })
    browser = await chromium.launch(found)
  })
  afterAll(async () => {
    await browser?.close()
    await suite?.close()
  })
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })
    faults = []
    page.on('pageerror', (error) => faults.push(String(error)))
    // Chromium tells here what the page's policy has stopped.
    page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
  })
  afterEach(async () => {
    await page.close()
    expect(faults).toEqual([])
  })

  test('fits a narrow screen with everything open, dark where that is asked for', async () => {
    await page.goto(`${suite.url}/docs`)
    await page.locator('details').evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true
    })
    const [needed = 0, given = 0] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth]
    })
    expect(needed).toBeLessThanOrEqual(given)
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(paper).toBe('rgb(20, 23, 28)')
  })

  test('finds, opens and tries an operation with the keyboard alone', async () => {
    await page.goto(`${suite.url}/docs`)
    await page.locator('#words').focus()
    await page.keyboard.type('getConfig')
    expect(await page.locator('.operation:visible').count()).toBe(1)
    await page.locator('#getConfig > summary').focus()
    await page.keyboard.press('Enter')
    await page.locator('#getConfig button').focus()
    await page.keyboard.press('Enter')
    const answer = page.locator('#getConfig .answer pre')
    await answer.waitFor()
    expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({ captcha: { enabled: false } })
  })

  test('puts parameters where they belong and shows a refusal as it is', async () => {
    const alice = await suite.member('alice')
    await page.goto(`${suite.url}/docs#updateUser`)
    const operation = page.locator('#updateUser')
    await operation.getByLabel('user_id').fill(alice.id)
    await operation.getByLabel('Body').fill('{"display_name": "Alice B"}')
    await operation.getByRole('button', { name: 'Send PATCH' }).click()
    await operation.getByText(`401 Unauthorized from PATCH /api/v1/users/${alice.id}`).waitFor()
    faults = faults.filter((fault) => !fault.includes('401 (Unauthorized)'))

    const basic = Buffer.from(`alice:${alice.password}`).toString('base64')
    await page.getByLabel('Authorization header').fill(`Basic ${basic}`)
    await operation.getByRole('button', { name: 'Send PATCH' }).click()
    await operation.getByText('"value": "Alice B"').waitFor()
  })
})
