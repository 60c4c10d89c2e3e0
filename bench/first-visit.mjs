// How soon a guest's first visit shows its content on a telephone: slow 3G (400 ms, 400 kbit/s), a quarter of the processor:
//   node bench/first-visit.mjs [ROUNDS]
// Chromium with an empty cache, for each page: LCP and layout shift of the median round, and what was sent. The delay of
// DevTools is one for each request and none for a connection, so a real visit adds two or three of its round trips.
import '../scripts/lib/node-version.mjs'
import { findChromium } from '@agora/testing/browser'
import { chromium } from 'playwright-core'
import { build } from '../scripts/lib/build.mjs'

await build({ tolerant: true })
const { startBenchPostgres } = await import('./lib/suite.mjs')
const { startSuite } = await import('@agora/testing/suite')

const rounds = Number(process.argv[2] ?? 5)
const executable = findChromium()
if (!executable) throw new Error('no Chromium: name one in CHROMIUM')

const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const TELEPHONE = { width: 390, height: 844 }

/**
 * What the page tells of its largest paint once it is idle.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 */
async function visit(browser, url) {
  const context = await browser.newContext({ viewport: TELEPHONE, deviceScaleFactor: 3, isMobile: true })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_3G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    let [bytes, requests] = [0, 0]
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests += 1
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    const paint = await page.evaluate(async () => {
      /** @param {string} type */
      const entries = (type) =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
          setTimeout(resolve, 500, [])
        })
      const lcp = (await entries('largest-contentful-paint')).at(-1)
      const shifts = await entries('layout-shift')
      return {
        lcp: lcp?.startTime,
        what: lcp?.element?.outerHTML.slice(0, 60),
        shift: shifts.reduce((/** @type {number} */ sum, /** @type {any} */ { value }) => sum + value, 0),
      }
    })
    return { bytes, requests, ...paint }
  } finally {
    await context.close()
  }
}

const postgres = await startBenchPostgres()
const suite = await startSuite({
  services: ['gateway', 'forum', 'apps', 'media', 'web'],
  env: { gateway: { GUEST_CACHE_MS: '1000' } },
})
const browser = await chromium.launch(executable)
try {
  const member = await suite.member('writer')
  /** @param {string} path @param {object} body */
  const write = async (path, body) => (await suite.call('POST', path, { as: member, body })).body
  const text = 'A reply of some length, as people write them when they have time. '
  let thread = ''
  for (let number = 0; number < 20; number++)
    thread = (await write('/forum/sections/welcome', { title: `Thread ${number}`, body: text.repeat(6) })).id
  for (let number = 1; number < 20; number++)
    await write(`/forum/threads/${thread}`, { body: text.repeat(1 + (number % 9)) })
  const paths = {
    'the front page': '/',
    'a section': '/sections/welcome',
    'the latest threads': '/latest',
    'a thread': `/threads/${thread}`,
  }
  const table = []
  for (const [name, path] of Object.entries(paths)) {
    const visits = []
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, suite.url + path))
    const sorted = visits.sort((one, other) => one.lcp - other.lcp)
    const median = sorted[Math.floor(rounds / 2)]
    table.push({
      page: name,
      'LCP ms': Math.round(median.lcp),
      'from to': `${Math.round(sorted[0].lcp)} to ${Math.round(sorted.at(-1)?.lcp)}`,
      shift: median.shift.toFixed(3),
      kB: (median.bytes / 1_000).toFixed(1),
      requests: median.requests,
      of: median.what,
    })
  }
  console.table(table)
} finally {
  await browser.close()
  await suite.close()
  await postgres.close()
}
