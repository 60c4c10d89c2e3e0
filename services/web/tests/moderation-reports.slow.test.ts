import { fieldsOf } from '@agora/testing/page-browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf, type ModeratedSite, moderatedSite, replyTo } from './support.ts'

const KEY = 'reported'
let { suite, moderator, ada, spammer, open, section } = {} as ModeratedSite
beforeAll(async () => {
  ;({ suite, moderator, ada, spammer, open, section } = await moderatedSite(KEY))
})
afterAll(() => suite?.close())

async function report(post: string, reason = 'Spam'): Promise<string> {
  const answer = await suite.call('POST', `/forum/posts/${post}/reports`, { as: ada, body: { reason } })
  return answer.body.id
}

describe('a moderator', () => {
  test('resolves a rush of thirty reports, ten of one member, a page at a time', async () => {
    const { id } = await open(ada, { title: 'A rush' })
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
    const left = await suite.call('GET', `/forum/reports?status=Pending&section=${(await section(KEY)).id}`, {
      as: moderator,
    })
    expect(left.body.count).toBe(5)
  })

  test('sees a report beside its content and its author’s history, takes it on, notes and resolves it', async () => {
    const { post } = await open(spammer, { title: 'Bad thing', body: 'Very **bad**.' })
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
    const { post } = await open(spammer, { title: 'Worked on' })
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
    expect(rowOf((await browser.follow(taken)).text)).toContain('taken by <bdi>Moderator of reported</bdi>')
  })

  test('sees every note on a report, however many there are', async () => {
    const { post } = await open(spammer, { title: 'Much discussed' })
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
    const { post } = await open(spammer, { title: 'Kept' })
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
    const { post } = await open(spammer, { title: 'Left alone' })
    const id = await report(post)
    const browser = browserOf(suite, moderator)
    const fields = { answer: 'Thank you all', status: 'Accepted' }
    const page = await browser.fill('/moderation', '/moderation/judgements', fields)
    expect([page.status, page.text.includes('Nothing is selected')]).toEqual([422, true])
    expect(fieldsOf(page.text, '/moderation/judgements').answer).toBe('Thank you all')
    expect((await suite.call('GET', `/forum/reports/${id}`, { as: moderator })).body.status).toBe('Pending')
  })

  test('sees the reports of one post as one card, with its text as it was reported and as it is', async () => {
    const { id } = await open(ada, { title: 'One card' })
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
    const { id } = await open(ada, { title: 'One act' })
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
      { kind: 'Warning', reason: 'Twice is enough.', section: { id: (await section(KEY)).id } },
    ])
    expect((await browserOf(suite, ada).get('/reports')).text).toMatch(/Accepted[\s\S]*Thanks\./)
  })

  test('loses nothing that was written for a judgement to an ended session', async () => {
    const { post } = await open(spammer, { title: 'Ended' })
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

  test('reads in the log what was decided, why and about what, by moderator, member and section', async () => {
    const rude = await suite.member('rude')
    const { id } = await open(ada, { title: 'Heated' })
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

  test('is told on every page how much waits, and others are not', async () => {
    const browser = browserOf(suite, moderator)
    const countOn = async (path: string) =>
      /href="\/moderation"[^>]*>Moderation<span class="new[^"]*">([\d,+]+)</.exec(
        (await browser.get(path)).text,
      )?.[1]
    const before = Number(await countOn('/'))
    await report((await open(spammer)).post)
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
})
