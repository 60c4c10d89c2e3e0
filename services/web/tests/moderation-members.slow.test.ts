import { fieldsOf } from '@agora/testing/page-browser'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, openThread, replyTo, startPages } from './support.ts'

let suite: Suite
let administrator: Member
let moderator: Member
let ada: Member
let spammer: Member
beforeAll(async () => {
  suite = await startPages()
  administrator = await suite.administrator()
  moderator = await suite.member('moderator')
  ada = await suite.member('ada')
  spammer = await suite.member('spammer')
})
afterAll(() => suite?.close())

const section = async (key: string) => (await suite.call('GET', `/forum/sections/${key}`)).body

describe('an administrator', () => {
  test('makes a moderator of a section and takes that back', async () => {
    const browser = browserOf(suite, administrator)
    const path = '/sections/news/roles'
    const wrong = await browser.fill(path, `${path}/grant`, { name: 'nobody here' })
    expect(wrong.text).toMatch(/<p class="problem" id="name-problem">There is no member/)
    expect((await browser.fill(path, `${path}/grant`, { name: 'Moderator ' })).status).toBe(303)
    expect((await section('news')).role_grants).toMatchObject([{ user: { id: moderator.id } }])
    expect((await browser.fill(path, `${path}/revoke`)).status).toBe(303)
    expect((await section('news')).role_grants).toEqual([])
    await browser.fill('/sections/welcome/roles', '/sections/welcome/roles/grant', { name: 'moderator' })
  })

  test('chooses among members of one name by their marks', async () => {
    const [one, two] = await Promise.all([
      suite.member('twin_1', { displayName: 'Twin Peaks' }),
      suite.member('twin_2', { displayName: 'Twin Peaks' }),
    ])
    const browser = browserOf(suite, administrator)
    const path = '/sections/off_topic/roles'
    const asked = await browser.fill(path, `${path}/grant`, { name: 'twin peaks' })
    expect([asked.status, (await section('off_topic')).role_grants]).toEqual([409, []])
    for (const { id } of [one, two])
      expect(asked.text).toContain(`Twin Peaks</bdi><span class="mark">#${id.slice(-5)}`)
    await browser.post(`${path}/grant`, { ...fieldsOf(asked.text, `${path}/grant`), member: two.id })
    expect((await section('off_topic')).role_grants).toMatchObject([{ user: { id: two.id } }])
    const { text } = await browser.get(`/members/${two.id}`)
    expect(text).toMatch(new RegExp(`Twin Peaks</bdi><span class="mark">#${two.id.slice(-5)}</span></h1>`))
    await expect
      .poll(async () => (await browserOf(suite).get(`/members/${two.id}`)).text)
      .toMatch(/Moderator: <bdi>Off topic/)
    await browser.fill(path, `${path}/revoke`)
  })

  test('sees who moderates the whole forum, and revokes that', async () => {
    const global = await suite.member('of_all', { displayName: 'Of All' })
    const browser = browserOf(suite, administrator)
    const path = '/administration/roles'
    await browser.fill(path, path, { name: 'Of All', role: 'GlobalModerator' })
    const { id } = await openThread(suite, global, { title: 'By a moderator' })
    const badge = async (who?: Member) =>
      (await browserOf(suite, who).get(`/threads/${id}`)).text.includes(
        '<span class="badge">Global moderator</span>',
      )
    await expect.poll(() => badge()).toBe(true)
    const role = { member: global.id, role: 'GlobalModerator', section: '' }
    await browser.fill(path, `${path}/revoke`, role)
    await expect.poll(() => badge(ada)).toBe(false)
    expect((await browser.get(path)).text).not.toContain('Of All')
  })

  test('bans, sees the ban, and lifts it', async () => {
    const mallory = await suite.member('mallory')
    const browser = browserOf(suite, administrator)
    const path = `/members/${mallory.id}/ban`
    const blank = await browser.fill(path, path, { reason_text: '', duration: '1w' })
    expect(blank.text).toContain('id="reason_text-problem"')
    expect((await browser.fill(path, path, { reason_text: 'Threats', duration: '1w' })).status).toBe(303)
    expect((await browser.get('/moderation/bans')).text).toMatch(/mallory[\s\S]*Threats/)
    expect((await suite.call('GET', '/auth/self', { as: mallory })).body.type).toBe('Guest')
    expect((await browser.fill('/moderation/bans', `/members/${mallory.id}/unban`)).status).toBe(303)
    expect(
      (await suite.call('PUT', '/auth/self', { body: { login: 'mallory', password: mallory.password } }))
        .status,
    ).toBe(200)
  })
})

