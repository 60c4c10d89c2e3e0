import { Browser } from '@agora/testing/page-browser'
import { sharedSite } from '@agora/testing/shared-suite'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, openThread, replyTo } from './support.ts'

/** Whoever is judged is told why, where and until when. */

let suite: Suite
let administrator: Member
beforeAll(async () => {
  suite = await sharedSite()
  administrator = await suite.administrator()
})
afterAll(() => suite?.close())

const sectionOf = async (key: string) => {
  const { id } = (await suite.call('GET', `/forum/sections/${key}`)).body
  return { type: 'ForumSection', id }
}
const sanction = async (member: Member, more: object) => {
  const user = { type: 'User', id: member.id }
  const body = { user, internal_note: 'Between moderators.', ...more }
  return (await suite.call('POST', '/forum/sanctions', { as: administrator, body })).body
}
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

describe('a member who is warned', () => {
  test('reads what the warning says, from its notification on', async () => {
    const member = await suite.member('warned')
    await sanction(member, {
      kind: 'Warning',
      reason: 'Please <b>be kind</b>.',
      section: await sectionOf('welcome'),
    })
    const browser = browserOf(suite, member)
    await expect
      .poll(async () => (await browser.get('/notifications')).text)
      .toMatch(
        /<a href="\/sanctions">A moderator has warned you[\s\S]*“Please &lt;b&gt;be kind&lt;\/b&gt;\.”/,
      )
    const { text } = await browser.get('/sanctions')
    expect(text).toContain('Please &lt;b&gt;be kind&lt;/b&gt;.')
    expect(text).toContain('Welcome')
    expect(text).not.toContain('Between moderators.')
    expect((await browser.get('/account')).text).toContain('href="/sanctions"')
    expect((await browserOf(suite).get('/sanctions')).status).toBe(401)
  })
})

