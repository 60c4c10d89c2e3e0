import { services } from '@agora/shared/contracts/services'
import { findChromium } from '@agora/testing/browser'
import { type Suite, startSuite } from '@agora/testing/suite'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { query } from '../../gateway/tests/query.ts'

const chromiumOptions = findChromium()
const WAIT = { timeout: 60_000 }
let suite: Suite
let browser: Browser
beforeAll(async () => {
  if (!chromiumOptions) return
  suite = await startSuite({ services, replicas: { forum: 2 } })
  await suite.member('alice')
  browser = await chromium.launch(chromiumOptions)
})
afterAll(async () => {
  await browser?.close()
  await suite?.close()
})

/** Opens the page as a guest, and signs in on the way. */
async function open(login: string, password: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (entry) => {
    if (/Content Security Policy|Refused|error/i.test(entry.text())) problems.push(entry.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(`${suite.url}/operations`)
  expect(page.url()).toBe(`${suite.url}/sign-in?next=%2Foperations`)
  await page.fill('[name=login]', login)
  await page.fill('[name=password]', password)
  const answer = page.waitForResponse((response) => response.url() === `${suite.url}/operations`)
  await page.press('[name=password]', 'Enter')
  return { page, problems, status: (await answer).status() }
}
const openAsAdministrator = (options?: BrowserContextOptions) =>
  open('administrator', suite.secrets.administratorPassword, options)

describe.skipIf(!chromiumOptions)('the operations page', () => {
  test('shows an administrator every service, with numbers that move', async () => {
    const { page, problems, status } = await openAsAdministrator()
    expect(status).toBe(200)
    await page.getByText('All services are ready.').waitFor(WAIT)
    expect(await page.locator('#services h2').allTextContents()).toEqual(services)
    expect(await page.locator('#services tbody tr').count()).toBe(services.length + 1)

    const forum = page.locator('section', { has: page.getByRole('heading', { name: 'forum' }) })
    const chart = (title: string) => forum.locator('figure', { hasText: title })
    const requests = chart('Requests').locator('strong')
    await expect.poll(() => requests.textContent(), WAIT).toBe('0/s')
    await expect.poll(() => chart('Time to answer').textContent(), WAIT).toContain('p50 –, p99 –')
    const asking = setInterval(() => void suite.call('GET', '/forum/sections'), 50)
    onTestFinished(() => clearInterval(asking))
    await expect.poll(() => requests.textContent(), WAIT).toMatch(/^[1-9]/)
    await expect
      .poll(() => chart('Time to answer').textContent(), WAIT)
      .toMatch(/p50 [\d.]+ ms, p99 [\d.]+ m?s/)
    await expect.poll(() => chart('Requests').locator('path').getAttribute('d'), WAIT).toMatch(/^M.+L/)
    expect(await chart('Memory').textContent()).toMatch(/\d+ MiB/)
    expect(await chart('Waiting: reports').textContent()).toContain('0')
    expect(problems).toEqual([])
  })

  test('says which service does not answer, and when it does again', async () => {
    const { page, problems } = await openAsAdministrator()
    const archive = page.locator('section', { has: page.getByRole('heading', { name: 'archive' }) })
    await archive.getByText('1 of 1 ready').waitFor(WAIT)
    const [process] = suite.processes.archive
    await process!.kill()
    await page.getByText('archive: does not answer', { exact: true }).waitFor(WAIT)
    await archive.getByText('Does not answer.').waitFor(WAIT)
    await process!.start()
    await page.getByText('All services are ready.').waitFor(WAIT)
    expect(problems).toEqual([])
  })

  test('shows the value of a moment on hover and by keyboard, with axes, and keeps its data over a reload', async () => {
    const { page, problems } = await openAsAdministrator()
    const forum = page.locator('section', { has: page.getByRole('heading', { name: 'forum' }) })
    const memory = forum.locator('figure', { hasText: 'Memory' })
    const value = memory.locator('strong')
    const plot = memory.getByRole('slider')
    await expect.poll(() => value.textContent(), WAIT).toMatch(/^\d+ MiB$/)
    expect(await memory.locator('.top').textContent()).toMatch(/^\d+ MiB$/)
    expect(await memory.locator('.axis').textContent()).toMatch(/^\d+ \w+ agonow$/)

    await plot.hover()
    await expect.poll(() => value.textContent(), WAIT).toMatch(/^\d+ MiB at \d+:\d+:\d+/)
    await page.getByRole('heading', { name: 'Operations' }).hover()
    await expect.poll(() => value.textContent(), WAIT).toMatch(/^\d+ MiB$/)
    await plot.press('Home')
    expect(await plot.getAttribute('aria-valuetext')).toMatch(/^\d+ MiB at \d+:\d+:\d+/)

    const keptPoints = () =>
      page.evaluate(
        () => JSON.parse(localStorage.getItem('operations') ?? '{}')['forum Memory, all together '].length,
      )
    // As if the page had been open for half an hour.
    await page.evaluate(() => {
      const all = JSON.parse(localStorage.getItem('operations') ?? '{}')
      const ago = (minutes: number) => [Date.now() - minutes * 60_000, 2 ** 20]
      all['forum Memory, all together '].unshift(ago(90), ago(30), ago(29.9))
      localStorage.setItem('operations', JSON.stringify(all))
    })
    await page.reload()
    await expect.poll(() => memory.locator('.axis').textContent(), WAIT).toMatch(/^(29|30) min agonow$/)
    expect(await keptPoints()).toBeGreaterThan(3)
    expect(problems).toEqual([])
  })

  test('shows the last backup, and that alerts are not available, with a link to the runbooks', async () => {
    const { page } = await openAsAdministrator()
    await page.getByText('No backup has been made.').waitFor(WAIT)
    await query(suite, 'INSERT INTO backup (made_at, place, rows, bytes) VALUES (now(), $1, 1, 1)', [
      's3://b/c',
    ])
    await page.getByText(/^Last backup: \d+ s ago, in s3:\/\/b\/c$/).waitFor(WAIT)
    await page.getByText('No Prometheus tells of alerts').waitFor(WAIT)
    const runbooks = page.getByRole('link', { name: 'All runbooks' })
    expect(await runbooks.getAttribute('href')).toMatch(/^https:\/\/.*\/docs\/runbooks\.md$/)
  })

  test('can be paused and resumed by keyboard', async () => {
    const { page } = await openAsAdministrator()
    await page.getByText('All services are ready.').waitFor(WAIT)
    const live = page.getByRole('button', { name: 'Live' })
    await live.press('Enter')
    expect(await live.getAttribute('aria-pressed')).toBe('false')
    const next = page.waitForRequest(/operations\/services/, WAIT)
    await live.press('Space')
    await next
    expect(await live.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('navigation').getByRole('link', { name: 'apps' }).press('Enter')
    expect(new URL(page.url()).hash).toBe('#service-apps')
  })

  test.each<BrowserContextOptions>([
    { viewport: { width: 320, height: 640 } },
    { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', reducedMotion: 'reduce' },
  ])('fits the window: %j', async (options) => {
    const { page } = await openAsAdministrator(options)
    await page.getByText('All services are ready.').waitFor(WAIT)
    const [content, window] = await page.evaluate(() => [document.body.scrollWidth, innerWidth])
    expect(content).toBeLessThanOrEqual(window!)
  })

  test('speaks the reader’s language, its charts and tables as well', async () => {
    const { page, problems } = await openAsAdministrator({ locale: 'fr-FR' })
    await page.getByText('Tous les services sont prêts.').waitFor(WAIT)
    const forum = page.locator('section', { has: page.getByRole('heading', { name: 'forum' }) })
    await forum.getByText('prêts : 2 sur 2').waitFor(WAIT)
    expect(await forum.getByRole('columnheader').allTextContents()).toEqual([
      ...['Adresse', 'État', 'Version', 'En marche depuis', 'Boucle d’événements', 'Mémoire'],
    ])
    expect(await forum.locator('figure', { hasText: 'Mémoire' }).textContent()).toMatch(
      /\d+ Mio.*il y a .*maintenant/,
    )
    const left = /\b(ready|waiting|ago|now|memory|requests|all)\b/i.exec(
      (await page.locator('#operations').textContent()) ?? '',
    )
    expect([left?.[0], problems]).toEqual([undefined, []])
  })

  test('is refused to other members', async () => {
    const { page, status } = await open('alice', 'alice has a password')
    expect(status).toBe(403)
    expect(await page.getByRole('alert').textContent()).toContain('does not have permission')
    expect(await page.locator('#services').count()).toBe(0)
  })
})
