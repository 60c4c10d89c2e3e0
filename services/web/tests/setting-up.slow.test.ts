import { findChromium } from '@agora/testing/browser'
import type { Member, Suite } from '@agora/testing/suite'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWindow } from './browser/window.ts'
import { openThread, replyTo, startPages } from './support.ts'

const executable = findChromium()
/** Ten minutes of somebody who reads what they fill in; a script takes seconds. */
const TIMEOUT_MS = 90_000

const sections = [
  ['the_hall', 'The hall'],
  ['strategy_room', 'Strategy room'],
  ['market', 'Market'],
  ['newcomers', 'Newcomers'],
  ['council', 'Council'],
] as const

describe.skipIf(!executable)('a community without a terminal', () => {
  let suite: Suite
  let browser: Browser
  let administrator: Member
  beforeAll(async () => {
    suite = await startPages({ services: ['gateway', 'forum', 'apps', 'mail-jobs', 'web', 'media'] })
    browser = await chromium.launch(executable ?? {})
    administrator = await suite.administrator()
    await suite.member('nora', { displayName: 'Nora' })
  })
  afterAll(async () => {
    await browser?.close()
    await suite?.close()
  })

  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name, exact: true }).click()

  test('has its name, colours, five sections, one of them closed, rules, a moderator and an application', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { context, complaints } = await openWindow(browser, suite, administrator)
    const page = await context.newPage()
    await page.goto('/')
    await page.locator('.bar .menu summary').click()
    await page.getByRole('link', { name: 'Administration' }).click()
    await page.getByRole('link', { name: 'Name the site' }).click()
    await page.getByLabel('Name of the site').fill('The Guild')
    const light = page.getByRole('group', { name: 'In the light' })
    await light.getByLabel('Buttons and links').fill('#f0e0ff')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('These need more contrast').waitFor()
    await light.getByLabel('Buttons and links').fill('#6b2f8a')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. Pages show it within seconds.').waitFor()

    for (const [key, name] of sections) {
      await tab(page, 'Sections')
      await page.getByRole('link', { name: 'New section' }).click()
      await page.getByLabel('Key', { exact: true }).fill(key)
      await page.getByLabel('Name', { exact: true }).fill(name)
      if (key === 'council') await page.getByLabel('Who may read').selectOption('Moderators')
      await page.getByRole('button', { name: 'New section' }).click()
      await page.getByRole('link', { name }).first().waitFor()
    }

    await tab(page, 'Texts')
    const rules = page.getByRole('listitem').filter({ hasText: 'What is welcome here' })
    await rules.getByRole('link', { name: 'English' }).click()
    await page.getByLabel('Text').fill('Be **kind**, and tell no endings.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The text is saved.').waitFor()
    await tab(page, 'Registration')
    await page.getByLabel('Whoever becomes a member accepts the rules').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. It holds from now on.').waitFor()

    await tab(page, 'Roles')
    await page.getByLabel('Member').fill('Nora')
    await page.getByLabel('Role', { exact: true }).selectOption('Moderator')
    await page.getByLabel('Section, for a moderator of one').selectOption({ label: 'Strategy room' })
    await page.getByRole('button', { name: 'Give a role' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Nora' })
    await row.getByText('Strategy room').waitFor()

    await tab(page, 'OAuth clients')
    await page.getByRole('link', { name: 'Register an application' }).click()
    await page.getByLabel('Handle').fill('guild_game')
    await page.getByLabel('Name', { exact: true }).fill('The game')
    await page.getByLabel('Home page').fill('https://game.example/')
    await page.getByLabel('Callback address').fill('https://game.example/back')
    await page.getByRole('button', { name: 'Register an application' }).click()
    await page.getByText('client_secret').waitFor()

    await tab(page, 'Overview')
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    const step = page.getByRole('listitem').filter({ hasText: 'Write the rules' })
    await expect.poll(async () => (await page.reload()) && step.textContent()).toContain('done')
    expect(complaints.filter((text) => !text.includes('/stream'))).toEqual([])
    await context.close()
  })

  test('greets a visitor by its name, lets them accept its rules, and shows its best thread in three clicks', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const best = await openThread(suite, administrator, { section: 'the_hall', title: 'How the guild began' })
    await replyTo(suite, administrator, best.id, 'With a lost bet.')
    await openThread(suite, administrator, { section: 'council', title: 'For the council alone' })
    const { context } = await openWindow(browser, suite)
    const page = await context.newPage()
    await expect
      .poll(async () => {
        await page.goto('/')
        return page.getByRole('heading', { level: 1 }).textContent()
      })
      .toContain('The Guild')
    expect(await page.content()).not.toContain('Council')
    const link = page.getByRole('link', { name: 'Become a member' }).first()
    expect(await link.evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe('rgb(107, 47, 138)')

    await page.getByRole('link', { name: 'The hall' }).first().click()
    await page.getByRole('link', { name: 'How the guild began' }).first().click()
    await page.getByText('With a lost bet.').waitFor()
    expect(await page.content()).not.toContain('For the council alone')

    await page.getByRole('link', { name: 'Become a member' }).first().click()
    // Pages keep what administrators set for some seconds.
    const rules = page.getByText('The rules', { exact: true })
    await expect.poll(async () => (await page.reload()) && rules.count()).toBe(1)
    await page.getByLabel('Username').fill('visitor')
    await page.getByLabel('Display name').fill('A visitor')
    await page.getByLabel('Password').fill('long enough')
    await rules.click()
    await page.getByText('tell no endings').waitFor()
    await page.getByLabel('I have read the rules and accept them').check()
    await page.getByRole('button', { name: 'Become a member' }).click()
    await page.waitForURL(/\/threads\//)
    await page.getByLabel('Text').waitFor()
    await context.close()
  })

  test('tells everybody what is announced, until its day is over, and as text', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { context } = await openWindow(browser, suite, administrator)
    const page = await context.newPage()
    await page.goto('/administration/texts/announcement/en')
    await page.getByLabel('Text').fill('The **siege** begins <script>alert(1)</script> at nine.')
    await page.getByLabel('Last day').fill('2099-12-31')
    await page.getByRole('button', { name: 'Save' }).click()
    const guest = await (await openWindow(browser, suite)).context.newPage()
    const announced = guest.getByRole('complementary', { name: 'Announcement' })
    await expect
      .poll(async () => {
        await guest.goto('/')
        return (await announced.count()) === 0 ? '' : announced.textContent()
      })
      .toContain('The siege begins <script>alert(1)</script> at nine.')
    const over = { locale: 'en', body: 'The siege is over.', until: '2020-01-01T00:00:00.000Z' }
    await suite.call('PUT', '/forum/texts/announcement', { as: administrator, body: over })
    await expect
      .poll(async () => {
        await guest.goto('/')
        return announced.count()
      })
      .toBe(0)
    await guest.context().close()
    await context.close()
  })
})
