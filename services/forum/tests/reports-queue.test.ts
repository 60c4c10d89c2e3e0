import { describe, expect, it } from 'vitest'
import { administrator, guest, newUser, ok, refused, underToken, type Who } from './helpers/forum.ts'
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
import { reportThread, sectionRef, short, unknown } from './helpers/moderation.ts'

inModeratedForum()

const noTarget = 'reported post or thread not found'
const cannotReadQueue = 'current actor does not have the permission to read this report queue'
const cannotRead = 'current actor does not have the permission to read this report'
const cannotResolve = 'current actor does not have the permission to resolve this report'
const noReport = 'report not found'

const spam = { reason: 'Spam' }

describe('listReports', () => {
  it('lists the newest first, with the target’s content', async () => {
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
      expect(all.items).toHaveLength(Math.min(all.count, 100))
    }
  })

  it('is for moderators of the section, and without a section for the roles of the whole forum', async () => {
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

  it('names the malformed parameter, whoever asks', async () => {
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

  it('shows no hidden body', async () => {
    const { thread, post } = await reportThread(forum, section, author, reporter)
    const body = { last_revision_id: post.revisions.last.id, comment: 'Gone.' }
    ok(await forum.delete(`/posts/${post.id}`, moderator, body))
    const [item] = ok(await forum.get(`/reports?section=${section.id}&limit=1`, moderator)).items
    expect(item.context).toEqual({ ...contextOf(thread), html: '' })
  })

  it('follows a thread into another section, and so do the rights to read and resolve', async () => {
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

describe('a target that is gone', () => {
  it('is missing from the queue, and can be neither read nor resolved', async () => {
    const own = await forum.section()
    const { thread, report: ofThread } = await reportThread(forum, own, author, reporter)
    const reply = await forum.reply(thread, author)
    const ofPost = ok(await forum.post(`/posts/${reply.id}/reports`, reporter, spam))
    const erase = [
      ['DELETE FROM revision WHERE post_id IN (SELECT id FROM post WHERE thread_id = $1)', thread.id],
      ['DELETE FROM post WHERE thread_id = $1', thread.id],
      ['DELETE FROM thread WHERE id = $1', thread.id],
      ['UPDATE section SET thread_count = 0 WHERE id = $1', own.id],
      [`UPDATE tally SET count = count - 1 WHERE listing = 'MemberThread' AND part = $1`, author.id],
      [`UPDATE tally SET count = count - 2 WHERE listing = 'MemberPost' AND part = $1`, author.id],
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

describe('the metrics', () => {
  const gauge = async (name: string) => {
    const { text } = await forum.suite.call('GET', `${forum.suite.urls.forum[0]}/metrics`)
    return Number(new RegExp(`^${name}\\{[^}]*\\} (.+)$`, 'm').exec(text)?.[1])
  }

  it('give the number of pending reports and the age of the oldest', async () => {
    const { count } = ok(await forum.get('/reports?status=Pending&limit=0', administrator))
    await expect.poll(() => gauge('forum_reports_pending'), { timeout: 30_000 }).toBe(count)
    const { report } = await reportThread(forum, section, author, reporter)
    await forum.rows(`UPDATE report SET ctime = now() - interval '2 days' WHERE id = $1`, [report.id])
    await expect.poll(() => gauge('forum_reports_pending'), { timeout: 30_000 }).toBe(count + 1)
    expect(Math.floor((await gauge('forum_report_queue_age_seconds')) / 86_400)).toBe(2)
  })
})
