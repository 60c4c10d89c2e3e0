import { findChromium } from '@agora/testing/browser'
import { earnCaptchaToken } from '@agora/testing/captcha-solver'
import { Browser } from '@agora/testing/page-browser'
import { type Suite, startSuite } from '@agora/testing/suite'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { barriers, openWindow } from '../browser/window.ts'

let suite: Suite
const captcha = { enabled: true, puzzles: 4, difficulty: 2 }
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'captcha', 'web'],
    limits: true,
    config: { captcha, site: { trusted_proxies: ['127.0.0.1'] } },
  })
})
afterAll(() => suite?.close())

const from = (address: string) => new Browser(suite.url, { 'x-forwarded-for': address })
const widget = (form: string) => `<cap-widget data-cap-api-endpoint="/api/v1/captcha/${form}/"`
const newcomer = { username: 'newcomer', display_name: 'Newcomer', password: 'long enough' }

describe('the registration page', () => {
  test('always has the captcha and accepts nobody without it', async () => {
    const browser = from('192.0.2.1')
    expect((await browser.get('/register')).text).toContain(widget('register'))
    const without = await browser.submit('/register', newcomer)
    expect([without.status, without.text.includes('solve the check below')]).toEqual([401, true])
    const forged = await browser.submit('/register', { ...newcomer, 'cap-token': 'forged' })
    expect([forged.status, forged.text.includes('has expired or was used before')]).toEqual([403, true])
    const token = await earnCaptchaToken(suite.url, 'register')
    expect((await browser.submit('/register', { ...newcomer, 'cap-token': token })).status).toBe(303)
  })
})

test('after ten names that were taken, the registration page says that the check is over and has a new one', async () => {
  const browser = from('192.0.2.20')
  const token = await earnCaptchaToken(suite.url, 'register')
  const choose = (username: string) =>
    browser.submit('/register', { ...newcomer, username, 'cap-token': token })
  for (let taken = 0; taken < 10; taken++) {
    const page = await choose('administrator')
    expect([page.status, page.text.includes('cap-widget')]).toEqual([409, false])
    expect(page.text).toContain('The check is already done.')
  }
  const over = await choose('administrator')
  expect([over.status, over.text.includes(widget('register'))]).toEqual([409, true])
  expect(over.text).toContain('has to be done once more')
  expect(over.text).not.toContain('The check is already done.')
  expect(over.text).not.toContain(token)
})

const executable = findChromium()

test.skipIf(!executable).each([
  ['en-GB', 'Verify that you are human'],
  ['fr-FR', 'Vérifier que vous êtes humain'],
])('the captcha is called by what it shows, and is no barrier: %s', async (locale, name) => {
  const chrome = await chromium.launch(executable ?? {})
  onTestFinished(() => chrome.close())
  const { context } = await openWindow(chrome, suite, undefined, { locale })
  const page = await context.newPage()
  await page.goto('/register')
  await page.getByRole('button', { name, exact: true }).getByText(name, { exact: true }).waitFor()
  expect(await barriers(page)).toEqual([])
})

describe('the sign-in page', () => {
  const signIn = (browser: Browser, over: Record<string, string> = {}) =>
    browser.submit('/sign-in', {
      login: 'administrator',
      password: suite.secrets.administratorPassword,
      ...over,
    })

  test('has the captcha for an address with three wrong passwords, and for no other', async () => {
    const browser = from('198.51.100.7')
    for (let wrong = 1; wrong <= 3; wrong++) {
      expect((await browser.get('/sign-in')).text).not.toContain('cap-widget')
      const page = await signIn(browser, { password: 'wrong' })
      expect([page.status, page.text.includes(widget('login'))]).toEqual([401, wrong === 3])
    }
    const without = await signIn(browser)
    expect([without.status, without.text.includes('solve the check below')]).toEqual([401, true])
    expect((await from('198.51.100.7').get('/sign-in')).text).toContain(widget('login'))
    expect((await from('198.51.100.8').get('/sign-in')).text).not.toContain('cap-widget')
    expect((await signIn(from('198.51.100.8'))).status).toBe(303)
    const token = await earnCaptchaToken(suite.url, 'login')
    expect((await signIn(browser, { 'cap-token': token })).status).toBe(303)
  })
})

test('a forwarded address counts only from trusted proxies', async () => {
  const open = await startSuite({ services: ['gateway', 'captcha', 'web'], config: { captcha } })
  try {
    for (let wrong = 1; wrong <= 3; wrong++) {
      const browser = new Browser(open.url, { 'x-forwarded-for': `198.51.100.${wrong}` })
      await browser.submit('/sign-in', { login: 'nobody', password: 'wrong' })
    }
    const another = new Browser(open.url, { 'x-forwarded-for': '198.51.100.99' })
    expect((await another.get('/sign-in')).text).toContain(widget('login'))
  } finally {
    await open.close()
  }
})

test('without the captcha service, only what needs a captcha is refused', async () => {
  for (const process of suite.processes.captcha) await process.kill()
  const away = await from('203.0.113.1').submit('/register', { ...newcomer, 'cap-token': 'some token' })
  expect([away.status, away.text.includes('cannot be checked at the moment')]).toEqual([503, true])
  const login = { login: 'administrator', password: suite.secrets.administratorPassword }
  expect((await from('203.0.113.1').submit('/sign-in', login)).status).toBe(303)
})
