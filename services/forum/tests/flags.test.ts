import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  type User,
  underToken,
  type Who,
} from './helpers/forum.ts'
import { lapse, type SanctionInput, sanction } from './helpers/moderation.ts'

/** A `self` flag must predict what happens: each caller tries each act. */

let forum: Forum
let section: { id: string; key: string }
let callers: [string, Who][]
const author = newUser('Author')

async function mute(user: User, input: SanctionInput = {}): Promise<User> {
  await forum.meet(user)
  await sanction(forum, user, input)
  return user
}

beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  const elsewhere = await forum.section()
  const moderator = await forum.moderator(section)
  const globalModerator = await forum.globalModerator()
  callers = [
    ['a guest', guest],
    ['a client', client],
    ['the author', author],
    ['the author under a token to read', underToken(author, 'forum:read')],
    ['the author under a token to write', underToken(author, 'forum:write')],
    ['a member', newUser('Member')],
    ['a muted member', await mute(newUser('Muted'))],
    ['a member muted here', await mute(newUser('Muted'), { section })],
    ['a member muted elsewhere', await mute(newUser('Muted'), { section: elsewhere })],
    ['a moderator', moderator],
    ['a moderator under a token to write', underToken(moderator, 'forum:write')],
    ['a moderator under a token to moderate', underToken(moderator, 'forum:moderate')],
    ['a muted moderator', await mute(await forum.moderator(section), { section })],
    ['a moderator of another section', await forum.moderator(elsewhere)],
    ['a global moderator', globalModerator],
    ['an administrator', administrator],
    ['an administrator under a token to moderate', underToken(administrator, 'forum:moderate')],
  ]
})
afterAll(() => forum.close())

const succeeds = ({ status }: { status: number }) => {
  expect([200, 403]).toContain(status)
  return status === 200
}

describe('a self flag is true exactly when the act succeeds', () => {
  it('for can_create_thread', async () => {
    for (const [name, who] of callers) {
      const { self } = ok(await forum.get(`/sections/${section.id}?limit=0`, who))
      const answer = await forum.post(`/sections/${section.id}`, who, { title: 'Title', body: 'Body' })
      expect(succeeds(answer), name).toBe(self.can_create_thread)
    }
  })

  it('for can_post, in open and in locked threads', async () => {
    const thread = await forum.thread(section, author)
    for (const isLocked of [false, true]) {
      ok(await forum.patch(`/threads/${thread.id}`, administrator, { is_locked: isLocked }))
      for (const [name, who] of callers) {
        const { self } = ok(await forum.get(`/threads/${thread.id}?limit=0`, who))
        expect(succeeds(await forum.post(`/threads/${thread.id}`, who, { body: 'Reply' })), name).toBe(
          self.can_post,
        )
      }
    }
  })

  it('for can_lock, can_pin, can_move and can_delete', async () => {
    const thread = await forum.thread(section, author)
    const path = `/threads/${thread.id}`
    for (const [name, who] of callers) {
      const { self } = ok(await forum.get(`${path}?limit=0`, who))
      const here = { section: { type: 'ForumSection', id: section.id } }
      expect(succeeds(await forum.patch(path, who, { is_locked: true })), name).toBe(self.can_lock)
      expect(succeeds(await forum.patch(path, who, { is_pinned: true })), name).toBe(self.can_pin)
      expect(succeeds(await forum.post(`${path}/section`, who, here)), name).toBe(self.can_move)
      const deleted = succeeds(await forum.delete(path, who))
      expect(deleted, name).toBe(self.can_delete)
      if (deleted) ok(await forum.post(`${path}/restore`, who))
    }
  })

  it('for can_edit and can_delete of own and of others’ posts', async () => {
    for (const [name, who] of callers) {
      const thread = await forum.thread(section, author)
      const own = await forum.post(`/threads/${thread.id}`, who, { body: 'Own' })
      const posts = [thread.posts.items[0], ...(own.status === 200 ? [own.body] : [])]
      for (const { id } of posts) {
        const before = ok(await forum.get(`/posts/${id}`, who))
        const edited = await forum.patch(`/posts/${id}`, who, {
          last_revision_id: before.revisions.items.at(-1).id,
          content: 'Edited',
          comment: null,
        })
        expect(succeeds(edited), name).toBe(before.self.can_edit)
        const { revisions, self } = ok(await forum.get(`/posts/${id}`, who))
        const hidden = await forum.delete(`/posts/${id}`, who, {
          last_revision_id: revisions.items.at(-1).id,
        })
        expect(succeeds(hidden), name).toBe(self.can_delete)
      }
    }
  })
})

describe('a mute', () => {
  it('that has expired or was lifted bars nothing', async () => {
    const expired = newUser('Expired')
    const lifted = newUser('Lifted')
    await forum.meet(expired, lifted)
    await lapse(forum, await sanction(forum, expired, { expires_at: '2100-01-01T00:00:00Z' }))
    const { id } = await sanction(forum, lifted, { section })
    ok(await forum.delete(`/sanctions/${id}`, administrator))
    await forum.thread(section, expired)
    await forum.thread(section, lifted)
  })

  it('keeps the author from editing', async () => {
    const user = newUser('Soon muted')
    const thread = await forum.thread(section, user)
    await mute(user, { section })
    const post = thread.posts.items[0]
    const body = { last_revision_id: post.revisions.last.id, content: 'x', comment: null }
    expect((await forum.patch(`/posts/${post.id}`, user, body)).status).toBe(403)
  })
})