describe('a member who is muted', () => {
  test('reads why and until when in the section, where threads are opened and below a thread', async () => {
    const member = await suite.member('muted')
    const { id } = await openThread(suite, administrator)
    await sanction(member, {
      kind: 'Mute',
      reason: 'Sales of accounts.',
      section: await sectionOf('welcome'),
      expires_at: tomorrow(),
    })
    const browser = browserOf(suite, member)
    await expect
      .poll(async () => (await browser.get('/notifications')).text)
      .toMatch(/A moderator has muted you[\s\S]*“Sales of accounts\.”[\s\S]*Until <time datetime="/)
    for (const path of ['/sections/welcome', `/threads/${id}`]) {
      const { text } = await browser.get(path)
      expect(text, path).toContain('You cannot write in this section at the moment')
      expect(text, path).toContain('“Sales of accounts.”')
      expect(text, path).toMatch(/Until <time datetime="[^"]+"/)
    }
    const answering = `/threads/${id}/reply`
    const barred = await browser.get(answering)
    expect(barred.text).toContain('“Sales of accounts.”')
    expect(barred.text).not.toContain('<textarea')
    expect((await browser.get('/sections/welcome/new')).location).toMatch(/\/sections\/welcome$/)
    expect((await browser.get('/sections/news')).text).not.toContain('You cannot write')
    await sanction(member, { kind: 'Mute', reason: 'Everywhere now.' })
    expect((await browser.get('/sections/news')).text).toContain('You cannot write at the moment')
    const inFrench = browserOf(suite, member, { 'accept-language': 'fr' })
    expect((await inFrench.get('/sections/news')).text).toContain('Vous ne pouvez pas écrire pour le moment')
  })
})

describe('a member who is banned', () => {
  const signIn = (member: Member, headers: Record<string, string> = {}) =>
    new Browser(suite.url, headers).submit('/sign-in', { login: member.username, password: member.password })

  test('is told why and until when at the sign-in, and whom to write to', async () => {
    const member = await suite.member('out')
    const ban = (body: object) => suite.call('PUT', `/users/${member.id}/ban`, { as: administrator, body })
    await ban({ reason: 'Sold <accounts>.', expires_at: tomorrow() })
    const { status, text } = await signIn(member)
    expect(status).toBe(403)
    expect(text).toMatch(/This account is banned until [^:]+:\d\d[^:]*: “Sold &lt;accounts&gt;.”/)
    expect(text).toContain('write to help@community.example')
    expect((await signIn(member, { 'accept-language': 'fr' })).text).toContain('Ce compte est banni jusqu’au')
    await suite.call('DELETE', `/users/${member.id}/ban`, { as: administrator })
    await ban({ reason: 'For good.' })
    expect((await signIn(member)).text).toContain('This account is banned: “For good.”')
  })

  test('is told nothing without the password', async () => {
    const member = await suite.member('out_too')
    await suite.call('PUT', `/users/${member.id}/ban`, { as: administrator, body: { reason: 'A secret.' } })
    const { status, text } = await signIn({ ...member, password: 'a guess' })
    // What a passkey would be refused with stands ready for its script.
    const shown = text.replaceAll(/data-banned="[^"]*"/g, '')
    expect([status, text.includes('A secret.'), shown.includes('banned')]).toEqual([401, false, false])
  })
})

describe('a member whose post was hidden', () => {
  test('reads which, and why', async () => {
    const member = await suite.member('hidden')
    const { id } = await openThread(suite, administrator, { title: 'Market' })
    const post = await replyTo(suite, member, id, 'Buy gold!')
    const { revisions } = (await suite.call('GET', `/forum/posts/${post}`)).body
    const body = { last_revision_id: revisions.items[0].id, comment: 'No <trade> here.' }
    await suite.call('DELETE', `/forum/posts/${post}`, { as: administrator, body })
    const browser = browserOf(suite, member)
    const notifications = async () => (await browser.get('/notifications')).text
    await expect.poll(notifications).toMatch(/has hidden your post in\s*<bdi[^>]*>Market/)
    expect(await notifications()).toContain('“No &lt;trade&gt; here.”')
  })
})

describe('a moderator', () => {
  test('asks in the account to be told of reports, which others are not asked', async () => {
    const browser = browserOf(suite, administrator)
    expect((await browser.fill('/account', '/account/notifications', { reports: 'on' })).status).toBe(303)
    const settings = await suite.call('GET', '/notifications/settings', { as: administrator })
    expect(settings.body.reports).toBe('Live')
    const { post } = await openThread(suite, administrator)
    const member = await suite.member('reporter')
    await suite.call('POST', `/forum/posts/${post}/reports`, { as: member, body: { reason: 'Spam' } })
    await expect
      .poll(async () => (await browser.get('/notifications')).text)
      .toContain('<a href="/moderation">A report waits for a moderator')
    expect((await browserOf(suite, member).get('/account')).text).not.toContain('name="reports"')
  })
})

describe('a member who has reported', () => {
  test('reads what became of it, by its title, and is not told again', async () => {
    const [author, reporter] = [await suite.member('seller'), await suite.member('watchful')]
    const { post } = await openThread(suite, author, { title: 'Gold & more' })
    const reported = await suite.call('POST', `/forum/posts/${post}/reports`, {
      as: reporter,
      body: { reason: 'Spam', body: 'Again.' },
    })
    const browser = browserOf(suite, reporter)
    expect((await browser.get('/reports')).text).toMatch(/Pending[\s\S]*A post: <bdi[^>]*>Gold &amp; more/)
    const resolved = await suite.call('POST', `/forum/reports/${reported.body.id}/resolution`, {
      as: administrator,
      body: { status: 'Accepted', note: 'Thank you.' },
    })
    expect(resolved.status).toBe(200)
    await expect
      .poll(async () => (await browser.get('/notifications')).text)
      .toMatch(/<a href="\/reports">Your report was accepted: <bdi[^>]*>Gold &amp; more[\s\S]*“Thank you\.”/)
    const french = browserOf(suite, reporter, { 'accept-language': 'fr' })
    expect((await french.get('/notifications')).text).toMatch(
      /Votre signalement a été accepté\u00a0: <bdi[^>]*>Gold/,
    )
    const unread = async () => (await suite.call('GET', '/notifications/count', { as: reporter })).body.unread
    expect(await unread()).toBe(1)
    const { text } = await browser.get('/reports')
    expect(text).toMatch(
      /Accepted[\s\S]*A post: <bdi[^>]*>Gold[\s\S]*The moderators agreed with you[\s\S]*“Thank you\.”/,
    )
    expect(await unread()).toBe(0)
  })
})