describe('a moderator', () => {
  test('cleans up a spammer with two clicks and a reason, and undoes it', async () => {
    const flooder = await suite.member('flooder')
    const { id } = await openThread(suite, ada, { title: 'Flooded' })
    const own = await openThread(suite, flooder, { title: 'Gold shop' })
    const post = await replyTo(suite, flooder, id, 'Cheap gold!')
    const browser = browserOf(suite, moderator)
    const path = `/members/${flooder.id}/cleanup`
    for (const from of [`/threads/${id}`, `/members/${flooder.id}`])
      expect((await browser.get(from)).text, from).toContain(`href="${path}"`)
    const blank = await browser.fill(path, path, { reason_text: '' })
    expect([blank.status, blank.text.includes('id="reason_text-problem"')]).toEqual([422, true])
    expect((await browser.fill(path, path, { reason_text: 'Gold <sellers>' })).location).toBe(
      `${suite.url}${path}`,
    )
    await expect
      .poll(async () => (await browser.get(path)).text, { timeout: 20_000 })
      .toMatch(/All done\.[\s\S]*2 posts are hidden, 1 thread is deleted by it\./)
    const guest = browserOf(suite)
    expect((await guest.get(`/threads/${own.id}`)).status).toBe(404)
    expect((await guest.get(`/threads/${id}`)).text).toContain('Gold &lt;sellers&gt;')
    await browser.fill(path, `${path}/undo`)
    await expect
      .poll(async () => (await guest.get(`/threads/${own.id}`)).status, { timeout: 20_000 })
      .toBe(200)
    await expect.poll(async () => (await guest.get(`/posts/${post}/whole`)).text).toContain('Cheap gold!')
    expect((await browserOf(suite, ada).get(path)).status).toBe(403)
  })

  test('mutes for a chosen duration, once however often it is sent, and lifts it', async () => {
    const path = `/members/${spammer.id}/sanction`
    const browser = browserOf(suite, moderator)
    const form = fieldsOf((await browser.get(path)).text, path)
    const sanction = { ...form, kind: 'Mute', duration: '3d', reason_text: 'Enough', internal_note: '' }
    const sent = await Promise.all([1, 2, 3].map(() => browser.post(path, sanction)))
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303])
    const listed = await suite.call('GET', `/forum/sanctions?user=${spammer.id}`, { as: spammer })
    expect(listed.body.count).toBe(1)
    const [mute] = listed.body.items
    expect(Date.parse(mute.expires_at) - Number(form.from)).toBe(3 * 86_400_000)
    const again = await browser.fill(path, path, {
      kind: 'Mute',
      reason_text: 'More',
      section: form.section ?? '',
    })
    expect([again.status, again.text.includes('is already muted there')]).toEqual([409, true])
    expect((await browser.get('/moderation/sanctions?active=true')).text).toContain('Enough')
    expect(
      (await browser.fill(`/members/${spammer.id}`, `/moderation/sanctions/${mute.id}/lift`)).status,
    ).toBe(303)
  })

  test('of the whole forum finds in the log what was done anywhere', async () => {
    const everywhere = await suite.member('everywhere')
    const grant = { user: { type: 'User', id: everywhere.id }, role: 'GlobalModerator' }
    await suite.call('POST', '/forum/role_grants', { as: administrator, body: grant })
    const { id } = await openThread(suite, ada, { section: 'news', title: 'Pinned somewhere' })
    await suite.call('PATCH', `/forum/threads/${id}`, { as: administrator, body: { is_pinned: true } })
    const { text } = await browserOf(suite, everywhere).get('/moderation/log')
    expect(text).toMatch(/pinned a thread[\s\S]*Pinned somewhere/)
    expect(text).not.toContain('(Global moderator)')
  })
})

test('a moderator of one section sees only that section', async () => {
  const browser = browserOf(suite, moderator)
  const { text } = await browser.get('/moderation')
  expect(text).toContain('>Welcome</option>')
  expect(text).not.toContain('All sections')
  expect((await browser.get('/moderation/log')).status).toBe(200)
  expect((await browser.get(`/moderation?section=${(await section('news')).id}`)).status).toBe(403)
  expect(
    (await browser.get(`/threads/${(await openThread(suite, ada, { section: 'news' })).id}/moderate`)).status,
  ).toBe(403)
})
