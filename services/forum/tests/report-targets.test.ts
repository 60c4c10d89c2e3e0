import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, newUser, ok, refused, type User, underToken } from './helpers/forum.ts'
import { expectTallies, sectionRef, short, timestamp, unknown, userRef, uuid } from './helpers/moderation.ts'

let forum: Forum
let section: { id: string }
let elsewhere: { id: string }
let moderator: User
const author = newUser('Author')
const member = newUser('Member')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  elsewhere = await forum.section()
  moderator = await forum.moderator(section)
  await forum.meet(administrator, author, member)
})
afterAll(async () => {
  await expectTallies(forum)
  await forum.close()
})

const cannotRead = 'current actor does not have the permission to read this report queue'
const cannotResolve = 'current actor does not have the permission to resolve this report'

const report = async (path: string, reason = 'Spam') =>
  ok(await forum.post(`${path}/reports`, newUser('Reporter'), { reason })).id as string
const targetsIn = async (place: { id: string }, who: User = administrator) =>
  ok(await forum.get(`/report-targets?section=${place.id}`, who))
const pendingIn = async (place: { id: string }) =>
  ok(await forum.get(`/report-targets/count?section=${place.id}`, administrator)).pending as number
const postOf = (id: string) => ({ type: 'ForumPost', id })
const threadOf = (id: string) => ({ type: 'ForumThread', id })
const judge = (who: User, target: object, more: object = {}) =>
  forum.post('/report-targets/judgements', who, { target, status: 'Accepted', ...more })

