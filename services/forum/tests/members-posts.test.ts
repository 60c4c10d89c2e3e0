import { readFileSync } from 'node:fs'
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
import { expectInvariants } from './helpers/invariants.ts'
import { sectionRef } from './helpers/moderation.ts'

let forum: Forum
let section: { id: string }
let moderator: User

beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  moderator = await forum.moderator(section)
})
afterAll(() => forum.close())

const summary = async (member: User, who: Who = guest) => ok(await forum.get(`/users/${member.id}`, who))
const posts = async (member: User, who: Who = guest, query = '') =>
  ok(await forum.get(`/users/${member.id}/posts${query}`, who))
const counts = async (member: User) => {
  const told = await summary(member)
  return [told.threads.count, told.posts.count]
}
const idsOf = (listing: { items: { id: string }[] }) => listing.items.map(({ id }) => id)

describe('how much a member has written', () => {
  it('is public, with the times of the first and last post', async () => {
    const member = newUser('Ada')
    await forum.meet(member)
    const nothing = { type: 'ForumUser', user: expect.objectContaining({ id: member.id }) }
    const none = { threads: { count: 0 }, posts: { count: 0 }, first_post_at: null, last_post_at: null }
    expect(await summary(member)).toEqual({ ...nothing, ...none })

    const thread = await forum.thread(section, member)
    await forum.reply(thread, newUser('Somebody else'))
    const last = await forum.reply(thread, member)
    const expected = {
      type: 'ForumUser',
      user: { type: 'User', id: member.id, display_name: { current: { value: 'Ada' } } },
      threads: { count: 1 },
      posts: { count: 2 },
      first_post_at: thread.posts.items[0].ctime,
      last_post_at: last.ctime,
    }
    for (const who of [guest, client, unresolvable, member, moderator, administrator])
      expect(await summary(member, who)).toEqual(expected)
  })

  it('excludes deleted threads until they are restored, for every caller', async () => {
    const [member, other] = [newUser('Grace'), newUser('Guest of Grace')]
    const kept = await forum.thread(section, member)
    const gone = await forum.thread(section, member)
    await forum.reply(gone, other)
    const newest = await forum.reply(gone, member)
    expect([await counts(member), await counts(other)]).toEqual([
      [2, 3],
      [0, 1],
    ])
    ok(await forum.delete(`/threads/${gone.id}`, moderator))
    expect([await counts(member), await counts(other)]).toEqual([
      [1, 1],
      [0, 0],
    ])
    expect(await summary(member, moderator)).toMatchObject({
      posts: { count: 1 },
      first_post_at: kept.ctime,
      last_post_at: kept.ctime,
    })
    expect(await summary(other)).toMatchObject({ first_post_at: null, last_post_at: null })
    ok(await forum.post(`/threads/${gone.id}/restore`, moderator))
    expect(await counts(member)).toEqual([2, 3])
    expect((await summary(member)).last_post_at).toBe(newest.ctime)
  })

  it('counts hidden posts, and is unaffected when a thread moves', async () => {
    const member = newUser('Mover')
    const thread = await forum.thread(section, member)
    const post = thread.posts.items[0]
    ok(await forum.delete(`/posts/${post.id}`, moderator, { last_revision_id: post.revisions.last.id }))
    const elsewhere = await forum.section()
    ok(await forum.post(`/threads/${thread.id}/section`, administrator, { section: sectionRef(elsewhere) }))
    expect(await counts(member)).toEqual([1, 1])
    ok(await forum.delete(`/threads/${thread.id}`, administrator))
    expect(await counts(member)).toEqual([0, 0])
    expect((await posts(member, moderator)).count).toBe(0)
    expect((await posts(member, administrator)).count).toBe(1)
  })

  it('is right after simultaneous replies, deletions and restorations', async () => {
    const members = [newUser('One'), newUser('Two'), newUser('Three')]
    const threads = await Promise.all(members.map((member) => forum.thread(section, member)))
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const thread = threads[n % 3]!
        if (n % 10 === 8) return forum.delete(`/threads/${thread.id}`, moderator)
        if (n % 10 === 9) return forum.post(`/threads/${thread.id}/restore`, moderator)
        return forum.post(`/threads/${thread.id}`, members[Math.floor(n / 3) % 3]!, { body: `Reply ${n}.` })
      }),
    )
    await expectInvariants(forum)
  })

  it('is counted by the migration as by the writes', async () => {
    await forum.rows(`DELETE FROM tally WHERE listing::text LIKE '%Member%'`)
    const file = '../prisma/migrations/20261122204100_tallies_of_members/migration.sql'
    await forum.rows(readFileSync(new URL(file, import.meta.url), 'utf8'))
    await expectInvariants(forum)
  })
})

