import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { replyTo } from '../support.ts'
import { tabTo } from './keyboard.ts'
import { barriers, overflow } from './window.ts'
import type { World } from './world.ts'

const NARROW = { width: 360, height: 740 }

/** Where people look for something, and how administrators arrange what they find. */
export function testFinding(world: World): void {
  describe.each([true, false])('at 360 px, with scripts: %s', (javaScriptEnabled) => {
    const narrow = { viewport: NARROW, javaScriptEnabled }
    /** It looks by scripts. */
    const found = async (page: Page) => (javaScriptEnabled ? barriers(page) : [])

    test('a visitor searches from any page by keyboard, and narrows it down', async () => {
      const { context, complaints } = await world.open(undefined, narrow)
      const page = await context.newPage()
      await page.goto(`/threads/${world.long}`)
      await tabTo(page, page.getByRole('searchbox', { name: 'Search for' }))
      await page.keyboard.type('reply')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/search\?q=reply/)
      const hit = page.getByRole('listitem').filter({ hasText: 'Two pages' })
      await expect
        .poll(async () => {
          await page.reload()
          return hit.count()
        })
        .toBe(1)
      await hit.getByRole('link', { name: /more results in this thread/ }).click()
      await page.getByText('Search everywhere').waitFor()
      expect(await page.locator('.hit').count()).toBe(20)
      await page.getByLabel('Order').selectOption('Newest first')
      await page.getByText('More filters').click()
      await page.getByLabel('From').fill('2000-01-01')
      await page.getByLabel('To', { exact: true }).fill('2000-12-31')
      await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
      await page.getByText('Nothing was found').waitFor()
      expect(await page.getByLabel('Order').inputValue()).toBe('newest')
      expect([await overflow(page), await found(page), complaints]).toEqual([0, [], []])
      await context.close()
    })

    test('a member jumps in a long thread, and answers where they read', async () => {
      const member = await world.suite.member(javaScriptEnabled ? 'jumper' : 'plain_jumper')
      const { context, complaints } = await world.open(member, narrow)
      const page = await context.newPage()
      await page.goto(`/threads/${world.long}`)
      await page.getByText('Jump to …').click()
      await page.getByLabel(/^Post number/).fill('21')
      await page.getByRole('button', { name: 'Jump' }).click()
      await page.waitForURL(/\/two-pages\?page=2#post-/)
      await page.getByText('#21', { exact: true }).waitFor()
      await page.goto(`/threads/${world.long}`)
      expect([await overflow(page), await found(page)]).toEqual([0, []])
      const text = `From the first page, with scripts: ${javaScriptEnabled}`
      await page.getByLabel('Text').fill(text)
      await page.getByRole('button', { name: 'Post reply' }).click()
      await page.waitForURL(/\?page=2#post-/)
      await page.locator('.post').filter({ hasText: text }).waitFor()
      // Read to its end, the thread opens there.
      await page.goto('/sections/welcome')
      await page.getByRole('link', { name: 'Two pages' }).click()
      await page.waitForURL(/\?page=2#post-/)
      expect(complaints).toEqual([])
      await context.close()
    })

    test('an administrator describes, arranges and closes a section', async () => {
      const { suite, administrator } = world
      const keys = ['one', 'two', 'three'].map((name) => `${name}_${javaScriptEnabled ? 'a' : 'b'}`)
      for (const [order, key] of keys.entries())
        await suite.call('PUT', `/forum/sections/${key}`, {
          as: administrator,
          body: { display_name: `Part ${key}`, parent: 'community', order: 10 + order },
        })
      const inOrder = async () => {
        const { body } = await suite.call('GET', '/forum/sections/community')
        return body.children
          .map(({ key }: { key: string }) => key)
          .filter((key: string) => keys.includes(key))
      }
      const { context, complaints } = await world.open(administrator, narrow)
      const page = await context.newPage()
      await page.goto('/administration/sections')
      await tabTo(page, page.getByRole('button', { name: `Move “Part ${keys[2]}” up` }))
      await page.keyboard.press('Enter')
      await page.waitForURL(`**#section-${keys[2]}`)
      expect(await inOrder()).toEqual([keys[0], keys[2], keys[1]])
      if (javaScriptEnabled) {
        const row = (key = '') => page.locator(`[data-key="${key}"]`)
        const { height = 0 } = (await row(keys[1]).boundingBox()) ?? {}
        await row(keys[0]).dragTo(row(keys[1]), { targetPosition: { x: 20, y: height - 5 } })
        await page.waitForURL(`**#section-${keys[0]}`)
        expect(await inOrder()).toEqual([keys[2], keys[1], keys[0]])
      }
      expect([await overflow(page), await found(page)]).toEqual([0, []])

      await page.goto(`/administration/sections/${keys[0]}`)
      await page.getByLabel('Description').fill('For what has no other place.')
      await page.getByLabel('Shown with a colour').check()
      await page.getByLabel('Colour', { exact: true }).fill('#aa3355')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.waitForURL('**/administration/sections')
      await page.goto('/')
      const row = page.getByRole('listitem').filter({ hasText: `Part ${keys[0]}` })
      await row.getByText('For what has no other place.').waitFor()
      expect(await row.locator('circle').getAttribute('fill')).toBe('#aa3355')

      const body = { title: 'Kept', body: 'Still to be read.' }
      const thread = await suite.call('POST', `/forum/sections/${keys[0]}`, { as: administrator, body })
      await replyTo(suite, administrator, thread.body.id)
      for (const key of keys.slice(0, 2)) {
        await page.goto(`/administration/sections/${key}`)
        await page.getByText('Close this section').click()
        await page.getByLabel('Yes, close it.').check()
        await page.getByRole('button', { name: 'Close', exact: true }).click()
        await page.waitForURL('**/administration/sections')
      }
      await page.goto('/')
      expect(await page.getByText(`Part ${keys[0]}`).count()).toBe(0)
      await page.goto(`/threads/${thread.body.id}`)
      await page.getByText('This section is closed.').waitFor()
      expect((await suite.call('GET', `/forum/sections/${keys[1]}`)).status).toBe(404)
      await page.goto(`/administration/sections/${keys[0]}`)
      await page.getByRole('button', { name: 'Open it again' }).click()
      await page.getByText('Close this section').waitFor()
      expect(complaints).toEqual([])
      await context.close()
    })
  })
}
