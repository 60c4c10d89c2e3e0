import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, openThread, replyTo } from './support.ts'

let suite: Suite
let ada: Member
let ben: Member
beforeAll(async () => {
  suite = await sharedSite()
  ada = await suite.member('ada', { displayName: 'Ada' })
  ben = await suite.member('ben', { displayName: 'Ben' })
})
afterAll(() => suite?.close())

describe('a member', () => {
  test('is told of a reply on every page, until it is read', async () => {
    const { id } = await openThread(suite, ada, { title: 'Tell me' })
    const browser = browserOf(suite, ada)
    await replyTo(suite, ben, id, 'Now you know.')
    await expect
      .poll(async () => (await browser.get('/markup')).text)
      .toMatch(/Notifications<span class="new">1</)
    const { text } = await browser.get('/notifications')
    expect(text).toMatch(/A new reply in <bdi[^>]*>Tell me/)
    expect((await browser.fill('/notifications', '/notifications/read')).status).toBe(303)
    expect((await browser.get('/markup')).text).not.toContain('<span class="new">')
  })

  test.each(['thread', 'section'])('watches, mutes and returns to normal: a %s', async (kind) => {
    const path = kind === 'thread' ? `/threads/${(await openThread(suite, ben)).id}` : '/sections/news'
    const browser = browserOf(suite, ada)
    const state = async () => (await suite.call('GET', `/forum${path}/subscription`, { as: ada })).body
    const pressed = async () =>
      /value="(\w+)" class="link" aria-pressed="true"/.exec((await browser.get(path)).text)?.[1]
    const normal = await state()
    expect([normal.is_default, await pressed()]).toEqual([true, 'Normal'])
    for (const level of ['Watching', 'Muted']) {
      await browser.fill(path, `${path}/watching`, { level })
      expect(await state()).toEqual({ level, is_default: false })
      expect(await pressed()).toBe(level)
    }
    await browser.fill(path, `${path}/watching`, { level: 'Normal' })
    expect(await state()).toEqual(normal)
  })

  test('is told of answers to their own thread in a section that they no longer watch', async () => {
    const browser = browserOf(suite, ada)
    for (const level of ['Watching', 'Normal'])
      await browser.fill('/sections/off_topic', '/sections/off_topic/watching', { level })
    const { id } = await openThread(suite, ada, { section: 'off_topic', title: 'Mine' })
    await replyTo(suite, ben, id, 'Do you hear me?')
    await expect
      .poll(async () => (await browser.get('/notifications')).text)
      .toMatch(/A new reply in <bdi[^>]*>Mine/)
  })
})
