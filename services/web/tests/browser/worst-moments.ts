import { describe, expect, test } from 'vitest'
import { openThread, replyTo } from '../support.ts'
import type { World } from './world.ts'

/**
 * Moments that made people leave, walked as they were. Others are in `first-hours.ts` (a spammer's thirty posts) and
 * `own-text.test.ts` (a draft that the next person reads).
 */
export function testWorstMoments(world: World): void {
  describe('the worst moments', () => {
    test('I was muted: every page on which I would write says why and until when', async () => {
      const { suite, administrator, ada, open } = world
      const name = 'muted_one'
      const member = await suite.member(name)
      const { id } = await openThread(suite, ada, { title: 'Where I was muted' })
      const section = (await suite.call('GET', '/forum/sections/welcome')).body.id
      const sanction = await suite.call('POST', '/forum/sanctions', {
        as: administrator,
        body: {
          user: { type: 'User', id: member.id },
          section: { type: 'ForumSection', id: section },
          kind: 'Mute',
          reason: 'Spam of account sales.',
          internal_note: 'Between moderators.',
          expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        },
      })
      expect(sanction.status).toBe(200)
      const { context } = await open(member)
      const page = await context.newPage()
      await page.goto('/')
      const notifications = page.getByRole('link', { name: /Notifications/ })
      await notifications.locator('.new').waitFor({ timeout: 20_000 })
      await notifications.click()
      const told = page.getByRole('listitem').filter({ hasText: 'A moderator has muted you' })
      await told.getByText('Spam of account sales.').waitFor()
      await told.getByRole('link').first().click()
      for (const path of ['', '/sections/welcome', '/sections/welcome/new', `/threads/${id}`]) {
        if (path !== '') await page.goto(path)
        const main = page.getByRole('main')
        await main.getByText('Spam of account sales.').first().waitFor()
        await main.locator('time').first().waitFor()
        expect(await main.textContent()).toMatch(/until/i)
        expect(await main.textContent()).not.toContain('Between moderators')
      }
      await context.close()
    })

    test('my first minute: a section that was set up with the site gets another name where it is', async () => {
      const { suite, administrator, open } = world
      const { context } = await open(administrator, {
        javaScriptEnabled: false,
        viewport: { width: 360, height: 740 },
      })
      const page = await context.newPage()
      await page.goto('/administration')
      await page.getByRole('link', { name: 'Sections' }).first().click()
      await page.getByRole('heading', { name: 'Off topic' }).getByRole('link').click()
      await page.getByLabel('Name').fill('The tavern')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'The tavern' }).waitFor()
      // It stays so when the gateway starts again.
      await suite.processes.gateway[0]?.restart()
      await page.goto('/')
      await page.getByRole('link', { name: 'The tavern' }).first().waitFor()
      await context.close()
    })

    test('a stranger cannot post as my moderator: the name is refused, and each post shows who is one', async () => {
      const { suite, moderator, ada, open } = world
      const renamed = await suite.call('PATCH', `/users/${moderator.id}`, {
        as: moderator,
        body: { display_name: 'Grace Hopper' },
      })
      expect(renamed.status).toBe(200)
      const stranger = await suite.member('orbit')
      const { id } = await openThread(suite, ada, { title: 'Who is who' })
      await replyTo(suite, moderator, id, 'I look after this section.')
      const said = await replyTo(suite, stranger, id, 'Send me your password.')
      const { context } = await open(stranger)
      const page = await context.newPage()
      await page.goto('/account')
      for (const name of ['Grace Hopper', 'Gracе Ноpper']) {
        await page.getByLabel('Display name').fill(name)
        await page
          .locator('form')
          .filter({ has: page.getByLabel('Display name') })
          .getByRole('button')
          .click()
        await page.getByText('must not resemble').or(page.getByText('resembles')).first().waitFor()
      }
      await page.goto(`/threads/${id}`)
      const own = page.locator('article').filter({ hasText: 'I look after this section.' })
      await own.locator('.badge', { hasText: 'Moderator' }).waitFor()
      expect(await page.locator(`#post-${said} .badge`).count()).toBe(0)
      await page.goto(`/members/${moderator.id}`)
      await page.getByRole('main').getByText('Moderator').first().waitFor()
      await context.close()
    })

    test('I hid the insult: the report that I must judge still shows it, and why it was reported', async () => {
      const { suite, moderator, ada, nora, open } = world
      const { id } = await openThread(suite, ada, { title: 'An insult' })
      const post = await replyTo(suite, nora, id, 'You are a **goose**!')
      const made = await suite.call('POST', `/forum/posts/${post}/reports`, {
        as: ada,
        body: { reason: 'Harassment' },
      })
      const { context } = await open(moderator)
      const page = await context.newPage()
      await page.goto(`/posts/${post}`)
      await page.locator(`#post-${post}`).getByRole('link', { name: 'Hide' }).click()
      await page.getByRole('button', { name: 'Hide' }).click()
      await page.waitForURL(/#post-/)
      await page.goto('/moderation')
      const card = page.locator('.report', { hasText: 'An insult' })
      await card.getByText('You are a goose!').waitFor()
      await card.getByText('Harassment', { exact: true }).waitFor()
      await page.goto(`/moderation/reports/${made.body.id}`)
      await page.getByText('You are a goose!').waitFor()
      await page.getByRole('button', { name: 'Accept' }).click()
      await page.getByText('1 report was accepted.').waitFor()
      await context.close()
    })

    test('my global moderators are listed, and taken from the list', async () => {
      const { suite, administrator, open } = world
      const helper = await suite.member('helper', { displayName: 'A helper' })
      const role = { user: { type: 'User', id: helper.id }, role: 'GlobalModerator' }
      expect((await suite.call('POST', '/forum/role_grants', { as: administrator, body: role })).status).toBe(
        200,
      )
      const { context } = await open(administrator)
      const page = await context.newPage()
      await page.goto('/administration/roles')
      const row = page.getByRole('row').filter({ hasText: 'A helper' })
      await row.getByRole('button').click()
      await row.waitFor({ state: 'detached' })
      const staff = (await suite.call('GET', '/users/staff')).body.items
      expect(JSON.stringify(staff)).not.toContain(helper.id)
      await context.close()
    })
  })
}
