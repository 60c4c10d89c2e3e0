import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Member, Suite } from '@agora/testing/suite'
import type { RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Options = Parameters<Browser['newContext']>[0]

/** A window in which this member is signed in, with its errors. */
export async function openWindow(
  browser: Browser,
  suite: Suite,
  as?: Member,
  options: Options = {},
): Promise<{ context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({ baseURL: suite.url, locale: 'en-GB', ...options })
  const [name = '', value = ''] = (as?.headers.cookie ?? '').split('=')
  if (as) await context.addCookies([{ name, value, url: suite.url }])
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return { context, complaints }
}

/** axe's violations on the page as it is shown. */
async function violations(
  page: Page,
  { runOnly, rules = {} }: Pick<RunOptions, 'runOnly' | 'rules'>,
): Promise<string[]> {
  const found = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, options),
    { runOnly, rules, resultTypes: ['violations'] } satisfies RunOptions,
  )
  return found.violations.map(
    ({ id, nodes }) => `${page.url()}: ${id} ${nodes.map(({ html }) => html).join(' ')}`,
  )
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Of the standards, and left out by axe unless it is named. */
const BESIDES = { 'label-content-name-mismatch': { enabled: true } }
/** Rules about colours: the only ones that a colour scheme affects. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** axe's violations on the page in light colours. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  await page.emulateMedia({ colorScheme: 'light' })
  return violations(page, { runOnly: { type: 'tag', values: STANDARDS }, rules: BESIDES })
}

/** axe's violations in dark colours, after `barriers`. */
export async function barriersInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  return violations(page, { runOnly: { type: 'rule', values: OF_COLOURS } })
}

/** What is wrong with the page when enlarged, in forced colours, without motion (as this window is set) or printed. */
export async function hindrances(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const [wide, moving] = [await overflow(page), await page.evaluate(() => document.getAnimations().length)]
  await page.emulateMedia({ media: 'print' })
  const isPrinted = await page.locator('main h1').first().isVisible()
  const printsNavigation = await page.locator('.main-nav').isVisible()
  await page.emulateMedia({ media: 'screen', forcedColors: 'none' })
  return [
    ...(wide > 0 ? [`${wide} px too wide at 200 %`] : []),
    ...(moving > 0 ? ['moves'] : []),
    ...(isPrinted ? [] : ['prints no heading']),
    ...(printsNavigation ? ['prints its navigation'] : []),
  ].map((what) => `${page.url()}: ${what}`)
}

/** Opens each of these in one of two pages of the window, side by side. */
export async function eachPage(
  context: BrowserContext,
  paths: readonly string[],
  look: (page: Page, path: string, status: number | undefined) => Promise<void>,
): Promise<void> {
  const waiting = [...paths]
  const lane = async () => {
    const page = await context.newPage()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const answer = await page.goto(path)
      await look(page, path, answer?.status())
    }
    await page.close()
  }
  await Promise.all([lane(), lane()])
}

/** How many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Switches to the page, or away from it. */
export const look = (page: Page, { isHidden }: { isHidden: boolean }): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
