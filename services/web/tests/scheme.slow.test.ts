import { findChromium } from '@agora/testing/browser'
import type { Suite } from '@agora/testing/suite'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { browserOf, startPages, unchangedPages } from './support.ts'

const accent = { light: '#663399', dark: '#cc99ff' }

let suite: Suite
beforeAll(async () => {
  suite = await startPages({
    config: {
      site: {
        theme: { light: { accent: accent.light, on_accent: '#ffffff' }, dark: { accent: accent.dark } },
      },
    },
  })
})
afterAll(() => suite?.close())

test('guests who have chosen colours are given the pages of all others', async () => {
  const [plain, dark] = [browserOf(suite), browserOf(suite, undefined, { cookie: 'scheme=dark' })]
  const first = await plain.get('/')
  const before = await unchangedPages(suite)
  const second = await dark.get('/')
  expect(second.text).toBe(first.text)
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(await unchangedPages(suite)).toBe(before + 1)
})

test('the page of preferences shows what was chosen; what is no choice changes nothing', async () => {
  const browser = browserOf(suite)
  const chosen = async () =>
    /<option value="(system|light|dark)" selected/.exec((await browser.get('/preferences')).text)?.[1]
  expect(await chosen()).toBe('system')
  for (const scheme of ['dark', 'light', 'pink']) await browser.post('/preferences', { scheme })
  expect(await chosen()).toBe('light')
  await browser.post('/preferences', { scheme: 'system' })
  expect(await chosen()).toBe('system')
  const sheet = await browserOf(suite, undefined, { cookie: 'scheme=pink' }).get('/scheme.css')
  expect([sheet.status, sheet.text, sheet.headers.get('cache-control')]).toEqual([
    200,
    '',
    'private, no-cache',
  ])
})

test('time zones are grouped by continent, in the reader’s language, with the chosen one selected', async () => {
  const browser = browserOf(suite, undefined, {
    'accept-language': 'fr',
    cookie: 'tz=America.Argentina.Ushuaia',
  })
  const { text } = await browser.get('/preferences')
  const [, america = ''] = /<optgroup label="Amérique">(.*?)<\/optgroup>/s.exec(text) ?? []
  expect(america).toContain(
    '<option value="America/Argentina/Ushuaia" selected="">Argentina/Ushuaia</option>',
  )
  expect(america).not.toContain('Europe/')
  for (const zone of Intl.supportedValuesOf('timeZone')) expect(text).toContain(`value="${zone}"`)
})

const executable = findChromium()

describe.skipIf(!executable)('in Chromium', () => {
  let chrome: Browser
  beforeAll(async () => {
    chrome = await chromium.launch(executable)
  })
  afterAll(() => chrome?.close())

  const open = async (options: BrowserContextOptions) => {
    const context = await chrome.newContext({ baseURL: suite.url, ...options })
    onTestFinished(() => context.close())
    return context.newPage()
  }

  test.each([true, false])(
    'the colours are the device’s until a form chooses others, with scripts: %s',
    async (javaScriptEnabled) => {
      const page = await open({ javaScriptEnabled, colorScheme: 'light' })
      const shown = () =>
        page.evaluate(() => {
          const style = getComputedStyle(document.documentElement)
          return [style.getPropertyValue('--accent'), style.colorScheme]
        })
      await page.goto('/')
      expect(await shown()).toEqual([accent.light, 'light dark'])
      for (const [name, scheme] of [
        ['Dark', 'dark'],
        ['Light', 'light'],
      ] as const) {
        await page.goto('/preferences')
        await page.getByLabel('Colours').selectOption(name)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.waitForURL('**/preferences?saved=1')
        await page.goto('/sections/welcome')
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme })
          expect(await shown()).toEqual([accent[scheme], scheme])
        }
      }
    },
  )
})
