import { findChromium } from '@agora/testing/browser'
import type { Member, Suite } from '@agora/testing/suite'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpCommunity } from './browser/administrator.ts'
import { keyboardFaults, tabTo } from './browser/keyboard.ts'
import { faceRush } from './browser/moderator.ts'
import { barriers, eachPage, hindrances, look, type Options, openWindow, overflow } from './browser/window.ts'
import { loadArchive, openThread, replyTo, startPages } from './support.ts'

const executable = findChromium()
/** Dozens of pages one after another, on a busy machine. */
const MANY_PAGES_MS = 180_000

describe.skipIf(!executable)('in Chromium', () => {
  let suite: Suite
  let browser: Browser
  let administrator: Member
  let moderator: Member
  let ada: Member
  let nora: Member
  let thread: { id: string; post: string }
  let report: string
  let app: string

  beforeAll(async () => {
    suite = await startPages({ services: ['gateway', 'forum', 'apps', 'archive', 'mail-jobs', 'web'] })
    browser = await chromium.launch(executable)
    await loadArchive(suite)
    administrator = await suite.administrator()
    moderator = await suite.member('moderator')
    ada = await suite.member('ada', { displayName: 'Ada Lovelace' })
    nora = await suite.member('nora', { displayName: 'نورة القحطاني' })
    await suite.call('POST', '/forum/sections/welcome/role_grants', {
      as: administrator,
      body: { type: 'User', id: moderator.id },
    })
    thread = await openThread(suite, ada, {
      title: 'W'.repeat(128),
      body: '**Hello** ||all|| `code`\n```\nlines\n```',
    })
    const post = await replyTo(
      suite,
      nora,
      thread.id,
      `[quote=Ada]Hello[/quote] ${'x'.repeat(400)} :smile: @{${ada.id}}`,
    )
    const made = await suite.call('POST', `/forum/posts/${post}/reports`, {
      as: ada,
      body: { reason: 'Spam' },
    })
    report = made.body.id
    await suite.call('POST', '/forum/sanctions', {
      as: administrator,
      body: {
        user: { type: 'User', id: nora.id },
        kind: 'Warning',
        reason: 'Too long',
        internal_note: 'x'.repeat(200),
      },
    })
    app = (await suite.call('GET', '/apps')).body.items[0].id
  })
  afterAll(async () => {
    await browser?.close()
    await suite?.close()
  })

  const open = (as?: Member, options?: Options) => openWindow(browser, suite, as, options)

  const forEverybody = () => [
    '/',
    '/sections/community',
    '/sections/welcome',
    '/sections/off_topic',
    `/threads/${thread.id}`,
    `/members/${nora.id}`,
    '/search?q=hello',
    '/markup',
    '/preferences',
    '/archive',
    '/archive/game_a/fr.game-a.example/users/7100001',
    '/archive/game_a/fr.game-a.example/creatures/7100005',
    '/archive/game_c/users/7100001',
    '/nothing',
  ]
  /** Public pages on which moderators see more. */
  const showingTools = () => ['/', '/sections/welcome', `/threads/${thread.id}`, `/members/${nora.id}`]
  const forMembers = () => [
    '/sections/welcome/new',
    `/threads/${thread.id}/reply`,
    `/threads/${thread.id}/report`,
    '/notifications',
    '/account',
    '/reports',
  ]
  const forModerators = () => [
    '/moderation',
    `/moderation/reports/${report}`,
    '/moderation/sanctions',
    '/moderation/log',
    `/members/${nora.id}/sanction`,
    '/sections/welcome/roles',
    `/threads/${thread.id}/moderate`,
    `/posts/${thread.post}/hide`,
    `/posts/${thread.post}/edit`,
  ]
  const forAdministrators = () => [
    '/moderation/bans',
    `/members/${nora.id}/ban`,
    '/administration',
    '/administration/sections',
    '/administration/sections/new',
    '/administration/sections/welcome',
    '/administration/members',
    `/administration/members/${nora.id}`,
    '/administration/roles',
    '/administration/clients',
    '/administration/clients/new',
    '/administration/apps',
    `/administration/apps/${app}`,
    '/administration/deliveries',
    '/administration/mails',
  ]

  interface Visitor {
    who: string
    as: () => Member | undefined
    paths: () => string[]
  }
  /** Those who see most on a page come first. */
  const visitors: Visitor[] = [
    {
      who: 'an administrator',
      as: () => administrator,
      paths: () => [...showingTools(), ...forModerators(), ...forAdministrators()],
    },
    {
      who: 'a moderator',
      as: () => moderator,
      paths: () => [...showingTools(), ...forModerators()],
    },
    { who: 'a member', as: () => ada, paths: () => [...forEverybody(), ...forMembers()] },
    { who: 'a guest', as: () => undefined, paths: forEverybody },
  ]

  /** Pages to be checked enlarged, without motion and printed. */
  const seen = new Set<string>()

  test.each(visitors)(
    '$who finds every page without a barrier: light and dark, at 320 px and 200 %, in forced colours, without motion, on paper',
    { timeout: MANY_PAGES_MS },
    async ({ as, paths }) => {
      const narrow = { width: 320, height: 640 }
      const { context, complaints } = await open(as(), { viewport: narrow, reducedMotion: 'reduce' })
      const found: string[] = []
      await eachPage(context, paths(), async (page, path) => {
        await page.setViewportSize(narrow)
        found.push(...(await barriers(page)))
        if ((await overflow(page)) > 0) found.push(`${path}: too wide at 320 px`)
        if (seen.has(path)) return
        seen.add(path)
        found.push(...(await hindrances(page)))
      })
      expect(found).toEqual([])
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
      await context.close()
    },
  )

  test('Tab alone leads to everything on a page, and shows where it is', async () => {
    const { context } = await open(administrator)
    const found: string[] = []
    const paths = [
      '/',
      `/threads/${thread.id}`,
      `/threads/${thread.id}/moderate`,
      '/moderation',
      `/moderation/reports/${report}`,
      '/administration/members',
      '/search?q=hello',
    ]
    await eachPage(context, paths, async (page) => void found.push(...(await keyboardFaults(page))))
    expect(found).toEqual([])
    await context.close()
  })

  test('a member replies and a moderator resolves without a mouse', async () => {
    const { id, post } = await openThread(suite, nora, { title: 'By keys' })
    const member = await open(ada)
    const reading = await member.context.newPage()
    await reading.goto(`/threads/${id}`)
    await tabTo(reading, reading.getByLabel('Text'))
    await reading.keyboard.type('Said by keys.')
    await tabTo(reading, reading.getByRole('button', { name: 'Post reply' }))
    await reading.keyboard.press('Enter')
    await reading.waitForURL(/#post-/)
    await reading.getByText('Said by keys.').waitFor()
    await member.context.close()

    const made = await suite.call('POST', `/forum/posts/${post}/reports`, {
      as: ada,
      body: { reason: 'Spam' },
    })
    const { context } = await open(moderator)
    const page = await context.newPage()
    await page.goto(`/moderation/reports/${made.body.id}`)
    await tabTo(page, page.getByRole('button', { name: 'Reject' }))
    await page.keyboard.press('Enter')
    await expect
      .poll(
        async () =>
          (await suite.call('GET', `/forum/reports/${made.body.id}`, { as: moderator })).body.status,
      )
      .toBe('Rejected')
    await context.close()
  })

  test('a text survives a reload until it is sent, and a double click sends it once', async () => {
    const { context, complaints } = await open(nora)
    const page = await context.newPage()
    const { id } = await openThread(suite, ada, { title: 'Drafts' })
    await page.goto(`/threads/${id}`)
    await page.getByLabel('Text').fill('A long thought')
    await page.reload()
    expect(await page.getByLabel('Text').inputValue()).toBe('A long thought')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('[data-preview] .content').getByText('A long thought').waitFor()
    await page.getByRole('button', { name: 'Post reply' }).dblclick()
    await page.waitForURL(/#post-/)
    expect(await page.locator('article').count()).toBe(2)
    expect(await page.getByLabel('Text').inputValue()).toBe('')
    await page.locator('article').first().getByRole('link', { name: 'Quote' }).click()
    await expect.poll(() => page.getByLabel('Text').inputValue()).toContain('[quote=Ada Lovelace]')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a refusal leaves the reader at the field to change', async () => {
    const { context } = await open(ada)
    const page = await context.newPage()
    await page.goto('/sections/welcome/new')
    await page.getByLabel('Title').fill('A title')
    await page.getByLabel('Text').fill('[quote]never closed')
    await page.getByRole('button', { name: 'Start thread' }).click()
    await page.getByText('block is not closed').waitFor()
    // The browser sets the focus once it has rendered the page.
    await page.locator('#body:focus').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('A title')
    await context.close()
  })

  test('a reader learns of new replies, and finds them below without a new page or a jump', async () => {
    const { context, complaints } = await open(ada, { viewport: { width: 390, height: 780 } })
    const page = await context.newPage()
    const { id } = await openThread(suite, ada, { title: 'Live' })
    const streams = page.waitForResponse((answer) => answer.url().endsWith('/notifications/stream'))
    await page.goto(`/threads/${id}`)
    await streams
    await page.evaluate(() => {
      const shifts: number[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shifts.push(entry.value)
      }).observe({ type: 'layout-shift' })
    })
    await page.getByLabel('Text').fill('Half a thought')
    await replyTo(suite, nora, id, 'Here is the reply.')
    const note = page.getByRole('link', { name: 'There are new replies' })
    await note.waitFor()
    await expect.poll(() => page.locator('[data-unread] .new').textContent()).toMatch(/^[1-9]/)
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([])
    expect(await page.locator('article').count()).toBe(1)
    await note.click()
    await page.getByText('Here is the reply.').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('Half a thought')
    expect(await note.isVisible()).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('readers of a thread learn of replies, polled gently and only while they look', async () => {
    const { id } = await openThread(suite, ada, { title: 'Calm' })
    const { context, complaints } = await open(undefined)
    const page = await context.newPage()
    await page.clock.install()
    const asked: number[] = []
    page.on('response', (answer) => {
      if (answer.url().includes(`/api/v1/forum/threads/${id}`)) asked.push(answer.status())
    })
    await page.goto(`/threads/${id}`)
    await page.clock.fastForward(20_000)
    await expect.poll(() => asked).toEqual([200])
    await page.clock.fastForward(20_000)
    await expect.poll(() => asked).toEqual([200, 304])
    await look(page, { isHidden: true })
    await page.clock.fastForward(300_000)
    await replyTo(suite, nora, id, 'Said to everybody.')
    expect(asked).toEqual([200, 304])
    await look(page, { isHidden: false })
    await page.clock.fastForward(1)
    const note = page.getByRole('link', { name: 'There are new replies' })
    await note.waitFor()
    await note.click()
    await page.getByText('Said to everybody.').waitFor()
    expect(await note.isVisible()).toBe(false)
    expect([await page.locator('article').count(), asked, complaints]).toEqual([2, [200, 304, 200], []])
    await context.close()
  })

  test('a page that nobody looks at for long closes its stream, and reopens it later', async () => {
    const { context } = await open(ada)
    const page = await context.newPage()
    await page.clock.install()
    await page.addInitScript(() => {
      const sources: EventSource[] = []
      const Original = EventSource
      Object.assign(globalThis, {
        sources,
        EventSource: class extends Original {
          constructor(url: string) {
            super(url)
            sources.push(this)
          }
        },
      })
    })
    const states = () =>
      page.evaluate(() =>
        (globalThis as unknown as { sources: EventSource[] }).sources.map(({ readyState }) => readyState),
      )
    await page.goto('/')
    await expect.poll(states).toEqual([1])
    await look(page, { isHidden: true })
    await page.clock.fastForward(20_000)
    expect(await states()).toEqual([1])
    await page.clock.fastForward(11_000)
    expect(await states()).toEqual([2])
    const { id } = await openThread(suite, ada, { title: 'Meanwhile' })
    await replyTo(suite, nora, id, 'While you were away.')
    await look(page, { isHidden: false })
    await expect.poll(states).toEqual([2, 1])
    await page.clock.fastForward(1_000)
    await page.locator('[data-unread] .new').waitFor()
    await context.close()
  })

  test('moderators see new reports arrive, and which ones others have taken or resolved', async () => {
    const { context } = await open(moderator)
    const page = await context.newPage()
    const { post } = await openThread(suite, nora, { title: 'Reported' })
    const reporting = (target: string) =>
      suite.call('POST', `/forum/posts/${target}/reports`, { as: ada, body: { reason: 'OffTopic' } })
    const { id } = (await reporting(post)).body
    const streams = page.waitForResponse((answer) => answer.url().includes('/moderation/stream'))
    await page.goto('/moderation')
    await streams
    await suite.call('PUT', `/forum/reports/${id}/assignment`, {
      as: administrator,
      body: { assignee: { type: 'User', id: administrator.id } },
    })
    await page.locator(`#report-${id}`).getByText('taken by Administrator').waitFor()
    await suite.call('POST', `/forum/reports/${id}/resolution`, {
      as: administrator,
      body: { status: 'Rejected' },
    })
    await page.getByText('resolved meanwhile').waitFor()
    expect(await page.locator(`input[value="${id}"]`).isDisabled()).toBe(true)
    await reporting((await openThread(suite, nora)).post)
    await page.getByRole('link', { name: 'New reports 1' }).click()
    await page.getByText('Off topic').first().waitFor()
    await context.close()
  })

  test('a report shows who has taken it, others’ notes and its resolution, while one is writing', async () => {
    const { context } = await open(moderator)
    const page = await context.newPage()
    await page.clock.install()
    const { post } = await openThread(suite, nora, { title: 'Shared work' })
    const made = await suite.call('POST', `/forum/posts/${post}/reports`, {
      as: ada,
      body: { reason: 'Spam' },
    })
    const work = `/forum/reports/${made.body.id}`
    const streams = page.waitForResponse((answer) => answer.url().includes('/moderation/stream'))
    await page.goto(`/moderation/reports/${made.body.id}`)
    await streams
    await page.getByLabel('New note').fill('Half a thought')
    const assignee = { type: 'User', id: administrator.id }
    await suite.call('PUT', `${work}/assignment`, { as: administrator, body: { assignee } })
    await page.locator('#assignment').getByRole('link', { name: 'Administrator' }).waitFor()
    await suite.call('POST', `${work}/notes`, { as: administrator, body: { body: 'Look at the links.' } })
    await page.clock.fastForward(20_000)
    await page.locator('#noted').getByText('Look at the links.').waitFor()
    await suite.call('POST', `${work}/resolution`, { as: administrator, body: { status: 'Rejected' } })
    await page.getByRole('link', { name: 'resolved meanwhile' }).waitFor()
    expect(await page.getByLabel('New note').inputValue()).toBe('Half a thought')
    await context.close()
  })

  describe.each([true, false])('at 390 px, with scripts: %s', (javaScriptEnabled) => {
    const narrow = { javaScriptEnabled, viewport: { width: 390, height: 780 } }

    test('a member’s first hour', async () => {
      const { context } = await open(undefined, narrow)
      const page = await context.newPage()
      const username = javaScriptEnabled ? 'newcomer' : 'plain'
      const { id } = await openThread(suite, ada, { title: `Welcome, ${username}` })
      await page.goto(`/threads/${id}`)
      await page.getByRole('link', { name: 'Become a member' }).last().click()
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Display name').fill(username)
      await page.getByLabel('Password').fill('long enough')
      await page.getByRole('button', { name: 'Become a member' }).click()
      await page.waitForURL(/\/threads\//)
      await page.getByLabel('Text').fill('Hello, I am **new**.')
      await page.getByRole('button', { name: 'Post reply' }).click()
      await page.getByText('Hello, I am new.').waitFor()
      const [, answer] = (await suite.call('GET', `/forum/threads/${id}`)).body.posts.items
      await replyTo(suite, ada, id, `[quote=${username}]Hello, I am new.[/quote]Welcome!`)

      await page.goto('/')
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByRole('navigation', { name: 'Site' }).textContent()
        })
        .toMatch(/Notifications\s*[1-9]/)
      await page.getByRole('link', { name: /Notifications/ }).click()
      await page
        .getByRole('link', { name: /Welcome, / })
        .first()
        .click()
      await page.getByText('Welcome!', { exact: false }).last().waitFor()
      expect(answer.author.user.display_name.current.value).toBe(username)
      await page.goto(`/search?q=${username}`)
      await page.getByRole('button', { name: 'Search' }).waitFor()
      await context.close()
    })

    test('a moderator faces thirty reports, ten of one member', async () => {
      const { items } = (await suite.call('GET', '/forum/reports?limit=100', { as: administrator })).body
      if (items.length > 0)
        await suite.call('POST', '/forum/reports/resolutions', {
          as: administrator,
          body: { reports: items.map(({ id }: { id: string }) => id), status: 'Rejected' },
        })
      const authors = await Promise.all(
        ['one', 'two', 'three'].map((name) => suite.member(`${name}_${javaScriptEnabled}`)),
      )
      const { id } = await openThread(suite, ada, { title: 'A rush' })
      const spam = authors.map(async (author) => {
        for (let index = 0; index < 10; index++) {
          const post = await replyTo(suite, author, id, `Buy number ${index}`)
          await suite.call('POST', `/forum/posts/${post}/reports`, { as: nora, body: { reason: 'Spam' } })
        }
      })
      await Promise.all(spam)
      const { context } = await open(moderator, narrow)
      await faceRush(await context.newPage(), javaScriptEnabled)
      const sanctions = await suite.call('GET', '/forum/sanctions?active=true', { as: administrator })
      expect(sanctions.body.items[0]).toMatchObject({ kind: 'Mute', reason: 'Advertising' })
      await context.close()
    })

    test('an administrator sets up a community', async () => {
      const { context } = await open(undefined, narrow)
      const name = javaScriptEnabled ? 'scripted' : 'plain'
      await setUpCommunity(await context.newPage(), administrator.password, name)
      const { body } = await suite.call('GET', `/forum/sections/${name}`)
      expect(body).toMatchObject({ parent: { key: 'community' }, role_grants: [{ user: { id: nora.id } }] })
      const clients = await suite.call('GET', '/oauth_clients', { as: administrator })
      expect(clients.body.items.map(({ key }: { key: string }) => key)).toContain(`${name}@clients`)
      await context.close()
    })
  })
})
