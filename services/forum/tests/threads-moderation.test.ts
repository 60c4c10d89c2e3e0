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

let forum: Forum
let section: { id: string; key: string }
let moderator: User
const author = newUser('Author')
const member = newUser('Member')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  moderator = await forum.moderator(section)
})
afterAll(() => forum.close())

const unknown = '01890000-0000-7000-8000-000000000000'

const cannot = {
  reply: 'current actor does not have the permission to create a post in this thread',
  moderate: 'current actor does not have the permission to moderate this thread',
  move: 'current actor does not have the permission to move this thread',
  delete: 'current actor does not have the permission to delete this thread',
  restore: 'current actor does not have the permission to restore this thread',
}

/** Everyone without a right to moderate. */
const powerless: [string, Who][] = [
  ['a guest', guest],
  ['unresolvable credentials', unresolvable],
  ['a client', client],
  ['the author', author],
  ['another member', member],
  ['an administrator under a token to post', underToken(administrator, 'base', 'forum:write')],
]

describe('updateThread', () => {
  it('changes the given fields and leaves the others alone', async () => {
    const thread = await forum.thread(section, author)
    const patch = (body: object) => forum.patch(`/threads/${thread.id}`, moderator, body)
    expect(ok(await patch({ title: ' New title ' }))).toMatchObject({
      title: 'New title',
      is_pinned: false,
      is_locked: false,
    })
    expect(ok(await patch({ is_pinned: true }))).toMatchObject({ title: 'New title', is_pinned: true })
    expect(ok(await patch({ is_locked: true, is_pinned: false }))).toMatchObject({
      title: 'New title',
      is_pinned: false,
      is_locked: true,
    })
    expect(ok(await patch({}))).toEqual(ok(await forum.get(`/threads/${thread.id}`, moderator)))
  })

  it('refuses null, other types and no body at all', async () => {
    const thread = await forum.thread(section, author)
    const patch = (body?: unknown) => forum.patch(`/threads/${thread.id}`, moderator, body)
    for (const body of [
      { title: null },
      { is_pinned: null },
      { is_locked: 'true' },
      { title: 'x' },
      [],
      null,
      'x',
    ]) {
      expect((await patch(JSON.stringify(body))).status, JSON.stringify(body)).toBe(422)
    }
    expect((await patch()).status).toBe(400)
  })

  it.each(powerless)('refuses %s', async (_, who) => {
    const thread = await forum.thread(section, author)
    refused(await forum.patch(`/threads/${thread.id}`, who, { is_pinned: true }), 403, cannot.moderate)
    refused(await forum.patch(`/threads/${unknown}`, who, { is_pinned: true }), 404, 'thread not found')
  })
})

describe('moveThread', () => {
  const to = (target: { id: string }) => ({ section: { type: 'ForumSection', id: target.id } })

  it('moves the thread into the other section, by id or by key, counts included', async () => {
    const source = await forum.section()
    const target = await forum.section()
    const thread = await forum.thread(source, author)
    const move = (body: object) => forum.post(`/threads/${thread.id}/section`, administrator, body)
    const moved = ok(await move(to(target)))
    expect(moved.section).toMatchObject({ id: target.id, threads: { count: 1 } })
    expect(ok(await forum.get(`/sections/${source.id}`)).threads).toMatchObject({ count: 0, items: [] })
    expect(ok(await forum.get(`/sections/${target.id}`)).threads.items[0].id).toBe(thread.id)
    const back = ok(await move({ section: { type: 'ForumSection', key: source.key } }))
    expect(back.section.id).toBe(source.id)
    expect(ok(await move(to(source)))).toEqual(back)
  })

  it('needs the right in both sections', async () => {
    const target = await forum.section()
    const thread = await forum.thread(section, author)
    refused(await forum.post(`/threads/${thread.id}/section`, moderator, to(target)), 403, cannot.move)
    const elsewhere = await forum.moderator(target)
    refused(await forum.post(`/threads/${thread.id}/section`, elsewhere, to(target)), 403, cannot.move)
    ok(await forum.post(`/threads/${thread.id}/section`, await forum.globalModerator(), to(target)))
  })

  it('refuses destinations that do not exist or hold no threads', async () => {
    const thread = await forum.thread(section, author)
    const category = await forum.section()
    await forum.section({ parent: category.key })
    const move = (body: object) => forum.post(`/threads/${thread.id}/section`, administrator, body)
    refused(await move(to({ id: unknown })), 404, 'destination section not found')
    refused(
      await move({ section: { type: 'ForumSection', key: 'nothing' } }),
      404,
      'destination section not found',
    )
    refused(await move(to(category)), 400, 'destination section holds no threads')
    refused(
      await forum.post(`/threads/${unknown}/section`, administrator, to(section)),
      404,
      'thread not found',
    )
    for (const body of [
      {},
      { section: section.id },
      { section: { type: 'ForumSection' } },
      to({ id: 'x' }),
    ]) {
      expect((await move(body)).status).toBe(422)
    }
  })

  it.each(powerless)('refuses %s', async (_, who) => {
    const thread = await forum.thread(section, author)
    refused(await forum.post(`/threads/${thread.id}/section`, who, to(section)), 403, cannot.move)
  })
})

