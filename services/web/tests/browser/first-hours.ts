import { describe, expect, test } from 'vitest'
import { openThread, replyTo } from '../support.ts'
import { setUpCommunity } from './administrator.ts'
import { cleanUp, faceRush, hideWarnAndAccept } from './moderator.ts'
import type { World } from './world.ts'

export function testFirstHours(world: World): void {
  describe.each([true, false])('at 390 px, with scripts: %s', (javaScriptEnabled) => {
    const narrow = { javaScriptEnabled, viewport: { width: 390, height: 780 } }

    test('a member’s first hour', async () => {
      const { suite, ada, open } = world
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
      const { suite, administrator, moderator, ada, nora, open } = world
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

    test('a moderator hides, warns and accepts in three steps, and cleans up a spammer in two', async () => {
      const { suite, moderator, ada, nora, open } = world
      const name = `spammer_${javaScriptEnabled}`
      const spammer = await suite.member(name)
      const { id } = await openThread(suite, ada, { title: `Steps of ${name}` })
      const [bad = '', worse = ''] = [
        await replyTo(suite, spammer, id, 'Buy gold!'),
        await replyTo(suite, spammer, id, 'Buy more gold!'),
      ]
      for (const as of [nora, ada])
        await suite.call('POST', `/forum/posts/${bad}/reports`, { as, body: { reason: 'Spam' } })
      const { context, complaints } = await open(moderator, narrow)
      const page = await context.newPage()
      await page.goto('/moderation')
      const card = page.locator('.report', { hasText: `Steps of ${name}` })
      expect(await card.getByLabel('Reason').isVisible()).toBe(false)
      expect(await hideWarnAndAccept(card, 'No advertisements.')).toBeLessThanOrEqual(3)
      await page.getByText('The post is hidden. Its author is warned. 2 reports were accepted.').waitFor()
      await card.waitFor({ state: 'detached' })

      await page.goto(`/threads/${id}`)
      expect(await page.locator(`#post-${bad}`).getByText('Buy gold!').count()).toBe(0)
      expect(await cleanUp(page, page.locator(`#post-${worse}`), 'Advertisements')).toBeLessThanOrEqual(2)
      if (javaScriptEnabled) await page.getByText('All done.').waitFor()
      const hidden = async () =>
        (await suite.call('GET', `/forum/posts/${worse}`)).body.revisions.items.at(-1).content
      await expect.poll(hidden, { timeout: 20_000 }).toBeNull()
      const progress = async () => {
        await page.goto(`/members/${spammer.id}/cleanup`)
        return page.getByText('All done.').count()
      }
      await expect.poll(progress, { timeout: 20_000 }).toBe(1)
      await page.getByRole('button', { name: 'Undo it' }).click()
      await expect.poll(async () => (await hidden())?.html, { timeout: 20_000 }).toContain('Buy more gold!')
      // What is undone is gone from the API.
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
      await context.close()
    })

    test('an administrator sets up a community', async () => {
      const { suite, administrator, nora, open } = world
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
}
