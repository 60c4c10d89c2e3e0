import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  refused,
  type User,
  underToken,
  unresolvable,
  type Who,
} from './helpers/forum.ts'
import {
  expectTallies,
  reportThread,
  sanction,
  sectionRef,
  short,
  timestamp,
  unknown,
  uuid,
} from './helpers/moderation.ts'

let forum: Forum
let section: { id: string; key: string }
let moderator: User
let globalModerator: User
const author = newUser('Author')
const reporter = newUser('Reporter')
beforeAll(async () => {
  forum = await Forum.start()
  section = await forum.section()
  moderator = await forum.moderator(section)
  globalModerator = await forum.globalModerator()
})
afterAll(async () => {
  await expectTallies(forum)
  await forum.close()
})

const cannotReport = 'current actor does not have the permission to report this content'
const noTarget = 'reported post or thread not found'
const cannotReadQueue = 'current actor does not have the permission to read this report queue'
const cannotRead = 'current actor does not have the permission to read this report'
const cannotResolve = 'current actor does not have the permission to resolve this report'
const noReport = 'report not found'

const spam = { reason: 'Spam' }
const nobodies = [guest, unresolvable, client]
/** Members who moderate nothing here, by their roles or by their credentials. */
const outsiders = () => [
  reporter,
  underToken(globalModerator, 'base', 'forum:read', 'forum:write'),
  underToken(administrator, 'base', 'forum:read', 'forum:write', 'forum:moderate'),
]

/** What a target reads like in the report of a thread by `author`. */
const contextOf = (thread: { id: string }, html = 'First post.') => ({
  type: 'ForumReportContext',
  thread: { type: 'ForumThread', id: thread.id },
  thread_title: 'A thread',
  section: sectionRef(section),
  author: short(author),
  html: expect.stringContaining(html),
})

