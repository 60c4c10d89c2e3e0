import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Member, Suite } from '@agora/testing/suite'
import type { RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Options = Parameters<Browser['newContext']>[0]

/** A window in which this member is signed in, and what it complains about. */
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
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return { context, complaints }
}

/** What axe finds wrong with the page as it is shown. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const found = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, options),
    {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    } satisfies RunOptions,
  )
  return found.violations.map(
    ({ id, nodes }) => `${page.url()}: ${id} ${nodes.map(({ html }) => html).join(' ')}`,
  )
}

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
