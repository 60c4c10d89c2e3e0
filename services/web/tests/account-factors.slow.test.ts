import { findChromium } from '@agora/testing/browser'
import { Browser, fieldsOf } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import {
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type Browser as Real,
} from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { age, codeOf, enrol, forgetSpent, sessionBy } from '../../gateway/tests/authenticators/codes.ts'
import { barriers, barriersInTheDark } from './browser/window.ts'
import { browserOf } from './support.ts'

let suite: Suite
beforeAll(async () => {
  suite = await sharedSite()
})
afterAll(() => suite?.close())

const secretIn = (text: string) => /secret=([A-Z2-7]{32})/.exec(text)?.[1] ?? ''
const codesIn = (text: string) => text.match(/(?<=<code>)(?:[0-9a-z]{4}-){3}[0-9a-z]{4}(?=<)/g) ?? []

describe('without scripts', () => {
  test('a member adds a program by its picture, signs in by its codes, and removes it', async () => {
    const ada = await suite.member('ada')
    const browser = browserOf(suite, ada)
    await age(suite, ada)
    const asked = await browser.fill('/account/factors', '/account/factors/totp', {
      factor_name: 'Ada’s phone',
    })
    expect([asked.status, asked.text.includes('You signed in a while ago')]).toEqual([403, true])
    const again = fieldsOf(asked.text, '/account/factors/totp')
    expect(again).toMatchObject({ factor_name: 'Ada’s phone', current_password: '' })
    const shown = await browser.post('/account/factors/totp', { ...again, current_password: ada.password })
    expect(shown.status).toBe(200)
    expect(shown.text).toMatch(/<svg class="qr"[^>]*role="img" aria-label="The secret as a QR code"/)
    const secret = secretIn(shown.text)
    const url = /action="(\/account\/factors\/[\w-]+\/enable)"/.exec(shown.text)?.[1] ?? ''
    const fields = fieldsOf(shown.text, url)
    const wrong = await browser.post(url, { ...fields, code: '12345' })
    expect([wrong.status, secretIn(wrong.text)]).toEqual([422, secret])
    const kept = await browser.post(url, { ...fields, code: codeOf(secret) })
    expect(codesIn(kept.text)).toHaveLength(10)

    const other = new Browser(suite.url)
    const step = await other.submit('/sign-in', { login: ada.username, password: ada.password })
    expect([step.status, step.text.includes('One more step')]).toEqual([200, true])
    expect(step.text).not.toContain(ada.password)
    const held = fieldsOf(step.text, '/sign-in')
    const refused = await other.post('/sign-in', { ...held, code: '000 000' })
    expect([refused.status, refused.text.includes('This code is wrong')]).toEqual([401, true])
    // What one browser carries is worth nothing in another.
    const thief = new Browser(suite.url)
    const own = fieldsOf((await thief.get('/sign-in')).text, '/sign-in')
    expect(held.held).toBeTruthy()
    const stolen = await thief.post('/sign-in', {
      ...own,
      held: held.held ?? '',
      code: codesIn(kept.text)[1] ?? '',
    })
    expect(stolen.status).toBeGreaterThanOrEqual(401)
    const signed = await other.post('/sign-in', {
      ...fieldsOf(refused.text, '/sign-in'),
      code: codesIn(kept.text)[0] ?? '',
    })
    expect([signed.status, signed.location]).toEqual([303, `${suite.url}/`])

    await age(suite, ada)
    const listed = await other.get('/account/factors')
    expect(listed.text).toContain('9 codes left')
    const remove = /action="(\/account\/factors\/[\w-]+\/remove)"/.exec(listed.text)?.[1] ?? ''
    const sure = await other.fill('/account/factors', remove)
    expect(sure.status).toBe(403)
    await forgetSpent(suite, ada)
    const gone = await other.post(remove, {
      ...fieldsOf(sure.text, remove),
      current_password: codeOf(secret),
    })
    expect([gone.status, gone.location]).toEqual([303, `${suite.url}/account/factors?saved=removed`])
    expect((await other.get('/account/factors')).text).toContain('You have no second factor.')
  })

  test('in French as well', async () => {
    const ben = await suite.member('ben')
    const { secret } = await enrol(suite, ben)
    await forgetSpent(suite, ben)
    const browser = new Browser(suite.url, { 'accept-language': 'fr' })
    const step = await browser.submit('/sign-in', { login: ben.username, password: ben.password })
    expect(step.text).toContain('Encore une étape')
    const signed = await browser.post('/sign-in', {
      ...fieldsOf(step.text, '/sign-in'),
      code: codeOf(secret),
    })
    expect(signed.status).toBe(303)
    expect((await browser.get('/account/factors')).text).toContain('10 codes restants')
  })
})

const executable = findChromium()

describe.skipIf(!executable)('in Chromium, with an authenticator', () => {
  let real: Real
  let context: BrowserContext
  let page: Page
  let protocol: CDPSession
  let authenticatorId: string
  let site: string
  let cas: Member
  beforeAll(async () => {
    real = await chromium.launch(executable ?? {})
    // A passkey belongs to a name, not to an address.
    site = suite.url.replace('127.0.0.1', 'localhost')
    cas = await suite.member('cas')
    context = await real.newContext({ baseURL: site, locale: 'en-GB', viewport: { width: 360, height: 780 } })
    const [name = '', value = ''] = (await sessionBy(suite, cas)).headers.cookie!.split('=')
    await context.addCookies([{ name, value, url: site }])
    page = await context.newPage()
    protocol = await context.newCDPSession(page)
    await protocol.send('WebAuthn.enable')
    const added = await protocol.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    authenticatorId = added.authenticatorId
  })
  afterAll(() => real?.close())

  const isFit = async () => {
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect([page.url(), tooWide]).toEqual([page.url(), false])
    expect(await barriers(page)).toEqual([])
    expect(await barriersInTheDark(page)).toEqual([])
  }

  test('a passkey is added, which brings codes to print', async () => {
    await page.goto('/account/factors')
    await isFit()
    await page.locator('#passkeys-factor_name').fill('Laptop')
    await page.keyboard.press('Enter')
    const make = page.getByRole('button', { name: 'Make the passkey' })
    await make.waitFor()
    await isFit()
    await make.click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    expect(codesIn(await page.content())).toHaveLength(10)
    await isFit()
  })

  test('it signs in without a password, by keyboard, and leads where one wanted to go', async () => {
    await context.clearCookies()
    await page.goto('/sign-in?next=/account/factors')
    await isFit()
    await page.getByRole('button', { name: 'Use a passkey' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site}/account/factors`)
    expect(await page.content()).toContain('Laptop')
  })

  test('it confirms in place that it is still the member', async () => {
    await age(suite, cas)
    await page.goto('/account/factors')
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByText('You signed in a while ago').waitFor()
    await isFit()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  })

  test('it stands in for the code after a password, and says so when nobody is recognised', async () => {
    await context.clearCookies()
    await page.goto('/sign-in')
    await page.getByLabel('Username or email').fill(cas.username)
    await page.getByLabel('Password').fill(cas.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await isFit()
    await protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('The passkey was not confirmed').waitFor()
    await protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(`${site}/`)
  })
})