describe('reportPost and reportThread', () => {
  it('answer the report without its context', async () => {
    const thread = await forum.thread(section, author)
    const [post] = thread.posts.items
    const made = {
      type: 'ForumReport',
      id: expect.stringMatching(uuid),
      ctime: expect.stringMatching(timestamp),
      reporter: short(reporter),
      status: 'Pending',
      resolved_at: null,
      resolved_by: null,
      resolution_note: null,
    }
    const full = { reason: 'NsfwContent', body: 'Look at this.\nAll of it.' }
    expect(ok(await forum.post(`/posts/${post.id.toUpperCase()}/reports`, reporter, full))).toEqual({
      ...made,
      ...full,
      target: { type: 'ForumPost', id: post.id },
    })
    expect(ok(await forum.post(`/threads/${thread.id.toUpperCase()}/reports`, reporter, spam))).toEqual({
      ...made,
      ...spam,
      body: null,
      target: { type: 'ForumThread', id: thread.id },
    })
  })

  it('take every reason of the contract, and no other', async () => {
    const thread = await forum.thread(section, author)
    for (const reason of ['Spam', 'Harassment', 'NsfwContent', 'OffTopic', 'Illegal', 'Other']) {
      ok(await forum.post(`/threads/${thread.id}/reports`, newUser('Somebody'), { reason, body: null }))
    }
    for (const reason of ['spam', 'Boring', '', null, ['Spam'], 'toString']) {
      expect((await forum.post(`/threads/${thread.id}/reports`, reporter, { reason })).status).toBe(422)
    }
  })

  it('are for members whose credentials may write, and for what others wrote', async () => {
    const thread = await forum.thread(section, author)
    const [post] = thread.posts.items
    const muted = newUser('Muted')
    await forum.meet(muted)
    await sanction(forum, muted)
    const callers: [Who, boolean][] = [
      ...nobodies.map((who): [Who, boolean] => [who, false]),
      [underToken(reporter), false],
      [underToken(reporter, 'base', 'forum:read'), false],
      [author, false],
      [underToken(author, 'forum:write'), false],
      [underToken(newUser('Tokens'), 'forum:write'), true],
      [muted, true],
      [moderator, true],
      [administrator, true],
    ]
    for (const [who, permitted] of callers) {
      const view = ok(await forum.get(`/threads/${thread.id}`, who))
      expect(view.self.can_report).toBe(permitted)
      expect(view.posts.items[0].self.can_report).toBe(permitted)
      for (const path of [`/threads/${thread.id}/reports`, `/posts/${post.id}/reports`]) {
        const answer = await forum.post(path, who, spam)
        if (permitted) expect(answer.status).toBe(200)
        else refused(answer, 403, cannotReport)
      }
    }
  })

  it('find nothing under ids that name nothing, whoever asks', async () => {
    const thread = await forum.thread(section, author)
    for (const who of [guest, client, reporter, administrator]) {
      for (const ref of [unknown, 'nothing', 'NOTHING', '%00', thread.id]) {
        refused(await forum.post(`/posts/${ref}/reports`, who, spam), 404, noTarget)
      }
      for (const ref of [unknown, 'nothing', thread.posts.items[0].id]) {
        refused(await forum.post(`/threads/${ref}/reports`, who, spam), 404, noTarget)
      }
    }
  })

  it('find a deleted thread for those alone who may restore it, who cannot report it', async () => {
    const thread = await forum.thread(section, author)
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    for (const path of [`/threads/${thread.id}/reports`, `/posts/${thread.posts.items[0].id}/reports`]) {
      for (const who of [guest, reporter, author, underToken(moderator, 'forum:write')]) {
        refused(await forum.post(path, who, spam), 404, noTarget)
      }
      for (const who of [moderator, administrator])
        refused(await forum.post(path, who, spam), 403, cannotReport)
    }
  })

  it('take one unresolved report of a member on a target', async () => {
    const { thread, post, report } = await reportThread(forum, section, author, reporter)
    const again = () => forum.post(`/threads/${thread.id}/reports`, reporter, { reason: 'Other' })
    refused(await again(), 409, 'already reported by this user and not yet resolved')
    ok(await forum.post(`/posts/${post.id}/reports`, reporter, spam))
    ok(await forum.post(`/threads/${thread.id}/reports`, newUser('Another'), spam))
    ok(await forum.post(`/reports/${report.id}/resolution`, moderator, { status: 'Rejected' }))
    ok(await again())
    refused(await again(), 409, 'already reported by this user and not yet resolved')
  })

  it('judge the body before the target, and the target before the right', async () => {
    const path = `/threads/${unknown}/reports`
    for (const body of [
      {},
      [],
      'x',
      { ...spam, body: 1 },
      { ...spam, body: '\0' },
      { ...spam, body: ['x'] },
    ]) {
      expect((await forum.post(path, guest, JSON.stringify(body))).status, JSON.stringify(body)).toBe(422)
    }
    expect((await forum.post(path, guest, '{"reason": "Spam", "body": "\\ud800"}')).status).toBe(422)
    expect((await forum.post(path, guest, { ...spam, body: 'x'.repeat(65_537) })).status).toBe(422)
    expect((await forum.post(path, guest, '{')).status).toBe(400)
    expect((await forum.post(path, guest)).status).toBe(400)
    expect((await forum.post(path, guest, { ...spam, body: 'x'.repeat(1 << 20) })).status).toBe(413)
    const headers = { 'content-type': 'text/plain' }
    expect((await forum.call('POST', path, guest, { body: '{}', headers })).status).toBe(415)
    const withMore = '{"reason": "Spam", "__proto__": {"body": 1}, "extra": 1}'
    refused(await forum.post(path, guest, withMore), 404, noTarget)
  })
})

