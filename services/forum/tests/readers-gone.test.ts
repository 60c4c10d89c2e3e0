import { createPool } from '@agora/shared/database/pool'
import { readExportPage } from '@agora/shared/exports/parts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { exportParts } from '../src/exports/store.ts'
import { administrator, Forum, newUser, ok, refused, type User, underToken } from './helpers/forum.ts'
import { sectionRef } from './helpers/moderation.ts'

/** What somebody hears who could read a section once, and cannot any more. */

const SECRET = 'pompelmoes'
let forum: Forum
let member: User
let section: { id: string; key: string }
let groups = 0
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum?.close())
beforeEach(async () => {
  groups += 1
  member = newUser('Formerly')
  await forum.meet(member)
  ok(await forum.put(`/groups/${group()}`, administrator, { display_name: 'Group' }))
  await enter()
  section = await forum.section({ readers: { groups: [group()] } })
})

const group = () => `gone_${groups}`
const enter = () => forum.put(`/groups/${group()}/members/${member.id}`, administrator).then(ok)
const leave = () => forum.delete(`/groups/${group()}/members/${member.id}`, administrator).then(ok)
const notifications = async () => ok(await forum.get('/notifications', member))

it('nothing of a post of theirs that is hidden afterwards', async () => {
  const thread = await forum.thread(section, member)
  const post = await forum.reply(thread, member)
  await leave()
  const { revisions } = ok(await forum.get(`/posts/${post.id}`, administrator))
  const last_revision_id = revisions.items[0].id
  ok(await forum.delete(`/posts/${post.id}`, administrator, { last_revision_id, comment: SECRET }))
  const kinds = async () => (await notifications()).items.map(({ kind }: { kind: string }) => kind)
  await enter()
  await expect.poll(kinds).toEqual(['PostHidden'])
  await leave()
  expect(await kinds()).toEqual([])
  expect(ok(await forum.get('/notifications/count', member)).unread).toBe(0)
})

it('not by the position of their stream that something happens there', async () => {
  const thread = await forum.thread(section, administrator)
  ok(await forum.put(`/threads/${thread.id}/subscription`, member, { level: 'Watching' }))
  await leave()
  const beginning = async () => {
    const stream = await forum.listen('/notifications/stream', member)
    await expect.poll(() => stream.lastId).toBeDefined()
    stream.close()
    return stream.lastId!.split('-').slice(1).join('-')
  }
  const before = await beginning()
  await forum.reply(thread, administrator)
  await forum.told()
  expect(await beginning()).toBe(before)
})

it('in their own export neither new titles nor what moderators made of their posts', async () => {
  const thread = await forum.thread(section, member, 'My title', 'My words.')
  const open = await forum.section()
  const moved = await forum.thread(open, member, 'Mine as well', 'Words.')
  await leave()
  ok(await forum.post(`/threads/${moved.id}/section`, administrator, { section: sectionRef(section) }))
  for (const { id } of [thread, moved])
    ok(await forum.patch(`/threads/${id}`, administrator, { title: SECRET }))
  const post = thread.posts.items[0]
  const edit = { last_revision_id: post.revisions.last.id, content: SECRET, comment: SECRET }
  ok(await forum.patch(`/posts/${post.id}`, administrator, edit))
  const pool = createPool({
    url: forum.suite.database.urls.forum,
    schema: 'forum',
    size: 1,
    name: 'export',
    statementTimeoutMs: 0,
  })
  let text = ''
  for (let cursor: string | null = null, pages = 0; pages < 50; pages++) {
    const page = await readExportPage(pool, exportParts, { user: member.id, cursor })
    text += JSON.stringify(page)
    cursor = page.next
    if (cursor === null) break
  }
  await pool.end()
  expect(text).toContain('My words.')
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain(section.key)
})

it('under a token that may write but not read, even while they may read', async () => {
  expect((await forum.get(`/sections/${section.id}`, underToken(member, 'forum:write'))).status).toBe(404)
  ok(await forum.get(`/sections/${section.id}`, underToken(member, 'forum:read')))
})

it('that they have given up the role that let them read', async () => {
  const moderator = await forum.moderator(section)
  ok(await forum.delete(`/sections/${section.id}/role_grants`, moderator, { type: 'User', id: moderator.id }))
  refused(await forum.get(`/sections/${section.id}`, moderator), 404, 'section not found')
})
