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
  test('resolves a rush of thirty reports, ten of one member, a page at a time', async () => {
    const { id } = await openThread(suite, ada, { title: 'A rush' })
    const posts = []
    for (let index = 0; index < 30; index++)
      posts.push(await replyTo(suite, index % 3 === 0 ? spammer : moderator, id, `Buy number ${index}`))
    for (const post of posts) await report(post)
    const browser = browserOf(suite, moderator)
    const queue = await browser.get('/moderation')
    const shown = [...queue.text.matchAll(/name="target" value="(ForumPost:[^"]+)" aria/g)].map(
      ([, one]) => one ?? '',
    )
    expect(shown).toHaveLength(25)
    const fields = new URLSearchParams(fieldsOf(queue.text, '/moderation/judgements'))
    for (const one of shown) fields.append('target', one)
    fields.set('status', 'Accepted')
    fields.set('answer', 'Thank you')
    const send = () =>
      browser.send('POST', '/moderation/judgements', fields.toString(), {
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
    await browser.fill(path, `${path}/judgement`, { status: 'Rejected', answer: 'It is allowed.' })
    expect((await browserOf(suite, ada).get('/reports')).text).toMatch(/Rejected[\s\S]*It is allowed\./)
    const late = await browser.post(`${path}/judgement`, {
      ...fieldsOf(text, `${path}/judgement`),
      status: 'Accepted',
      answer: 'Not <lost>.',
    })
    expect([late.status, late.text.includes('Somebody else has resolved')]).toEqual([409, true])
    expect(late.text).toContain('“Not &lt;lost&gt;.”')
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
    const rowOf = (text: string) => text.slice(text.indexOf(`id="${id}"`)).split('<li class="report"', 1)[0]
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
    const answer = 'x'.repeat(70_000)
    const fields = { target: `ForumPost:${post}`, answer, status: 'Accepted' }
    const page = await browser.fill('/moderation', '/moderation/judgements', fields)
    expect(page.status).toBe(422)
    expect(fieldsOf(page.text, '/moderation/judgements')).toMatchObject({ answer })
    expect(page.text).toMatch(new RegExp(`value="ForumPost:${post}" checked`))
    expect(page.text).toContain('id="answer-problem"')
    expect((await suite.call('GET', `/forum/reports/${id}`, { as: moderator })).body.status).toBe('Pending')
  })

  test('keeps the note, and is told, when nothing is selected', async () => {
    const { post } = await openThread(suite, spammer, { title: 'Left alone' })
    const id = await report(post)
    const browser = browserOf(suite, moderator)
    const fields = { answer: 'Thank you all', status: 'Accepted' }
    const page = await browser.fill('/moderation', '/moderation/judgements', fields)
    expect([page.status, page.text.includes('Nothing is selected')]).toEqual([422, true])
    expect(fieldsOf(page.text, '/moderation/judgements').answer).toBe('Thank you all')
    expect((await suite.call('GET', `/forum/reports/${id}`, { as: moderator })).body.status).toBe('Pending')
  })

  test('sees the reports of one post as one card, with its text as it was reported and as it is', async () => {
    const { id } = await openThread(suite, ada, { title: 'One card' })
    const post = await replyTo(suite, spammer, id, `Buy **gold**! ${'So much gold. '.repeat(100)}`)
    const other = await suite.member('other_reporter')
    const first = await report(post)
    const body = { reason: 'Illegal', body: 'It is <forbidden>.' }
    await suite.call('POST', `/forum/posts/${post}/reports`, { as: other, body })
    const browser = browserOf(suite, moderator)
    const cards = async () => {
      const { text } = await browser.get('/moderation')
      return text.split('<li class="report"').filter((card) => card.includes(`id="report-${first}"`))
    }
    const [card = '', ...more] = await cards()
    expect(more).toEqual([])
    expect(card).toMatch(/Spam<\/span>[\s\S]*Illegal<\/span>/)
    for (const words of [
      'Buy <strong>gold</strong>!',
      '>More</a>',
      'other_reporter',
      '“It is &lt;forbidden&gt;.”',
    ])
      expect(card).toContain(words)
    expect(card).not.toContain('As it is now')

    const source = (await suite.call('GET', `/forum/posts/${post}/source`, { as: spammer })).body
    const edit = {
      last_revision_id: source.revisions.items.at(-1).id,
      content: 'Nothing to see.',
      comment: null,
    }
    expect((await suite.call('PATCH', `/forum/posts/${post}`, { as: spammer, body: edit })).status).toBe(200)
    const [edited = ''] = await cards()
    expect(edited).toMatch(/Buy <strong>gold<\/strong>![\s\S]*As it is now[\s\S]*Nothing to see\./)

    const hide = `/posts/${post}/hide`
    await browser.fill(hide, hide, { comment: '' })
    const [hidden = ''] = await cards()
    expect(hidden).toMatch(/Buy <strong>gold<\/strong>![\s\S]*Hidden since/)
    expect(hidden).not.toContain('name="hide"')
    expect((await browser.get(`/moderation/reports/${first}`)).text).toContain('other_reporter')
  })

  test('hides, warns and accepts in one act, and goes on in the queue where they were', async () => {
    const troll = await suite.member('troll')
    const { id } = await openThread(suite, ada, { title: 'One act' })
    const posts = [await replyTo(suite, troll, id, 'Bad one.'), await replyTo(suite, troll, id, 'Bad two.')]
    const [one = '', two = ''] = [await report(posts[0] ?? ''), await report(posts[1] ?? '')]
    const browser = browserOf(suite, moderator)
    const path = `/moderation/reports/${one}/judgement`
    const acts = {
      hide: 'on',
      comment: 'Be kind.',
      sanction: 'Warning',
      status: 'Accepted',
      answer: 'Thanks.',
    }
    const refused = await browser.fill('/moderation', path, { ...acts, reason_text: ' ' })
    expect([refused.status, refused.text.includes(`id="${one}-reason_text-problem"`)]).toEqual([422, true])
    expect(fieldsOf(refused.text, path)).toMatchObject({
      hide: 'on',
      comment: 'Be kind.',
      sanction: 'Warning',
    })
    expect((await suite.call('GET', `/forum/posts/${posts[0]}`)).body.revisions.count).toBe(1)

    const done = await browser.fill('/moderation', path, { ...acts, reason_text: 'Twice is enough.' })
    expect(done.location).toMatch(new RegExp(`/moderation\\?status=Pending&section=[^#]*&at=${two}#done$`))
    const { text } = await browser.follow(done)
    expect(text).toMatch(
      new RegExp(
        `id="done"[\\s\\S]*The post is hidden\\. Its author is warned\\. 1 report was accepted\\.[\\s\\S]*id="${two}"`,
      ),
    )
    expect(text).not.toContain(`id="report-${one}"`)
    const shown = (await browserOf(suite).get(`/threads/${id}`)).text
    expect([shown.includes('Be kind.'), shown.includes('Bad one.')]).toEqual([true, false])
    expect((await suite.call('GET', '/forum/self/sanctions', { as: troll })).body.items).toMatchObject([
      { kind: 'Warning', reason: 'Twice is enough.', section: { id: (await section('welcome')).id } },
    ])
    expect((await browserOf(suite, ada).get('/reports')).text).toMatch(/Accepted[\s\S]*Thanks\./)
  })

  test('loses nothing that was written for a judgement to an ended session', async () => {
    const { post } = await openThread(suite, spammer, { title: 'Ended' })
    const id = await report(post)
    const path = `/moderation/reports/${id}/judgement`
    const browser = browserOf(suite, moderator)
    const fields = fieldsOf((await browser.get('/moderation')).text, path)
    const sent = {
      ...fields,
      'form-token': 'old',
      sanction: 'Mute',
      reason_text: 'Long thought',
      answer: 'So it is',
    }
    const held = await browser.post(path, { ...sent, status: 'Accepted' })
    expect(held.status).toBe(403)
    expect(fieldsOf(held.text, path)).toMatchObject({ reason_text: 'Long thought', answer: 'So it is' })
    expect((await suite.call('GET', `/forum/reports/${id}`, { as: moderator })).body.status).toBe('Pending')
  })

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

  test('reads in the log what was decided, why and about what, by moderator, member and section', async () => {
    const rude = await suite.member('rude')
    const { id } = await openThread(suite, ada, { title: 'Heated' })
    const post = await replyTo(suite, rude, id, 'Very rude.')
    const report_ = await report(post, 'Harassment')
    const browser = browserOf(suite, moderator)
    const acts = {
      hide: 'on',
      sanction: 'Mute',
      duration: '3d',
      reason_text: 'Three days.',
      status: 'Accepted',
    }
    await browser.fill('/moderation', `/moderation/reports/${report_}/judgement`, acts)
    const { text } = await browser.get(`/moderation/log?member=${rude.id}`)
    const main = text.slice(text.indexOf('<main'))
    expect(main).toMatch(/imposed a sanction[\s\S]*rude[\s\S]*: Mute until <time[\s\S]*“Three days\.”/)
    expect(main).toMatch(/hid a post[\s\S]*Heated/)
    expect(main).not.toContain('resolved a report')
    const all = (await browser.get('/moderation/log')).text
    expect(all).toMatch(/resolved a report: Accepted \(Harassment\)[\s\S]*Heated/)
    expect((await browser.get(`/moderation/log?actor=${moderator.id}&member=${ada.id}`)).text).toContain(
      'Nothing that matches has been logged.',
    )
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

  test('is told on every page how much waits, and others are not', async () => {
    const browser = browserOf(suite, moderator)
    const countOn = async (path: string) =>
      /href="\/moderation"[^>]*>Moderation<span class="new[^"]*">([\d,+]+)</.exec(
        (await browser.get(path)).text,
      )?.[1]
    const before = Number(await countOn('/'))
    await report((await openThread(suite, spammer)).post)
    const paths = [
      '/',
      '/account',
      '/notifications',
      '/search',
      '/archive',
      '/preferences',
      '/reports',
      '/markup',
    ]
    for (const path of [...paths, '/sections/news', '/moderation/log'])
      expect(await countOn(path), path).toBe(String(before + 1))
    const wrong = await browser.fill('/account', '/account/name', { display_name: 'x' })
    expect([wrong.status, wrong.text.includes('href="/moderation"')]).toEqual([422, true])
    for (const one of [ada, undefined])
      expect((await browserOf(suite, one).get('/sections/welcome')).text).not.toContain('href="/moderation"')
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
    const settings = { title: 'After', is_pinned: 'on', is_locked: 'on' }
    const set = await browser.follow(await browser.fill(path, path, settings))
    expect(set.text).toContain('The title is changed. The thread is pinned. The thread is locked.')
    const news = await section('news')
    const told = await browser.follow(await browser.fill(path, `/threads/${id}/move`, { section: news.id }))
    expect(told.text).toContain('The thread is moved.')
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