describe('what was reported', () => {
  it('is listed once for each post or thread, the oldest report first', async () => {
    const place = await forum.section()
    const first = await forum.thread(place, author, 'First')
    const second = await forum.thread(place, author, 'Second')
    const [post] = first.posts.items
    await report(`/posts/${post.id}`)
    await report(`/threads/${second.id}`)
    await report(`/posts/${post.id}`, 'Illegal')
    await report(`/posts/${post.id}`)
    await report(`/threads/${first.id}`, 'OffTopic')
    const { items, ...page } = await targetsIn(place)
    expect(page).toEqual({ offset: 0, limit: 20, count: 3 })
    expect(items).toEqual([
      {
        target: postOf(post.id),
        reports: { count: 3 },
        reasons: { Spam: 2, Illegal: 1 },
        first_at: expect.stringMatching(timestamp),
        last_at: expect.stringMatching(timestamp),
        context: {
          type: 'ForumReportContext',
          thread: threadOf(first.id),
          thread_title: 'First',
          section: sectionRef(place),
          author: short(author),
          html: 'First post.',
          current_html: 'First post.',
        },
      },
      expect.objectContaining({ target: threadOf(second.id), reports: { count: 1 }, reasons: { Spam: 1 } }),
      expect.objectContaining({ target: threadOf(first.id), reasons: { OffTopic: 1 } }),
    ])
    expect(items[0].first_at <= items[0].last_at).toBe(true)
    const onePage = ok(await forum.get(`/report-targets?section=${place.id}&offset=1&limit=1`, administrator))
    expect(onePage.items.map((item: { target: object }) => item.target)).toEqual([threadOf(second.id)])
    expect(await pendingIn(place)).toBe(3)
  })

  it('keeps the text that was first reported, whatever was edited or hidden since', async () => {
    const place = await forum.section()
    const thread = await forum.thread(place, author, 'Edited', 'Buy gold here!')
    const [post] = thread.posts.items
    await report(`/posts/${post.id}`)
    await report(`/threads/${thread.id}`)
    const edit = { last_revision_id: post.revisions.last.id, content: 'A kind word.', comment: null }
    const edited = ok(await forum.patch(`/posts/${post.id}`, author, edit))
    await report(`/posts/${post.id}`)
    const texts = async () =>
      (await targetsIn(place)).items.map(
        ({ context }: { context: { html: string; current_html: string | null } }) => [
          context.html,
          context.current_html,
        ],
      )
    const reported = 'Buy gold here!'
    expect(await texts()).toEqual(Array(2).fill([reported, 'A kind word.']))
    const last = edited.revisions.items.at(-1).id
    ok(await forum.delete(`/posts/${post.id}`, administrator, { last_revision_id: last }))
    expect(await texts()).toEqual(Array(2).fill([reported, null]))
    ok(await forum.delete(`/threads/${thread.id}`, administrator))
    expect(await texts()).toEqual(Array(2).fill([reported, null]))
  })

  it('keeps the title under which it was first reported, until its reports are judged', async () => {
    const place = await forum.section()
    const thread = await forum.thread(place, author, 'Cheap gold', 'Buy here!')
    const [post] = thread.posts.items
    const targets = [`/threads/${thread.id}`, `/posts/${post.id}`]
    const titles = async () =>
      (await targetsIn(place)).items.map(
        ({ context }: { context: { thread_title: string } }) => context.thread_title,
      )
    const ids = [await report(targets[0]!), await report(targets[1]!)]
    ok(await forum.patch(`/threads/${thread.id}`, administrator, { title: 'A kind word' }))
    for (const target of targets) await report(target, 'Illegal')
    expect(await titles()).toEqual(['Cheap gold', 'Cheap gold'])
    // What the contract has says what is there now.
    for (const id of ids)
      expect(ok(await forum.get(`/reports/${id}`, administrator)).context.thread_title).toBe('A kind word')
    for (const target of [threadOf(thread.id), postOf(post.id)]) ok(await judge(administrator, target))
    for (const target of targets) await report(target)
    expect(await titles()).toEqual(['A kind word', 'A kind word'])
  })

  it('is shown to whoever may see the queue, and counted for them', async () => {
    for (const path of ['/report-targets', '/report-targets/count']) {
      for (const who of [member, author, underToken(administrator, 'base', 'forum:read', 'forum:write')])
        refused(await forum.get(path, who), 403, cannotRead)
      refused(await forum.get(path, moderator), 403, cannotRead)
      refused(await forum.get(`${path}?section=${elsewhere.id}`, moderator), 403, cannotRead)
      refused(await forum.get(`${path}?section=${unknown}`, administrator), 404, 'section not found')
      ok(await forum.get(`${path}?section=${section.id}`, moderator))
      ok(await forum.get(path, administrator))
    }
    expect((await forum.get('/report-targets?status=Accepted', administrator)).status).toBe(400)
  })

  it('is listed with its oldest reports and what was done about each, for who asks for them', async () => {
    const place = await forum.section()
    const thread = await forum.thread(place, author, 'Crowded')
    const [post] = thread.posts.items
    const ids: string[] = []
    for (let n = 0; n < 11; n++) ids.push(await report(`/posts/${post.id}`, n === 0 ? 'Illegal' : 'Spam'))
    const other = await report(`/threads/${thread.id}`)
    const assignee = { type: 'User', id: administrator.id }
    ok(await forum.put(`/reports/${ids[0]}/assignment`, administrator, { assignee }))
    const query = `section=${place.id}&include=reports`
    const { items } = ok(await forum.get(`/report-targets?${query}`, administrator))
    const [first, second] = items
    expect(first.reports.count).toBe(11)
    expect(first.reports.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 10))
    const { context: _, ...bare } = ok(await forum.get(`/reports/${ids[0]}`, administrator))
    expect(first.reports.items[0]).toEqual({
      ...bare,
      work: {
        assignment: expect.objectContaining({ assignee: short(administrator) }),
        notes: { count: 0, last: null },
      },
    })
    expect(second.reports).toEqual({ count: 1, items: [expect.objectContaining({ id: other })] })
    const one = ok(await forum.get(`/report-targets?${query}&target=${thread.id}`, administrator))
    expect([one.count, one.items]).toEqual([1, [second]])
    expect(ok(await forum.get(`/report-targets?target=${unknown}`, administrator)).items).toEqual([])
    expect((await forum.get('/report-targets?include=all', administrator)).status).toBe(400)
  })

  it('is counted with the notifications of who may judge it, where they may', async () => {
    const [here, there] = [await forum.section(), await forum.section()]
    const judge = await forum.moderator(here)
    await report(`/threads/${(await forum.thread(here, author)).id}`)
    await report(`/threads/${(await forum.thread(there, author)).id}`)
    const count = (who: User) => forum.get('/notifications/count?include=reports', who)
    const told = { unread: expect.any(Number), reads_closed: false, reports: { pending: 1 } }
    expect(ok(await count(judge))).toEqual(told)
    const grant = { user: userRef(judge), role: 'Moderator', section: { type: 'ForumSection', id: there.id } }
    ok(await forum.post('/role_grants', administrator, grant))
    expect(ok(await count(judge)).reports).toEqual({ pending: 2 })
    const ofAll = ok(await forum.get('/report-targets/count', administrator)).pending
    expect(ok(await count(administrator)).reports).toEqual({ pending: ofAll })
    for (const who of [member, underToken(judge, 'base', 'forum:read')])
      expect(Object.keys(ok(await count(who)))).toEqual(['unread', 'reads_closed'])
    expect(Object.keys(ok(await forum.get('/notifications/count', judge)))).toEqual(['unread'])
  })

  it('moves with its thread, and is not shown once it is gone', async () => {
    const [from, to] = [await forum.section(), await forum.section()]
    const thread = await forum.thread(from, author)
    await report(`/threads/${thread.id}`)
    ok(await forum.post(`/threads/${thread.id}/section`, administrator, { section: sectionRef(to) }))
    expect([await pendingIn(from), await pendingIn(to)]).toEqual([0, 1])
  })
})

