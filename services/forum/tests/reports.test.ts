import { describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  guest,
  newUser,
  ok,
  refused,
  underToken,
  unresolvable,
  type Who,
} from './helpers/forum.ts'
import {
  author,
  contextOf,
  forum,
  globalModerator,
  inModeratedForum,
  moderator,
  nobodies,
  outsiders,
  member as reporter,
  section,
} from './helpers/moderated-forum.ts'
import { reportThread, sanction, short, timestamp, unknown, uuid } from './helpers/moderation.ts'

inModeratedForum()

const cannotReport = 'current actor does not have the permission to report this content'
const noTarget = 'reported post or thread not found'
const cannotRead = 'current actor does not have the permission to read this report'
const cannotResolve = 'current actor does not have the permission to resolve this report'
const noReport = 'report not found'

const spam = { reason: 'Spam' }

describe('reportPost and reportThread', () => {
  it('return the report without its context', async () => {
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
    for (const who of [somebody, underToken(somebody, 'base', 'forum:read')]) {
      expect(ok(await forum.get('/self/reports', who))).toEqual({ offset: 0, limit: 20, count: 2, items })
    }
    const page = ok(await forum.get('/self/reports?offset=1&limit=101', somebody))
    expect(page).toEqual({ offset: 1, limit: 100, count: 2, items: items.slice(1) })
    expect(ok(await forum.get('/self/reports', newUser('Nobody'))).count).toBe(0)
  })

  it('needs a member', async () => {
    for (const who of [guest, client])
      refused(await forum.get('/self/reports', who), 401, 'authentication required')
    refused(await forum.get('/self/reports', underToken(newUser('Somebody'), 'base')), 403, 'forbidden')
    const answer = await forum.get('/self/reports', unresolvable)
    refused(answer, 401, 'invalid credentials')
    expect(answer.headers.get('www-authenticate')).toBeTruthy()
    refused(await forum.get('/self/reports?limit=x', reporter), 400, 'invalid `limit` query parameter')
  })
})
