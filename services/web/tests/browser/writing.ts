import { expect, test } from 'vitest'
import { openThread } from '../support.ts'
import { tabTo } from './keyboard.ts'
import type { World } from './world.ts'

export function testWriting(world: World): void {
  test('a member replies and a moderator resolves without a mouse', async () => {
    const { suite, moderator, ada, nora, open } = world
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
    // Chromium may never close a page that is on its way to another one.
    await page.getByText('1 report was rejected.').waitFor()
    const report = await suite.call('GET', `/forum/reports/${made.body.id}`, { as: moderator })
    expect(report.body.status).toBe('Rejected')
    await context.close()
  })

  test('a text survives a reload until it is sent, and a double click sends it once', async () => {
    const { suite, ada, nora, open } = world
    const { context, complaints } = await open(nora)
    const page = await context.newPage()
    const { id } = await openThread(suite, ada, { title: 'Drafts' })
    await page.goto(`/threads/${id}`)
    await page.getByLabel('Text').fill('A long thought')
    await page.reload()
    expect(await page.getByLabel('Text').inputValue()).toBe('A long thought')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('[data-preview] .content').getByText('A long thought').waitFor()
    // The second click ends the navigation of the first.
    await page.getByRole('button', { name: 'Post reply' }).dblclick()
    await expect.poll(() => page.url(), { timeout: 20_000 }).toMatch(/#post-/)
    expect(await page.locator('article').count()).toBe(2)
    expect(await page.getByLabel('Text').inputValue()).toBe('')
    await page.locator('article').first().getByRole('link', { name: 'Quote' }).click()
    await expect
      .poll(() => page.getByLabel('Text').inputValue())
      .toContain(`[quote=Ada Lovelace#${world.ada.id.slice(-5)}]`)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a refusal leaves the reader at the field to change', async () => {
    const { ada, open } = world
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
}