describe('a judgement', () => {
  it('resolves every report on the post, hides it and warns its author', async () => {
    const place = await forum.section()
    const thread = await forum.thread(place, author)
    const reply = await forum.reply(thread, author, 'Buy gold!')
    const reports = [await report(`/posts/${reply.id}`), await report(`/posts/${reply.id}`, 'Other')]
    const ofThread = await report(`/threads/${thread.id}`)
    const answer = ok(
      await judge(administrator, postOf(reply.id), {
        note: 'Thank you.',
        hide: { comment: 'Advertisement' },
        sanction: {
          kind: 'Warning',
          reason: 'No trade.',
          internal_note: 'First.',
          section: sectionRef(place),
        },
      }),
    )
    expect(answer).toEqual({
      reports,
      post: expect.objectContaining({ type: 'ForumPost', id: reply.id }),
      sanction: expect.objectContaining({
        type: 'ForumSanction',
        id: expect.stringMatching(uuid),
        user: short(author),
        section: sectionRef(place),
        kind: 'Warning',
        internal_note: 'First.',
      }),
    })
    expect(answer.post.revisions.items.at(-1)).toMatchObject({
      content: null,
      moderation: 'Advertisement',
    })
    for (const id of reports)
      expect(ok(await forum.get(`/reports/${id}`, administrator))).toMatchObject({
        status: 'Accepted',
        resolution_note: 'Thank you.',
        resolved_by: short(administrator),
      })
    expect(ok(await forum.get(`/reports/${ofThread}`, administrator)).status).toBe('Pending')
    const log = ok(await forum.get(`/moderation_log?section=${place.id}`, administrator)).items
    const actions = log.map(({ action }: { action: string }) => action)
    expect(actions.sort()).toEqual(['CreateSanction', 'DeletePost', 'ResolveReport', 'ResolveReport'])
    refused(await judge(administrator, postOf(reply.id)), 409, 'report is already resolved')
  })

  it('deletes a thread, or leaves everything as it is', async () => {
    const thread = await forum.thread(section, author)
    await report(`/threads/${thread.id}`)
    await report(`/posts/${thread.posts.items[0].id}`)
    expect(ok(await judge(moderator, threadOf(thread.id), { hide: {} }))).toMatchObject({
      post: null,
      sanction: null,
    })
    expect((await forum.get(`/threads/${thread.id}`, member)).status).toBe(404)
    const rejected = { status: 'Rejected', hide: null, sanction: null, note: null }
    const other = await forum.thread(section, author)
    const id = await report(`/threads/${other.id}`)
    expect(ok(await judge(moderator, threadOf(other.id), rejected))).toEqual({
      reports: [id],
      post: null,
      sanction: null,
    })
    ok(await forum.get(`/threads/${other.id}`, member))
  })

  it('is all or nothing: each part needs its own right, and a part that is refused undoes the others', async () => {
    const muted = newUser('Muted already')
    await forum.meet(muted)
    const thread = await forum.thread(section, muted)
    const [post] = thread.posts.items
    const id = await report(`/posts/${post.id}`)
    const mute = { kind: 'Mute', reason: 'Spam', internal_note: '' }
    ok(await forum.post('/sanctions', administrator, { user: userRef(muted), ...mute }))
    const refusals: [object, number, string][] = [
      [{ section: sectionRef(section), ...mute }, 409, 'a live mute already covers this scope'],
      [mute, 403, 'current actor does not have the permission to sanction this user'],
      [
        { ...mute, section: sectionRef(elsewhere) },
        403,
        'current actor does not have the permission to sanction this user',
      ],
      [{ ...mute, section: sectionRef({ id: unknown }) }, 404, 'section not found'],
      [{ ...mute, kind: 'Warning', expires_at: '2099-01-01T00:00:00.000Z' }, 400, 'a warning cannot expire'],
      [{ ...mute, expires_at: '2020-01-01T00:00:00.000Z' }, 422, 'invalid `expires_at`: lies in the past'],
    ]
    for (const [sanction, status] of refusals) {
      const answer = await judge(moderator, postOf(post.id), { hide: {}, sanction })
      expect([answer.status, answer.body], JSON.stringify(sanction)).toEqual([
        status,
        { error: expect.any(String) },
      ])
    }
    expect(ok(await forum.get(`/reports/${id}`, administrator)).status).toBe('Pending')
    expect(ok(await forum.get(`/posts/${post.id}`, member)).revisions.items).toHaveLength(1)
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    refused(
      await judge(moderator, postOf(post.id), { hide: {} }),
      403,
      'current actor does not have the permission to hide this post',
    )
    ok(await judge(moderator, postOf(post.id)))
  })

  it('is for moderators of its section, and learns others nothing', async () => {
    const thread = await forum.thread(elsewhere, author)
    await report(`/threads/${thread.id}`)
    for (const who of [member, underToken(administrator, 'base', 'forum:write')])
      for (const id of [thread.id, unknown]) refused(await judge(who, threadOf(id)), 403, cannotResolve)
    refused(await judge(moderator, threadOf(thread.id)), 403, cannotResolve)
    const notFound = 'reported post or thread not found'
    refused(await judge(moderator, threadOf(unknown)), 404, notFound)
    refused(await judge(moderator, postOf(thread.id)), 404, notFound)
    for (const body of [
      { status: 'Pending' },
      { target: { type: 'User', id: unknown } },
      { target: { type: 'ForumPost', id: 'x' } },
      { hide: { comment: 1 } },
      { sanction: {} },
    ])
      expect((await judge(moderator, threadOf(thread.id), body)).status).toBe(422)
  })

  it('is passed once, whoever judges and reports at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const thread = await forum.thread(section, newUser('Spammer'))
      const [post] = thread.posts.items
      await report(`/posts/${post.id}`)
      const warning = { kind: 'Warning', reason: 'Spam', internal_note: '' }
      const act = { hide: {}, sanction: { ...warning, section: sectionRef(section) } }
      const [judgements] = await Promise.all([
        Promise.all([moderator, administrator, moderator].map((who) => judge(who, postOf(post.id), act))),
        forum.post(`/posts/${post.id}/reports`, member, { reason: 'Spam' }),
        forum.patch(`/threads/${thread.id}`, moderator, { is_locked: true }),
      ])
      const passed = judgements.filter(({ status }) => status === 200)
      expect(passed.length).toBeGreaterThan(0)
      expect(judgements.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      const sanctions = await forum.rows(
        'SELECT FROM sanction WHERE user_id = (SELECT author_id FROM post WHERE id = $1)',
        [post.id],
      )
      expect(sanctions).toHaveLength(passed.length)
      const resolved = passed.flatMap(({ body }) => body.reports)
      expect(new Set(resolved).size).toBe(resolved.length)
    }
  })
})