describe('listReports', () => {
  it('lists the newest first, with what the target reads like', async () => {
    const own = await forum.section()
    const thread = await forum.thread(own, author, 'Reported', 'Of the *thread*.')
    const reply = await forum.reply(thread, newUser('Replier'), 'Of the reply.')
    const first = ok(await forum.post(`/threads/${thread.id}/reports`, reporter, spam))
    const second = ok(
      await forum.post(`/posts/${reply.id}/reports`, reporter, { reason: 'Other', body: 'Why' }),
    )
    const context = {
      type: 'ForumReportContext',
      thread: { type: 'ForumThread', id: thread.id },
      thread_title: 'Reported',
      section: sectionRef(own),
    }
    const items = [
      {
        ...second,
        context: { ...context, author: reply.author.user, html: reply.revisions.last.content.html },
      },
      {
        ...first,
        context: {
          ...context,
          author: short(author),
          html: thread.posts.items[0].revisions.last.content.html,
        },
      },
    ]
    const path = `/reports?section=${own.id}`
    expect(ok(await forum.get(path, administrator))).toEqual({ offset: 0, limit: 20, count: 2, items })
    expect(ok(await forum.get(`${path}&limit=1&offset=1`, administrator))).toEqual({
      offset: 1,
      limit: 1,
      count: 2,
      items: items.slice(1),
    })
    const clamped = { offset: 5, limit: 100, count: 2, items: [] }
    expect(ok(await forum.get(`${path}&limit=1000&offset=5`, administrator))).toEqual(clamped)
    expect(ok(await forum.get(`${path}&limit=0`, administrator))).toEqual({
      offset: 0,
      limit: 0,
      count: 2,
      items: [],
    })
    expect(ok(await forum.get('/reports?limit=2', administrator)).items).toEqual(items)
  })

  it('filters by status and section, ids in any letter case', async () => {
    const own = await forum.section()
    const reports = []
    for (const status of ['Pending', 'Accepted', 'Rejected']) {
      const { report } = await reportThread(forum, own, author, reporter)
      reports.push(report.id)
      if (status !== 'Pending')
        ok(await forum.post(`/reports/${report.id}/resolution`, administrator, { status }))
    }
    for (const [index, status] of ['Pending', 'Accepted', 'Rejected'].entries()) {
      for (const id of [own.id, own.id.toUpperCase()]) {
        const { count, items } = ok(await forum.get(`/reports?section=${id}&status=${status}`, administrator))
        expect([count, items.map((item: { id: string }) => item.id)]).toEqual([1, [reports[index]]])
      }
      const all = ok(await forum.get(`/reports?status=${status}&limit=100`, globalModerator))
      expect(new Set(all.items.map((item: { status: string }) => item.status))).toEqual(new Set([status]))
      expect(all.items).toHaveLength(all.count)
    }
  })

  it('is for whoever moderates the section, and without one for the roles of the whole forum', async () => {
    const elsewhere = await forum.moderator(await forum.section())
    const callers: [Who, { site: boolean; here: boolean }][] = [
      ...[...nobodies, ...outsiders()].map((who): [Who, { site: boolean; here: boolean }] => [
        who,
        { site: false, here: false },
      ]),
      [elsewhere, { site: false, here: false }],
      [moderator, { site: false, here: true }],
      [underToken(moderator, 'forum:moderate'), { site: false, here: true }],
      [globalModerator, { site: true, here: true }],
      [underToken(globalModerator, 'forum:moderate'), { site: true, here: true }],
      [administrator, { site: true, here: true }],
    ]
    for (const [who, may] of callers) {
      const site = await forum.get('/reports', who)
      if (may.site) expect(site.status).toBe(200)
      else refused(site, 403, cannotReadQueue)
      const here = await forum.get(`/reports?section=${section.id}`, who)
      if (may.here) expect(here.status).toBe(200)
      else refused(here, 403, cannotReadQueue)
    }
    for (const who of [...nobodies, ...outsiders()]) {
      refused(await forum.get(`/reports?section=${unknown}`, who), 403, cannotReadQueue)
    }
    for (const who of [elsewhere, moderator, globalModerator, administrator]) {
      refused(await forum.get(`/reports?section=${unknown}`, who), 404, 'section not found')
    }
  })

  it('names the parameter that is malformed, whoever asks', async () => {
    for (const [query, name] of [
      [`section=${section.key}`, 'section'],
      ['section=', 'section'],
      [`section=${unknown}&section=${unknown}`, 'section'],
      ['status=pending', 'status'],
      ['status=', 'status'],
      ['limit=-1', 'limit'],
      ['limit=1e2', 'limit'],
      ['limit=', 'limit'],
      ['offset=0x1', 'offset'],
      ['offset=1&offset=2', 'offset'],
      ['status=Pending%00', 'status'],
    ]) {
      for (const who of [guest, administrator]) {
        refused(await forum.get(`/reports?${query}`, who), 400, `invalid \`${name}\` query parameter`)
      }
    }
  })

  it('shows no body that is hidden', async () => {
    const { thread, post } = await reportThread(forum, section, author, reporter)
    const body = { last_revision_id: post.revisions.last.id, comment: 'Gone.' }
    ok(await forum.delete(`/posts/${post.id}`, moderator, body))
    const [item] = ok(await forum.get(`/reports?section=${section.id}&limit=1`, moderator)).items
    expect(item.context).toEqual({ ...contextOf(thread), html: '' })
  })

  it('follows a thread into another section, with who may read and resolve', async () => {
    const [from, to] = [await forum.section(), await forum.section()]
    const [left, right] = [await forum.moderator(from), await forum.moderator(to)]
    const { thread, report } = await reportThread(forum, from, author, reporter)
    ok(await forum.post(`/threads/${thread.id}/section`, administrator, { section: sectionRef(to) }))
    expect(ok(await forum.get(`/reports?section=${from.id}`, left)).count).toBe(0)
    const { count, items } = ok(await forum.get(`/reports?section=${to.id}`, right))
    expect([count, items[0].id, items[0].context.section]).toEqual([1, report.id, sectionRef(to)])
    refused(await forum.get(`/reports/${report.id}`, left), 403, cannotRead)
    const resolution = { status: 'Accepted' }
    refused(await forum.post(`/reports/${report.id}/resolution`, left, resolution), 403, cannotResolve)
    ok(await forum.post(`/reports/${report.id}/resolution`, right, resolution))
  })
})

