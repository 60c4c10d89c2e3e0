import { expect, test } from 'vitest'
import { openThread, replyTo } from '../support.ts'
import { look } from './window.ts'
import type { World } from './world.ts'

export function testLiveUpdates(world: World): void {
  test('a reader learns of new replies, and finds them below without a new page or a jump', async () => {
    const { suite, ada, nora, open } = world
    const { context, complaints } = await open(ada, { viewport: { width: 390, height: 780 } })
    const page = await context.newPage()
    const { id } = await openThread(suite, ada, { title: 'Live' })
    const streams = page.waitForResponse((answer) => answer.url().endsWith('/notifications/stream'))
    await page.goto(`/threads/${id}`)
    await streams
    await page.evaluate(() => {
      type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
      const shifts: string[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries() as Shift[])
          shifts.push(`${value}: ${sources.map(({ node }) => `${node?.nodeName} ${node?.className}`)}`)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.getByLabel('Text').fill('Half a thought')
    await replyTo(suite, nora, id, 'Here is the reply.')
    const note = page.getByRole('link', { name: 'There are new replies' })
    await note.waitFor()
    await expect.poll(() => page.locator('[data-unread] .new').textContent()).toMatch(/^[1-9]/)
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([])
    expect(await page.locator('article').count()).toBe(1)
    await note.click()
    await page.getByText('Here is the reply.').waitFor()
    expect(await page.getByLabel('Text').inputValue()).toBe('Half a thought')
    expect(await note.isVisible()).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('readers of a thread learn of replies, polled gently and only while they look', async () => {
    const { suite, ada, nora, open } = world
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
    const { suite, ada, nora, open } = world
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
    const { suite, administrator, moderator, ada, nora, open } = world
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
    expect(await page.locator(`input[value="ForumPost:${post}"]`).first().isDisabled()).toBe(true)
    const shown = async () => Number(await page.locator('[data-waiting] .new').textContent())
    const pending = async () =>
      (await suite.call('GET', '/notifications/count?include=reports', { as: moderator })).body.reports
        .pending
    const before = await pending()
    await expect.poll(shown).toBe(before)
    await reporting((await openThread(suite, nora)).post)
    expect(await pending()).toBe(before + 1)
    await expect.poll(shown).toBe(before + 1)
    await page.getByRole('link', { name: 'New reports 1' }).click()
    await page.getByText('Off topic').first().waitFor()
    await context.close()
  })

  test('a moderator sees on any page how much waits, without a new page or a jump', async () => {
    const { suite, moderator, ada, nora, open } = world
    const { context, complaints } = await open(moderator)
    const page = await context.newPage()
    await page.clock.install()
    await page.goto('/markup')
    const waiting = page.locator('[data-waiting] .new')
    const before = Number(await waiting.textContent())
    const left = await page.locator('[data-unread]').boundingBox()
    const { post } = await openThread(suite, nora, { title: 'Waits' })
    await suite.call('POST', `/forum/posts/${post}/reports`, { as: ada, body: { reason: 'Spam' } })
    await page.clock.fastForward(21_000)
    await expect.poll(async () => Number(await waiting.textContent())).toBe(before + 1)
    expect((await page.locator('[data-unread]').boundingBox())?.y).toBe(left?.y)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a report shows who has taken it, others’ notes and its resolution, while one is writing', async () => {
    const { suite, administrator, moderator, ada, nora, open } = world
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
}
