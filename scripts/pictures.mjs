// Makes the pictures of the README, of real services and a community that is made for it: node scripts/pictures.mjs
import './lib/node-version.mjs'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { build } from './lib/build.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { root, step } from './lib/project.mjs'

const folder = path.join(root, 'docs/pictures')
const viewport = { width: 1_200, height: 780 }
/** How many values of an operators' chart make it a line. */
const VALUES = 12

await build()
await ensureChromium()
const { services } = await import('@agora/shared/contracts/services')
const { findChromium } = await import('@agora/testing/browser')
const { startSuite } = await import('@agora/testing/suite')
const { chromium } = await import('playwright-core')
const { startBenchPostgres } = await import('../bench/lib/suite.mjs')
const { communityConfig, fillCommunity } = await import('./lib/community.mjs')

async function main() {
  const executable = findChromium()
  if (!executable) throw new Error('there is no Chromium')
  const postgres = await startBenchPostgres()
  const suite = await startSuite({ services, config: communityConfig })
  const browser = await chromium.launch(executable)
  const pages = await fillCommunity(suite)
  mkdirSync(folder, { recursive: true })
  for (const [name, { as, path: address, shows }] of Object.entries(pages)) {
    const context = await browser.newContext({ baseURL: suite.url, locale: 'en-GB', viewport })
    const [cookie = '', value = ''] = (as.headers.cookie ?? '').split('=')
    await context.addCookies([{ name: cookie, value, url: suite.url }])
    const page = await context.newPage()
    await page.goto(address)
    await page.locator(shows).first().waitFor()
    if (name === 'operations') await drawCharts(page, suite.url)
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`) })
    }
    await context.close()
  }
  await browser.close()
  await suite.close()
  await postgres.close()
}

/**
 * Visits the site until the charts have lines.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} url
 */
async function drawCharts(page, url) {
  const values = () =>
    page.evaluate(
      () => document.querySelector('#services path')?.getAttribute('d')?.match(/[ML]/g)?.length ?? 0,
    )
  while ((await values()) < VALUES)
    for (const address of ['/', '/latest', '/sections/guides', '/games', '/nothing'])
      await (await fetch(url + address)).text()
}

await step('Drawing the pages', main)
// Connections of the test kit keep the process alive.
process.exit(0)