describe('getReport', () => {
  it('is for the moderators of the section', async () => {
    const { thread, report } = await reportThread(forum, section, author, reporter)
    const elsewhere = await forum.moderator(await forum.section())
    for (const who of [moderator, underToken(moderator, 'forum:moderate'), globalModerator, administrator]) {
      const answer = ok(await forum.get(`/reports/${report.id.toUpperCase()}`, who))
      expect(answer).toEqual({ ...report, context: contextOf(thread) })
    }
    refused(await forum.get(`/reports/${report.id}`, elsewhere), 403, cannotRead)
    for (const who of [moderator, elsewhere, administrator]) {
      for (const id of [unknown, 'nothing', thread.id])
        refused(await forum.get(`/reports/${id}`, who), 404, noReport)
    }
    for (const who of [...nobodies, ...outsiders()]) {
      for (const id of [report.id, unknown, 'x'])
        refused(await forum.get(`/reports/${id}`, who), 403, cannotRead)
    }
  })

  it('shows what the content reads like now, in a deleted thread too', async () => {
    const { thread, post, report } = await reportThread(forum, section, author, reporter)
    const edit = { last_revision_id: post.revisions.last.id, content: 'Rewritten.', comment: null }
    ok(await forum.patch(`/posts/${post.id}`, author, edit))
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    const { context } = ok(await forum.get(`/reports/${report.id}`, moderator))
    expect(context).toEqual(contextOf(thread, 'Rewritten.'))
    ok(await forum.post(`/reports/${report.id}/resolution`, moderator, { status: 'Accepted' }))
  })
})

