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

async function report(post: string, reason = 'Spam'): Promise<string> {
  const answer = await suite.call('POST', `/forum/posts/${post}/reports`, { as: ada, body: { reason } })
  return answer.body.id
}
const section = async (key: string) => (await suite.call('GET', `/forum/sections/${key}`)).body

describe('an administrator', () => {
  test('makes a moderator of a section and takes that back', async () => {
    const browser = browserOf(suite, administrator)
    const path = '/sections/news/roles'
    const wrong = await browser.fill(path, `${path}/grant`, { username: 'nobody_here' })
    expect(wrong.text).toMatch(/<p class="problem" id="username-problem">There is no member/)
    expect((await browser.fill(path, `${path}/grant`, { username: 'Moderator ' })).status).toBe(303)
    expect((await section('news')).role_grants).toMatchObject([{ user: { id: moderator.id } }])
    expect((await browser.fill(path, `${path}/revoke`)).status).toBe(303)
    expect((await section('news')).role_grants).toEqual([])
    await browser.fill('/sections/welcome/roles', '/sections/welcome/roles/grant', { username: 'moderator' })
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
  test('resolves a rush of thirty reports, ten of one member, a page at a time', async () => {
    const { id } = await openThread(suite, ada, { title: 'A rush' })
    const posts = []
    for (let index = 0; index < 30; index++)
      posts.push(await replyTo(suite, index % 3 === 0 ? spammer : moderator, id, `Buy number ${index}`))
    for (const post of posts) await report(post)
    const browser = browserOf(suite, moderator)
    const queue = await browser.get('/moderation')
    const shown = [...queue.text.matchAll(/name="report" value="([^"]+)"/g)].map(([, one]) => one ?? '')
    expect(shown).toHaveLength(25)
    const fields = new URLSearchParams(fieldsOf(queue.text, '/moderation/resolutions'))
    fields.delete('report')
    for (const one of shown) fields.append('report', one)
    fields.set('status', 'Accepted')
    fields.set('note', 'Thank you')
    const send = () =>
      browser.send('POST', '/moderation/resolutions', fields.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        origin: suite.url,
      })
    const done = await browser.follow(await send())
    expect(done.text).toContain('25 reports were resolved.')
    expect((await browser.follow(await send())).text).toContain('25 could not be')
    const left = await suite.call(
      'GET',
      `/forum/reports?status=Pending&section=${(await section('welcome')).id}`,
      { as: moderator },
    )
    expect(left.body.count).toBe(5)
  })

  test('sees a report beside its content and its author’s history, takes it on, notes and resolves it', async () => {
    const { post } = await openThread(suite, spammer, { title: 'Bad thing', body: 'Very **bad**.' })
    const id = await report(post, 'Illegal')
    const path = `/moderation/reports/${id}`
    const browser = browserOf(suite, moderator)
    const { text } = await browser.get(path)
    for (const words of ['Illegal', 'Very <strong>bad</strong>.', 'Reports accepted', 'Nobody yet.'])
      expect(text).toContain(words)
    await browser.fill(path, `${path}/assignment`)
    await browser.fill(path, `${path}/notes`, { note: 'Seen <before>' })
    const empty = await browser.fill(path, `${path}/notes`, { note: '' })
    expect(empty.text).toContain('id="note-problem"')
    expect((await browser.get(path)).text).toContain('Seen &lt;before&gt;')
    expect(
      (await suite.call('GET', `/forum/reports/${id}/assignment`, { as: moderator })).body.assignee.id,
    ).toBe(moderator.id)
    await browser.fill(path, `${path}/resolution`, { status: 'Rejected', comment: 'It is allowed.' })
    expect((await browserOf(suite, ada).get('/reports')).text).toMatch(/Rejected[\s\S]*It is allowed\./)
    const late = await browser.post(`${path}/resolution`, {
      ...fieldsOf(text, `${path}/resolution`),
      status: 'Accepted',
    })
    expect([late.status, late.text.includes('Somebody else has resolved')]).toEqual([409, true])
  })

  test('sees in the queue who works on each report and its newest note, and takes one there', async () => {
    const { post } = await openThread(suite, spammer, { title: 'Worked on' })
    const id = await report(post)
    const path = `/moderation/reports/${id}`
    const browser = browserOf(suite, moderator)
    const form = fieldsOf((await browser.get(path)).text, `${path}/notes`)
    await browser.fill(path, `${path}/notes`, { note: 'An older note' })
    // A double click.
    const noted = { ...form, note: 'Asked <them> first' }
    const sent = await Promise.all([1, 2, 3].map(() => browser.post(`${path}/notes`, noted)))
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303])
    const rowOf = (text: string) => text.slice(text.indexOf(`id="${id}"`)).split('</li>', 1)[0]
    const queue = (await browser.get('/moderation')).text
    expect(rowOf(queue)).toMatch(/2 notes[\s\S]*Asked &lt;them&gt; first/)
    expect(rowOf(queue)).not.toContain('An older note')
    const token = { 'form-token': form['form-token'] ?? '', back: '/moderation?status=Pending', to: 'me' }
    const taken = await browser.post(`${path}/assignment`, token)
    expect(taken.location).toBe(`${suite.url}/moderation?status=Pending#${id}`)
    expect(rowOf((await browser.follow(taken)).text)).toContain('taken by <bdi>moderator</bdi>')
  })

  test('sees every note on a report, however many there are', async () => {
    const { post } = await openThread(suite, spammer, { title: 'Much discussed' })
    const id = await report(post)
    for (let n = 1; n <= 101; n++) {
      const body = { body: `Note ${n}.` }
      expect((await suite.call('POST', `/forum/reports/${id}/notes`, { as: moderator, body })).status).toBe(
        200,
      )
    }
    const { text } = await browserOf(suite, moderator).get(`/moderation/reports/${id}`)
    expect(text).toContain('Note 101.')
  })

  test('keeps the selection and the note when resolving many is refused', async () => {
    const { post } = await openThread(suite, spammer, { title: 'Kept' })
    const id = await report(post)
    const browser = browserOf(suite, moderator)
    const note = 'x'.repeat(70_000)
    const fields = { report: id, note, status: 'Accepted' }
    const page = await browser.fill('/moderation', '/moderation/resolutions', fields)
    expect(page.status).toBe(422)
    expect(fieldsOf(page.text, '/moderation/resolutions')).toMatchObject({ report: id, note })
    expect(page.text).toContain('id="note-problem"')
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

  test('pins, locks, renames, moves, deletes and restores a thread, all of it logged', async () => {
    const { id } = await openThread(suite, ada, { title: 'Before' })
    const browser = browserOf(suite, administrator)
    const path = `/threads/${id}/moderate`
    expect((await browser.fill(path, path, { title: 'x' })).text).toContain('id="title-problem"')
    await browser.fill(path, path, { title: 'After', is_pinned: 'on', is_locked: 'on' })
    const news = await section('news')
    await browser.fill(path, `/threads/${id}/move`, { section: news.id })
    const moved = (await suite.call('GET', `/forum/threads/${id}`)).body
    expect(moved).toMatchObject({
      title: 'After',
      is_pinned: true,
      is_locked: true,
      section: { key: 'news' },
    })
    expect((await browserOf(suite, ada).get(`/threads/${id}`)).text).toContain('This thread is locked.')
    await browser.fill(path, `/threads/${id}/delete`, { comment: 'Twice the same' })
    expect((await browserOf(suite).get(`/threads/${id}`)).status).toBe(404)
    await browser.fill(path, `/threads/${id}/restore`)
    expect((await browserOf(suite).get(`/threads/${id}`)).status).toBe(200)
    const { text } = await browser.get('/moderation/log')
    for (const words of ['pinned', 'locked', 'renamed', 'moved', 'deleted', 'restored', 'Twice the same'])
      expect(text).toContain(words)
  })

  test('saves what they changed of a thread, and keeps what another has changed meanwhile', async () => {
    const { id } = await openThread(suite, ada, { title: 'Teh rules' })
    const path = `/threads/${id}/moderate`
    const browser = browserOf(suite, moderator)
    const seen = fieldsOf((await browser.get(path)).text, path)
    await browserOf(suite, administrator).fill(path, path, { is_locked: 'on', is_pinned: 'on' })
    const thread = async () => (await suite.call('GET', `/forum/threads/${id}`)).body
    const locked = { is_locked: true, is_pinned: true }

    expect((await browser.post(path, seen)).status).toBe(303)
    expect(await thread()).toMatchObject({ title: 'Teh rules', ...locked })
    const wrong = await browser.post(path, { ...seen, title: 'x' })
    expect([wrong.status, wrong.text.includes('id="title-problem"')]).toEqual([422, true])
    const again = fieldsOf(wrong.text, path)
    expect(again).toEqual({ ...seen, title: 'x', 'form-token': expect.any(String) })
    expect((await browser.post(path, { ...again, title: 'The rules' })).status).toBe(303)
    expect(await thread()).toMatchObject({ title: 'The rules', ...locked })

    const { is_pinned: _pinned, ...unpinned } = fieldsOf((await browser.get(path)).text, path)
    await browser.post(path, unpinned)
    expect(await thread()).toMatchObject({ title: 'The rules', is_locked: true, is_pinned: false })
  })

  test('keeps the boxes as they were set when a title is refused', async () => {
    const { id } = await openThread(suite, ada, { title: 'A good title' })
    const path = `/threads/${id}/moderate`
    const browser = browserOf(suite, moderator)
    const wrong = await browser.fill(path, path, { title: 'x', is_pinned: 'on' })
    expect(fieldsOf(wrong.text, path)).toMatchObject({ title: 'x', is_pinned: 'on' })
    await browser.post(path, { ...fieldsOf(wrong.text, path), title: 'A better title' })
    expect((await suite.call('GET', `/forum/threads/${id}`)).body).toMatchObject({
      title: 'A better title',
      is_pinned: true,
    })
  })

  test('hides a post and brings it back', async () => {
    const { id } = await openThread(suite, ada)
    const post = await replyTo(suite, spammer, id, 'Very **rude**.')
    const browser = browserOf(suite, moderator)
    const path = `/posts/${post}/hide`
    await browser.fill(path, path, { comment: 'Be kind.' })
    const hidden = (await browserOf(suite).get(`/threads/${id}`)).text
    expect(hidden).toContain('Be kind.')
    expect(hidden).not.toContain('rude')
    expect((await browser.get(path)).text).toContain('rude')
    await browser.fill(path, `/posts/${post}/unhide`)
    expect((await browserOf(suite).get(`/threads/${id}`)).text).toContain('Very <strong>rude</strong>.')
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
