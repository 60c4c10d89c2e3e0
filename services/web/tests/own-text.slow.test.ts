import { findChromium } from '@agora/testing/browser'
import type { Member, Suite } from '@agora/testing/suite'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWindow } from './browser/window.ts'
import { browserOf, openThread, replyTo, startPages } from './support.ts'

const executable = findChromium()

const draftsIn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')))

describe.skipIf(!executable)('in Chromium', () => {
  let suite: Suite
  let browser: Browser
  let administrator: Member
  let ada: Member
  let ben: Member
  beforeAll(async () => {
    suite = await startPages({ services: ['gateway', 'forum', 'media', 'web'] })
    browser = await chromium.launch(executable ?? {})
    administrator = await suite.administrator()
    ada = await suite.member('ada')
    ben = await suite.member('ben')
  })
  afterAll(async () => {
    await browser?.close()
    await suite?.close()
  })

  /** Signs this member in, in a window where somebody else may have been. */
  async function become(context: BrowserContext, member: Member): Promise<void> {
    const answer = await suite.call('PUT', '/auth/self', {
      body: { login: member.username, password: member.password },
    })
    const value = /^sid=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1] ?? ''
    await context.clearCookies()
    await context.addCookies([{ name: 'sid', value, url: suite.url }])
  }

  test('a draft is shown to nobody but its member, and ends when it is sent, when they sign out or after two weeks (forem/forem#21776, dullage/flatnotes#334, different-ai/openwork#4146)', async () => {
    const cat = await suite.member('cat')
    const { id } = await openThread(suite, ada, { title: 'Drafts of two' })
    const { context } = await openWindow(browser, suite, cat)
    const page = await context.newPage()
    const text = page.getByLabel('Text')
    const comeAs = async (member: Member) => {
      await become(context, member)
      await page.goto(`/threads/${id}`)
    }
    await page.goto(`/threads/${id}`)
    await text.fill('What cat wrote')
    // Her session ends, and somebody else comes.
    await comeAs(ada)
    expect(await text.inputValue()).toBe('')
    await comeAs(cat)
    expect(await text.inputValue()).toBe('What cat wrote')
    // A refused text is kept as well.
    await context.clearCookies()
    await page.getByRole('button', { name: 'Post reply' }).click()
    await page.getByText('You are signed out').first().waitFor()
    await comeAs(cat)
    expect(await text.inputValue()).toBe('What cat wrote')

    await page.getByRole('button', { name: 'Post reply' }).click()
    await page.waitForURL(/#post-/)
    expect([await text.inputValue(), await draftsIn(page)]).toEqual(['', []])
    await text.fill('Something else')
    await page.locator('.bar .menu summary').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/signed-out')
    expect(await draftsIn(page)).toEqual([])

    await comeAs(cat)
    await text.fill('Long ago')
    await page.evaluate(() => {
      const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('draft '))
      const draft = JSON.parse(localStorage.getItem(key) ?? '')
      localStorage.setItem(key, JSON.stringify({ ...draft, time: Date.now() - 14 * 24 * 3_600_000 }))
    })
    await page.goto(`/threads/${id}`)
    expect([await text.inputValue(), await draftsIn(page)]).toEqual(['', []])
    await context.close()
  })

  test('title, text, edit, report, note and reason survive a reload, can be discarded, and end when they are sent', async () => {
    const { id, post } = await openThread(suite, administrator, { title: 'Many drafts', body: 'As it was.' })
    const own = await replyTo(suite, administrator, id, 'Mine, as it was.')
    const theirs = await replyTo(suite, ben, id, 'What ben wrote.')
    const made = await suite.call('POST', `/forum/posts/${own}/reports`, {
      as: ada,
      body: { reason: 'Spam' },
    })
    const report = made.body.id as string
    const { context, complaints } = await openWindow(browser, suite, administrator)
    const page = await context.newPage()
    const cases: { path: string; fields: Record<string, string>; send: string; form?: string }[] = [
      { path: '/sections/welcome/new', fields: { title: 'A title', body: 'A text' }, send: 'Start thread' },
      { path: `/posts/${post}/edit`, fields: { body: 'As it is now.', comment: 'Why' }, send: 'Save' },
      { path: `/posts/${theirs}/report`, fields: { body: 'Look at this' }, send: 'Report' },
      { path: `/moderation/reports/${report}`, fields: { note: 'A note' }, send: 'Add note', form: '/notes' },
      {
        path: `/members/${ben.id}/sanction`,
        fields: { reason_text: 'A reason', internal_note: 'Between us' },
        send: 'Apply',
      },
      { path: `/posts/${theirs}/hide`, fields: { comment: 'Unkind' }, send: 'Hide' },
    ]
    for (const { path, fields, send, form = path } of cases) {
      await page.goto(path)
      const inputs = page.locator(`form[method=post][action$="${form}"]`)
      const field = (name: string) => inputs.locator(`[name=${name}]`)
      const read = async () =>
        Object.fromEntries(
          await Promise.all(Object.keys(fields).map(async (name) => [name, await field(name).inputValue()])),
        )
      const before = await read()
      for (const [name, text] of Object.entries(fields)) await field(name).fill(text)
      expect(await inputs.locator('[data-kept]').isVisible()).toBe(false)
      await page.goto(path)
      expect([path, await read()]).toEqual([path, fields])
      await inputs.getByRole('button', { name: 'Discard it' }).click()
      expect([path, await read(), await draftsIn(page)]).toEqual([path, before, []])
      expect(await inputs.locator('[data-kept]').isVisible()).toBe(false)
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'))
      expect([path, focused]).toEqual([path, Object.keys(fields)[0]])

      for (const [name, text] of Object.entries(fields)) await field(name).fill(text)
      await page.goto(path)
      await inputs.getByRole('button', { name: send }).first().click()
      await page.waitForURL((url) => url.pathname !== path || url.hash !== '')
      expect([path, await draftsIn(page)]).toEqual([path, []])
    }
    expect((await suite.call('GET', `/forum/posts/${post}`)).body.revisions.count).toBe(2)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the draft of an edit never covers what somebody else has changed meanwhile, and a quotation goes below a draft', async () => {
    const { id, post } = await openThread(suite, ada, { title: 'Two edit', body: 'First.' })
    const { context } = await openWindow(browser, suite, administrator)
    const page = await context.newPage()
    await page.goto(`/posts/${post}/edit`)
    await page.getByLabel('Text').fill('Mine.')
    const path = `/posts/${post}/edit`
    await browserOf(suite, administrator).fill(path, path, { body: 'Theirs.' })
    await page.goto(path)
    expect(await page.getByLabel('Text').inputValue()).toBe('Mine.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Somebody else has changed this post in the meantime').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('Mine.')
    await page.locator('.card .content', { hasText: 'Theirs.' }).waitFor()
    const { revisions } = (await suite.call('GET', `/forum/posts/${post}`)).body
    expect(revisions.count).toBe(2)
    await context.close()

    const reader = await openWindow(browser, suite, ben)
    const replying = await reader.context.newPage()
    await replying.goto(`/threads/${id}`)
    await replying.getByLabel('Text').fill('What I think:')
    await replying.goto(`/threads/${id}/reply?quote=${post}`)
    const text = await replying.getByLabel('Text').inputValue()
    expect(text).toMatch(/^What I think:\n\n\[quote=/)
    await replying.getByLabel('Text').press('End')
    await replying.getByLabel('Text').pressSequentially('So.')
    await replying.reload()
    expect(await replying.getByLabel('Text').inputValue()).toContain('So.')
    expect((await replying.getByLabel('Text').inputValue()).match(/\[quote=/g)).toHaveLength(1)
    await reader.context.close()
  })

  test('signing out leaves nothing of a member in the browser, wherever they do it', async () => {
    const dan = await suite.member('dan')
    const { context } = await openWindow(browser, suite, dan)
    const page = await context.newPage()
    const leaving = [
      async () => {
        await page.goto('/')
        await page.locator('.bar .menu summary').click()
        await page.getByRole('button', { name: 'Sign out' }).click()
      },
      async () => {
        await page.goto('/sign-out')
        await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
      },
    ]
    for (const leave of leaving) {
      await become(context, dan)
      await page.goto('/sections/welcome/new')
      await page.getByLabel('Text').fill('Unsent')
      await page.evaluate(() => localStorage.setItem('anything', 'else'))
      await leave()
      await page.waitForURL('**/signed-out')
      expect(await page.evaluate(() => localStorage.getItem('anything'))).toBeNull()
      expect(await draftsIn(page)).toEqual([])
    }
    await context.close()
  })

  describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
    test('going back after sending, and sending again, posts once; whoever means it posts twice', async () => {
      const { context } = await openWindow(browser, suite, ben, { javaScriptEnabled })
      const page = await context.newPage()
      const title = `Sent once ${javaScriptEnabled}`
      await page.goto('/sections/welcome/new')
      await page.getByLabel('Title').fill(title)
      await page.getByLabel('Text').fill('The first post')
      await page.getByRole('button', { name: 'Start thread' }).click()
      await page.waitForURL(/\/threads\//)
      const id = /threads\/([\w-]+)/.exec(page.url())?.[1]
      await page.goBack()
      // Chromium fills the new form with what was sent by the old one.
      await expect.poll(() => page.getByLabel('Text').inputValue()).toBe('The first post')
      await page.getByLabel('Title').fill(title)
      await page.getByRole('button', { name: 'Start thread' }).click()
      await page.getByText('You have already sent exactly this').waitFor()
      expect(await page.getByLabel('Text').inputValue()).toBe('The first post')
      const threads = async () =>
        (await suite.call('GET', '/forum/sections/welcome?limit=100')).body.threads.items.filter(
          (thread: { title: string }) => thread.title === title,
        ).length
      expect(await threads()).toBe(1)

      await page.goto(`/threads/${id}`)
      await page.getByLabel('Text').fill('The same')
      await page.getByRole('button', { name: 'Post reply' }).click()
      await page.waitForURL(/#post-/)
      await page.goBack()
      await expect.poll(() => page.getByLabel('Text').inputValue()).toBe('The same')
      await page.getByRole('button', { name: 'Post reply' }).click()
      await page.getByText('You have already sent exactly this').waitFor()
      const posts = async () => (await suite.call('GET', `/forum/threads/${id}`)).body.posts.count
      expect(await posts()).toBe(2)
      // The second click ends the navigation of the first.
      await page.getByRole('button', { name: 'Post reply' }).dblclick()
      await expect.poll(() => page.url(), { timeout: 20_000 }).toMatch(/#post-/)
      expect(await posts()).toBe(3)
      await context.close()
    })

    test('a preview is the post', async () => {
      const { id } = await openThread(suite, ada, { title: 'Previewed' })
      const body = `:smile: @{${ada.id}} ||the **butler** ||\n\`\`\`\n${'code '.repeat(60)}\n\`\`\`\n[quote=ada]So[/quote]`
      const { context, complaints } = await openWindow(browser, suite, ben, { javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(`/threads/${id}`)
      await page.getByLabel('Text').fill(body)
      await page.getByRole('button', { name: 'Preview' }).click()
      const shown = page.locator('[data-preview] .content')
      await shown.waitFor()
      expect(new URL(page.url()).pathname).toBe(`/threads/${id}${javaScriptEnabled ? '' : '/reply'}`)
      const preview = await shown.innerHTML()
      await page.getByRole('button', { name: 'Post reply' }).click()
      await page.waitForURL(/#post-/)
      expect(await page.locator('article .content').last().innerHTML()).toBe(preview)
      expect(complaints).toEqual([])
      await context.close()
    })

    test('a paste that is too long says so, and is kept', async () => {
      const { context } = await openWindow(browser, suite, ben, { javaScriptEnabled })
      const page = await context.newPage()
      const [text, title] = [page.getByLabel('Text'), page.getByLabel('Title')]
      await page.goto('/sections/welcome/new')
      await title.focus()
      await page.keyboard.insertText('t'.repeat(129))
      await text.focus()
      await page.keyboard.insertText('😀'.repeat(65_537))
      const send = page.getByRole('button', { name: 'Start thread' })
      if (javaScriptEnabled) {
        await page.getByText('This has 129 characters, and at most 128 can be sent.').waitFor()
        await page.getByText('This has 65,537 characters, and at most 65,536 can be sent.').waitFor()
        await send.click()
        expect(new URL(page.url()).pathname).toBe('/sections/welcome/new')
        await title.fill('Short enough')
        await page.getByText('at most 128').waitFor({ state: 'detached' })
      } else {
        await send.click()
        await page.getByText('A title has 2 to 128 visible characters').waitFor()
        expect(await title.inputValue()).toBe('t'.repeat(129))
        await title.fill('Short enough')
        await send.click()
        await page.getByText('up to 65,536 characters').waitFor()
      }
      expect(await text.inputValue()).toBe('😀'.repeat(65_537))

      // More than the site reads at all.
      await page.goto('/sections/welcome/new')
      await title.fill('Short enough')
      await text.fill('字'.repeat(120_000))
      await send.click()
      if (!javaScriptEnabled) {
        await page.getByText('Go back: what you wrote is still there').waitFor()
        await page.goBack()
      }
      await expect.poll(async () => (await text.inputValue()).length).toBe(120_000)
      await text.fill('Fine.')
      await title.fill(`Now it is short ${javaScriptEnabled}`)
      await send.click()
      await page.waitForURL(/\/threads\//)
      await context.close()
    })
  })
})
