import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, newUser, ok, type User, underToken } from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

interface Told {
  kind: string
  moderation?: string | null
}
const listed = async (who: User) => ok(await forum.get('/notifications', who)).items as Told[]
const kindsOf = async (who: User) => (await listed(who)).map(({ kind }) => kind)
const comesTo = (who: User, kinds: string[]) => expect.poll(() => kindsOf(who)).toEqual(kinds)

async function postBy(author: User, section: { id: string }) {
  const thread = await forum.thread(section, newUser('Somebody'), 'A thread')
  return { thread, post: await forum.reply(thread, author, 'Buy gold!') }
}
const lastOf = async (post: { id: string }) =>
  ok(await forum.get(`/posts/${post.id}`, administrator)).revisions.items.at(-1).id as string

describe('a hidden post', () => {
  it('is told to its author, with the reason and without who hid it, and stays told while it is hidden', async () => {
    const section = await forum.section()
    const moderator = await forum.moderator(section)
    const author = newUser('Author')
    const { thread, post } = await postBy(author, section)
    const last_revision_id = await lastOf(post)
    ok(await forum.delete(`/posts/${post.id}`, moderator, { last_revision_id, comment: 'No trade.' }))
    await comesTo(author, ['PostHidden'])
    const [told] = await listed(author)
    expect(told).toMatchObject({
      actor: null,
      section: { id: section.id },
      thread: { id: thread.id },
      post: { id: post.id },
      moderation: 'No trade.',
      report: null,
      count: 1,
    })
    expect(JSON.stringify(told)).not.toContain(moderator.id)
    const long = 'x'.repeat(60_000)
    const edit = { last_revision_id: await lastOf(post), moderation: long, comment: null }
    ok(await forum.patch(`/posts/${post.id}`, moderator, edit))
    expect((await listed(author))[0]?.moderation).toBe(long)
    const shown = {
      last_revision_id: await lastOf(post),
      content: 'A kind word.',
      moderation: null,
      comment: null,
    }
    ok(await forum.patch(`/posts/${post.id}`, moderator, shown))
    expect(await listed(author)).toMatchObject([{ kind: 'PostHidden', moderation: null }])
    const again = {
      last_revision_id: await lastOf(post),
      content: null,
      moderation: 'Still no.',
      comment: null,
    }
    ok(await forum.patch(`/posts/${post.id}`, moderator, again))
    await comesTo(author, ['PostHidden', 'PostHidden'])
  })

  it('is not told to who hid it themselves, and other kinds have no reason', async () => {
    const section = await forum.section()
    const moderator = await forum.moderator(section)
    const { thread, post } = await postBy(moderator, section)
    ok(await forum.delete(`/posts/${post.id}`, moderator, { last_revision_id: await lastOf(post) }))
    await forum.told()
    await forum.reply(thread, newUser('Another'), 'A reply.')
    await comesTo(moderator, ['Reply', 'RoleGranted'])
    for (const told of await listed(moderator)) expect(told).not.toHaveProperty('moderation')
  })
})

