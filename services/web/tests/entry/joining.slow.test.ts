import { findChromium } from '@agora/testing/browser'
import { earnCaptchaToken } from '@agora/testing/captcha-solver'
import { type Suite, startSuite } from '@agora/testing/suite'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const options = findChromium()

describe.skipIf(options === undefined)('joining, in Chromium', () => {
  let suite: Suite
  let browser: Browser
  beforeAll(async () => {
    suite = await startSuite({
      services: ['gateway', 'captcha', 'forum', 'web'],
      limits: true,
      config: {
        captcha: { enabled: true, puzzles: 4, difficulty: 3 },
        limits: { registrations_per_hour: 100, costly_requests_per_minute: 1_000 },
      },
    })
    browser = await chromium.launch(options ?? {})
  })
  afterAll(async () => {
    await browser?.close()
    await suite?.close()
  })

  async function fillIn(username: string, locale = 'en-GB'): Promise<Page> {
    const context = await browser.newContext({ baseURL: suite.url, locale })
    const page = await context.newPage()
    await page.goto('/register')
    await page.locator('[name=username]').fill(username)
    await page.locator('[name=display_name]').fill('Somebody New')
    await page.locator('[name=password]').fill('a long password')
    return page
  }
  const signsIn = async (login: string) =>
    (await suite.call('PUT', '/auth/self', { body: { login, password: 'a long password' } })).status

  test('Enter does the check and then sends the form, with the name as it was meant', async () => {
    const page = await fillIn('Nova_Star')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${suite.url}/`)
    expect(await signsIn('nova_star')).toBe(200)
  })

  test('Enter while the check works waits for it, and sends the form once', async () => {
    const page = await fillIn('eager')
    const sent: string[] = []
    page.on('request', (one) => {
      if (one.method() === 'POST' && one.url().endsWith('/register')) sent.push(one.url())
    })
    let letGo = () => {}
    const enough = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/captcha/register/redeem', async (route) => {
      await enough
      await route.continue()
    })
    await page.locator('cap-widget').click()
    await page.locator('[name=password]').press('Enter')
    await page.locator('[name=password]').press('Enter')
    expect(sent).toHaveLength(0)
    letGo()
    await page.waitForURL(`${suite.url}/`)
    expect(sent).toHaveLength(1)
  })

  test('a check that fails lets go of the form, which can be sent again', async () => {
    const page = await fillIn('patient')
    await page.route('**/api/v1/captcha/**', (route) => route.abort())
    await page.keyboard.press('Enter')
    await page.getByText('The check is not available at the moment. Click to try again.').waitFor()
    await page.locator('button[aria-busy]').waitFor({ state: 'detached' })
    expect(await page.locator('[name=password]').inputValue()).toBe('a long password')
    await page.unroute('**/api/v1/captcha/**')
    await page.locator('[name=password]').press('Enter')
    await page.waitForURL(`${suite.url}/`)
  })

  test('a taken name costs neither the password nor the check', async () => {
    const page = await fillIn('administrator')
    await page.keyboard.press('Enter')
    await page.getByText('This username is already in use.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username')
    expect(await page.locator('cap-widget').count()).toBe(0)
    await page.getByText('The check is already done.').waitFor()
    await page.locator('[name=username]').fill('second_choice')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${suite.url}/`)
    expect(await signsIn('second_choice')).toBe(200)
  })

  test('to a password manager a refused form is still being filled in, and the one that is accepted has the name and the password', async () => {
    const page = await fillIn('administrator')
    const fields = page.locator('[name=username], [name=password]')
    await fields.evaluateAll((inputs) => {
      for (const one of inputs) one.dataset.own = 'the same'
    })
    const answered = page.waitForResponse(
      (one) => one.request().method() === 'POST' && one.url().endsWith('/register'),
    )
    await page.keyboard.press('Enter')
    expect((await answered).status()).toBe(409)
    await page.getByText('This username is already in use.').waitFor()
    expect(await page.locator('[name=held]').count()).toBe(0)
    expect(
      await fields.evaluateAll((inputs) =>
        (inputs as HTMLInputElement[]).map(({ value, autocomplete, dataset }) => [
          value,
          autocomplete,
          dataset.own,
        ]),
      ),
    ).toEqual([
      ['administrator', 'username', 'the same'],
      ['a long password', 'new-password', 'the same'],
    ])
    await page.locator('[name=username]').fill('third_choice')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${suite.url}/`)
    expect(await signsIn('third_choice')).toBe(200)
  })

  test('after ten names that were taken a new check is done in place', async () => {
    const cap = await earnCaptchaToken(suite.url, 'register')
    const body = { username: 'administrator', display_name: 'Somebody', password: 'a long password' }
    for (let taken = 0; taken < 10; taken++)
      await suite.call('POST', '/users', { body: { ...body, 'cap-token': cap } })
    const page = await fillIn('administrator')
    await page.keyboard.press('Enter')
    await page.getByText('has to be done once more').waitFor()
    await page.locator('[name=username]').fill('eleventh_choice')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${suite.url}/`)
    expect(await signsIn('eleventh_choice')).toBe(200)
  })

  test('says what a username is made of, in French as well', async () => {
    const page = await fillIn('Nova Star', 'fr-FR')
    const message = () =>
      page
        .locator('[name=username]')
        .evaluate((one: HTMLInputElement) => [one.validity.patternMismatch, one.title])
    expect(await message()).toEqual([true, expect.stringContaining('de 2 à 32 minuscules')])
  })
})