describe('what a member has written', () => {
  it('is listed newest first, each post as in its thread, from either end', async () => {
    const member = newUser('Writer')
    const threads = [
      await forum.thread(section, member, 'First'),
      await forum.thread(section, member, 'Second'),
    ]
    const written = threads.map((thread) => thread.posts.items[0].id)
    for (let n = 0; n < 7; n += 1) written.push((await forum.reply(threads[n % 2], member)).id)
    const newestFirst = written.toReversed()
    const all = await posts(member)
    expect(all).toMatchObject({ offset: 0, limit: 10, count: 9 })
    expect(idsOf(all)).toEqual(newestFirst)
    for (let offset = 0; offset < 11; offset += 1) {
      const page = await posts(member, guest, `?offset=${offset}&limit=2`)
      expect({ ...page, items: idsOf(page) }).toEqual({
        offset,
        limit: 2,
        count: 9,
        items: newestFirst.slice(offset, offset + 2),
      })
    }
    expect(await posts(member, guest, '?limit=0')).toMatchObject({ count: 9, items: [] })

    for (const who of [guest, member, moderator]) {
      const [shown] = (await posts(member, who)).items
      const thread = ok(await forum.get(`/threads/${shown.thread.id}`, who))
      const { type, id, key, title } = thread
      expect(shown).toEqual({ ...thread.posts.items.at(-1), thread: { type, id, key, title } })
    }
  })

  it('is listed as far as the caller may see it', async () => {
    const member = newUser('Half hidden')
    const kept = await forum.thread(section, member)
    const gone = await forum.thread(section, member)
    ok(await forum.delete(`/threads/${gone.id}`, moderator))
    const both = [gone, kept].map((thread) => thread.posts.items[0].id)
    const elsewhere = await forum.moderator(await forum.section())
    for (const who of [moderator, administrator, underToken(moderator, 'forum:moderate')]) {
      const listing = await posts(member, who)
      expect([listing.count, idsOf(listing)]).toEqual([2, both])
    }
    for (const who of [guest, client, member, elsewhere, underToken(moderator, 'forum:write')]) {
      const listing = await posts(member, who)
      expect([listing.count, idsOf(listing)]).toEqual([1, both.slice(1)])
    }
    const { id, revisions } = kept.posts.items[0]
    ok(await forum.delete(`/posts/${id}`, moderator, { last_revision_id: revisions.last.id }))
    for (const who of [guest, member, moderator])
      expect((await posts(member, who)).items.at(-1).revisions.last.content).toBeNull()
  })

  it('answers 404 for a malformed or unknown id, and an empty page past the end', async () => {
    for (const path of ['', '/posts']) {
      refused(await forum.get(`/users/no-such${path}`), 404, 'user not found')
      refused(await forum.get(`/users/${administrator.id}0${path}`, administrator), 404, 'user not found')
    }
    const member = newUser('Known')
    await forum.meet(member)
    for (const query of ['?offset=-1', '?limit=x', '?limit=1&limit=2'])
      expect((await forum.get(`/users/${member.id}/posts${query}`)).status, query).toBe(400)
  })
})