describe('a report that waits', () => {
  const setTo = (who: User, reports: string) => forum.patch('/notifications/settings', who, { reports })
  const report = async (section: { id: string }, by: User = newUser('Reporter')) => {
    const thread = await forum.thread(section, newUser('Somebody'))
    return ok(await forum.post(`/threads/${thread.id}/reports`, by, { reason: 'Spam' })).id as string
  }

  it('is a setting of those who moderate something, off until they switch it on', async () => {
    const section = await forum.section()
    const moderator = await forum.moderator(section)
    const member = newUser('Member')
    const plain = { auto_watch: true, email: 'Never' }
    expect(ok(await forum.get('/notifications/settings', moderator))).toEqual({ ...plain, reports: 'Never' })
    expect(ok(await setTo(moderator, 'Live'))).toEqual({ ...plain, reports: 'Live' })
    expect(ok(await setTo(member, 'Live'))).toEqual(plain)
    expect(ok(await forum.get('/notifications/settings', member))).toEqual(plain)
    const reader = underToken(moderator, 'base', 'forum:read')
    expect(ok(await forum.get('/notifications/settings', reader))).toEqual(plain)
    expect((await setTo(moderator, 'Daily')).status).toBe(422)
    await forum.rows(
      `INSERT INTO notification_setting (user_id, reports) VALUES ($1, 'Live')
      ON CONFLICT (user_id) DO UPDATE SET reports = 'Live'`,
      [member.id],
    )
    await report(section)
    await comesTo(moderator, ['ReportWaiting', 'RoleGranted'])
    expect(await kindsOf(member)).toEqual([])
  })

  it('is told to the moderators of its section who want it, once while it is unread', async () => {
    const section = await forum.section()
    const [wants, wantsNot] = [await forum.moderator(section), await forum.moderator(section)]
    const elsewhere = await forum.moderator(await forum.section())
    const global = await forum.globalModerator()
    for (const who of [wants, elsewhere, global]) ok(await setTo(who, 'Live'))
    const first = await report(section)
    await comesTo(wants, ['ReportWaiting', 'RoleGranted'])
    await comesTo(global, ['ReportWaiting', 'RoleGranted'])
    expect((await listed(wants))[0]).toMatchObject({
      actor: null,
      section: { id: section.id },
      thread: null,
      post: null,
      report: { type: 'ForumReport', id: first },
      count: 1,
      read_at: null,
    })
    await Promise.all(Array.from({ length: 5 }, () => report(section)))
    await report(section, wantsNot)
    await forum.told()
    ok(
      await forum.put('/notifications/read', wants, {
        ids: [ok(await forum.get('/notifications', wants)).items[0].id],
      }),
    )
    const next = await report(section)
    await comesTo(wants, ['ReportWaiting', 'ReportWaiting', 'RoleGranted'])
    expect(ok(await forum.get('/notifications', wants)).items[0].report.id).toBe(next)
    expect(await kindsOf(global)).toEqual(['ReportWaiting', 'RoleGranted'])
    expect(await kindsOf(elsewhere)).toEqual(['RoleGranted'])
    expect(await kindsOf(wantsNot)).toEqual(['RoleGranted'])
  })
})

describe('acts of moderation', () => {
  it('are told to whom they concern: sanctions and roles with who did it', async () => {
    const section = await forum.section()
    const moderator = await forum.moderator(section)
    const member = newUser('Member')
    await forum.meet(member)
    const user = { type: 'User', id: member.id }
    const about = {
      user,
      section: { type: 'ForumSection', id: section.id },
      kind: 'Warning',
      reason: 'x',
      internal_note: 'y',
    }
    const sanction = ok(await forum.post('/sanctions', moderator, about))
    ok(await forum.delete(`/sanctions/${sanction.id}`, moderator))
    ok(await forum.post(`/sections/${section.id}/role_grants`, administrator, user))
    ok(await forum.post(`/sections/${section.id}/role_grants`, administrator, user))
    ok(
      await forum.delete('/role_grants', administrator, {
        user,
        role: 'Moderator',
        section: { type: 'ForumSection', id: section.id },
      }),
    )
    const all = ['RoleRevoked', 'RoleGranted', 'SanctionLifted', 'Sanctioned']
    await comesTo(member, all)
    const items = await listed(member)
    const nothing = { thread: null, post: null, report: null, count: 1, read_at: null }
    expect(items[3]).toMatchObject({
      ...nothing,
      actor: { id: moderator.id },
      section: { id: section.id },
      sanction: { type: 'ForumSanction', id: sanction.id },
      role: null,
    })
    expect(items[1]).toMatchObject({
      ...nothing,
      actor: { id: administrator.id },
      section: { id: section.id },
      sanction: null,
      role: 'Moderator',
    })
  })

  it('on a report are told to who made it, without who resolved it, and to nobody who did it themselves', async () => {
    const section = await forum.section()
    const moderator = await forum.moderator(section)
    const reporter = newUser('Reporter')
    const thread = await forum.thread(section, newUser('Author'))
    const [first] = thread.posts.items
    const report = { reason: 'Spam', body: null }
    const theirs = ok(await forum.post(`/posts/${first.id}/reports`, reporter, report))
    const own = ok(await forum.post(`/posts/${first.id}/reports`, moderator, report))
    for (const { id } of [own, theirs])
      ok(await forum.post(`/reports/${id}/resolution`, moderator, { status: 'Accepted' }))
    await comesTo(reporter, ['ReportResolved'])
    const items = await listed(reporter)
    expect(items[0]).toMatchObject({
      actor: null,
      report: { type: 'ForumReport', id: theirs.id },
      thread: { id: thread.id },
      post: { id: first.id },
      section: { id: section.id },
    })
    expect(JSON.stringify(items)).not.toContain(moderator.id)
    expect(await kindsOf(moderator)).not.toContain('ReportResolved')
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    expect((await listed(reporter))[0]).toMatchObject({
      kind: 'ReportResolved',
      thread: null,
      post: null,
    })
  })
})