describe('resolveReport', () => {
  it('resolves once and for good, with one log entry', async () => {
    const { thread, post, report } = await reportThread(forum, section, author, reporter)
    const ofPost = ok(await forum.post(`/posts/${post.id}/reports`, reporter, spam))
    const resolve = (id: string, status: string, note?: string) =>
      forum.post(`/reports/${id}/resolution`, moderator, { status, note })
    const accepted = ok(await resolve(report.id.toUpperCase(), 'Accepted', 'Well spotted.'))
    expect(accepted).toEqual({
      ...report,
      status: 'Accepted',
      resolved_at: expect.stringMatching(timestamp),
      resolved_by: short(moderator),
      resolution_note: 'Well spotted.',
      context: contextOf(thread),
    })
    expect(accepted.resolved_at >= accepted.ctime).toBe(true)
    expect(ok(await forum.get(`/reports/${report.id}`, moderator))).toEqual(accepted)
    expect(ok(await resolve(ofPost.id, 'Rejected'))).toMatchObject({
      status: 'Rejected',
      resolution_note: null,
    })
    for (const status of ['Accepted', 'Rejected']) {
      refused(await resolve(report.id, status), 409, 'report is already resolved')
    }
    const { items } = ok(await forum.get(`/moderation_log?section=${section.id}&limit=2`, moderator))
    const entry = {
      type: 'ForumModerationEvent',
      id: expect.stringMatching(uuid),
      ctime: expect.stringMatching(timestamp),
      actor: short(moderator),
      action: 'ResolveReport',
      section: section.id,
      thread: thread.id,
      target_user: null,
    }
    expect(items).toEqual([
      { ...entry, post: post.id, comment: null, data: { report: ofPost.id, status: 'Rejected' } },
      { ...entry, post: null, comment: 'Well spotted.', data: { report: report.id, status: 'Accepted' } },
    ])
  })

  it('judges the status, the caller, the report and its state in this order', async () => {
    const { report } = await reportThread(forum, section, author, reporter)
    const elsewhere = await forum.moderator(await forum.section())
    const resolve = (who: Who, id: string, body: unknown = { status: 'Accepted' }) =>
      forum.post(`/reports/${id}/resolution`, who, body)
    for (const who of [guest, administrator]) {
      const pending = await resolve(who, unknown, { status: 'Pending' })
      refused(pending, 400, 'a report cannot be resolved to `Pending`')
      for (const body of [
        {},
        { status: 'Open' },
        { status: null },
        { status: ['Accepted'] },
        { status: 'Accepted', note: 1 },
      ]) {
        expect((await resolve(who, unknown, body)).status, JSON.stringify(body)).toBe(422)
      }
      expect((await resolve(who, unknown, '{"status": "Accepted", "note": "\\u0000"}')).status).toBe(422)
    }
    for (const who of [...nobodies, ...outsiders()]) {
      for (const id of [report.id, unknown, 'x']) refused(await resolve(who, id), 403, cannotResolve)
    }
    refused(await resolve(elsewhere, report.id), 403, cannotResolve)
    for (const who of [elsewhere, moderator, administrator]) {
      for (const id of [unknown, 'x']) refused(await resolve(who, id), 404, noReport)
    }
    ok(await resolve(underToken(moderator, 'forum:moderate'), report.id))
    refused(await resolve(elsewhere, report.id), 403, cannotResolve)
  })
})