describe('deleteThread and restoreThread', () => {
  it('remove a thread from every listing and count, and bring it back as it was', async () => {
    const own = await forum.section()
    const thread = await forum.thread(own, author)
    const post = await forum.reply(thread, member)
    const before = ok(await forum.get(`/threads/${thread.id}`, administrator))
    const deleted = ok(await forum.delete(`/threads/${thread.id}`, administrator, { comment: 'spam' }))
    expect(deleted).toMatchObject({
      id: thread.id,
      section: { threads: { count: 0 } },
      self: {
        can_post: false,
        can_lock: false,
        can_pin: false,
        can_move: false,
        can_delete: false,
        can_report: false,
      },
    })
    expect(JSON.stringify(deleted)).not.toContain('spam')
    expect(ok(await forum.get(`/sections/${own.id}`)).threads).toMatchObject({ count: 0, items: [] })
    for (const who of [guest, author, member, moderator]) {
      refused(await forum.get(`/threads/${thread.id}`, who), 404, 'thread not found')
      refused(await forum.post(`/threads/${thread.id}`, who, { body: 'x' }), 404, 'thread not found')
      refused(await forum.patch(`/threads/${thread.id}`, who, {}), 404, 'thread not found')
      refused(await forum.delete(`/threads/${thread.id}`, who), 404, 'thread not found')
      refused(await forum.post(`/threads/${thread.id}/restore`, who), 404, 'thread not found')
      refused(await forum.get(`/posts/${post.id}`, who), 404, 'post not found')
    }
    ok(await forum.get(`/threads/${thread.id}`, administrator))
    ok(await forum.get(`/posts/${post.id}`, administrator))
    refused(await forum.post(`/threads/${thread.id}`, administrator, { body: 'x' }), 403, cannot.reply)
    const to = { section: { type: 'ForumSection', id: section.id } }
    for (const answer of [
      await forum.delete(`/threads/${thread.id}`, administrator),
      await forum.patch(`/threads/${thread.id}`, administrator, {}),
      await forum.post(`/threads/${thread.id}/section`, administrator, to),
    ]) {
      refused(answer, 409, 'thread is already deleted')
    }
    expect(ok(await forum.post(`/threads/${thread.id}/restore`, administrator))).toEqual(before)
    refused(await forum.post(`/threads/${thread.id}/restore`, administrator), 409, 'thread is not deleted')
    expect(ok(await forum.get(`/sections/${own.id}`)).threads.count).toBe(1)
  })

  it.each(powerless)('refuse %s', async (_, who) => {
    const thread = await forum.thread(section, author)
    refused(await forum.delete(`/threads/${thread.id}`, who), 403, cannot.delete)
    refused(await forum.post(`/threads/${thread.id}/restore`, who), 403, cannot.restore)
  })
})

describe('the moderation log', () => {
  const logOf = (threadId: string) =>
    forum.rows(
      `SELECT action, data, comment, section_id, actor_id, post_id, target_user_id
       FROM moderation_entry WHERE thread_id = $1 ORDER BY ctime, id`,
      [threadId],
    )

  it('has one entry for each effective change, and none otherwise', async () => {
    const target = await forum.section()
    const thread = await forum.thread(section, author)
    const path = `/threads/${thread.id}`
    await forum.patch(path, administrator, { title: 'Other', is_pinned: true, is_locked: true })
    await forum.patch(path, administrator, { title: 'Other', is_pinned: true })
    await forum.patch(path, administrator, {})
    await forum.patch(path, administrator, { is_pinned: false })
    await forum.patch(path, administrator, { is_locked: false })
    await forum.post(`${path}/section`, administrator, { section: { type: 'ForumSection', id: section.id } })
    await forum.post(`${path}/section`, administrator, { section: { type: 'ForumSection', id: target.id } })
    await forum.delete(path, administrator, { comment: 'why' })
    await forum.delete(path, administrator)
    await forum.post(`${path}/restore`, administrator)
    const common = { comment: null, actor_id: administrator.id, post_id: null, target_user_id: null }
    const here = { ...common, section_id: section.id }
    const there = { ...common, section_id: target.id }
    expect(await logOf(thread.id)).toEqual([
      { action: 'RenameThread', data: { title: 'Other' }, ...here },
      { action: 'PinThread', data: { is_pinned: true }, ...here },
      { action: 'LockThread', data: { is_locked: true }, ...here },
      { action: 'UnpinThread', data: { is_pinned: false }, ...here },
      { action: 'UnlockThread', data: { is_locked: false }, ...here },
      { action: 'MoveThread', data: { from_section: section.id, to_section: target.id }, ...here },
      { action: 'DeleteThread', data: {}, ...there, comment: 'why' },
      { action: 'RestoreThread', data: {}, ...there },
    ])
  })
})