describe('a target that is gone', () => {
  it('is missing from the queue, and neither read nor resolved', async () => {
    const own = await forum.section()
    const { thread, report: ofThread } = await reportThread(forum, own, author, reporter)
    const reply = await forum.reply(thread, author)
    const ofPost = ok(await forum.post(`/posts/${reply.id}/reports`, reporter, spam))
    const erase = [
      ['DELETE FROM revision WHERE post_id IN (SELECT id FROM post WHERE thread_id = $1)', thread.id],
      ['DELETE FROM post WHERE thread_id = $1', thread.id],
      ['DELETE FROM thread WHERE id = $1', thread.id],
      ['UPDATE section SET thread_count = 0 WHERE id = $1', own.id],
    ]
    for (const [sql, id] of erase) await forum.rows(sql!, [id])
    const queue = ok(await forum.get(`/reports?section=${own.id}`, administrator))
    expect(queue).toEqual({ offset: 0, limit: 20, count: 2, items: [ofPost, ofThread] })
    const elsewhere = await forum.moderator(section)
    for (const { id } of [ofThread, ofPost]) {
      refused(await forum.get(`/reports/${id}`, administrator), 404, noReport)
      refused(
        await forum.post(`/reports/${id}/resolution`, administrator, { status: 'Accepted' }),
        404,
        noTarget,
      )
      refused(await forum.get(`/reports/${id}`, elsewhere), 403, cannotRead)
      refused(
        await forum.post(`/reports/${id}/resolution`, elsewhere, { status: 'Accepted' }),
        403,
        cannotResolve,
      )
    }
    expect(ok(await forum.get('/self/reports?limit=1', reporter)).items[0].id).toBe(ofPost.id)
  })
})

describe('listOwnReports', () => {
  it('shows a reporter the own reports alone, without who resolved them', async () => {
    const somebody = newUser('Somebody')
    const { report } = await reportThread(forum, section, author, somebody)
    const second = await reportThread(forum, section, author, somebody)
    await reportThread(forum, section, author, newUser('Another'))
    ok(
      await forum.post(`/reports/${report.id}/resolution`, moderator, {
        status: 'Accepted',
        note: 'Thanks.',
      }),
    )
    const view = ({ resolved_by: _, ...rest }: Record<string, unknown>) => rest
    const resolved = {
      status: 'Accepted',
      resolved_at: expect.stringMatching(timestamp),
      resolution_note: 'Thanks.',
    }
    const items = [view(second.report), { ...view(report), ...resolved }]
    for (const who of [somebody, underToken(somebody), underToken(somebody, 'base', 'forum:read')]) {
      expect(ok(await forum.get('/self/reports', who))).toEqual({ offset: 0, limit: 20, count: 2, items })
    }
    const page = ok(await forum.get('/self/reports?offset=1&limit=101', somebody))
    expect(page).toEqual({ offset: 1, limit: 100, count: 2, items: items.slice(1) })
    expect(ok(await forum.get('/self/reports', newUser('Nobody'))).count).toBe(0)
  })

  it('needs a member', async () => {
    for (const who of [guest, client])
      refused(await forum.get('/self/reports', who), 401, 'authentication required')
    const answer = await forum.get('/self/reports', unresolvable)
    refused(answer, 401, 'invalid credentials')
    expect(answer.headers.get('www-authenticate')).toBeTruthy()
    refused(await forum.get('/self/reports?limit=x', reporter), 400, 'invalid `limit` query parameter')
  })
})

describe('the metrics', () => {
  const gauge = async (name: string) => {
    const { text } = await forum.suite.call('GET', `${forum.suite.urls.forum[0]}/metrics`)
    return Number(new RegExp(`^${name}\\{[^}]*\\} (.+)$`, 'm').exec(text)?.[1])
  }

  it('tell how many reports are pending, and how long the oldest has been', async () => {
    const { count } = ok(await forum.get('/reports?status=Pending&limit=0', administrator))
    await expect.poll(() => gauge('forum_reports_pending'), { timeout: 30_000 }).toBe(count)
    const { report } = await reportThread(forum, section, author, reporter)
    await forum.rows(`UPDATE report SET ctime = now() - interval '2 days' WHERE id = $1`, [report.id])
    await expect.poll(() => gauge('forum_reports_pending'), { timeout: 30_000 }).toBe(count + 1)
    expect(Math.floor((await gauge('forum_report_queue_age_seconds')) / 86_400)).toBe(2)
  })
})
