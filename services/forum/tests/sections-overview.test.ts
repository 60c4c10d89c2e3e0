import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, type User } from './helpers/forum.ts'
import { threadOf } from './helpers/places.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const author = newUser('Author')

describe('the overview', () => {
  const entryOf = async (section: { id: string }, who: User | typeof guest = guest) =>
    ok(await forum.get('/overview', who)).sections.find(({ id }: { id: string }) => id === section.id)

  it('has for every section what the listing has', async () => {
    await threadOf(forum, 2, author)
    const reader = newUser('Reader')
    for (const who of [guest, reader, administrator]) {
      const overview = ok(await forum.get('/overview', who))
      expect(overview.type).toBe('ForumOverview')
      expect(
        overview.sections.map(({ last_post: _, ...section }: object & { last_post: unknown }) => section),
      ).toEqual(await forum.sections(who))
    }
  })

  it('shows the newest post of a section and of all below it, deleted threads aside', async () => {
    const root = await forum.section()
    const below = await forum.section({ parent: root.key })
    const deepest = await forum.section({ parent: below.key })
    const sibling = await forum.section({ parent: root.key })
    for (const section of [root, below, deepest, sibling])
      expect((await entryOf(section)).last_post).toBeNull()
    const moderator = await forum.moderator(deepest)
    const first = await forum.thread(deepest, author, 'First')
    const second = await forum.thread(deepest, moderator, 'Second')
    const reply = await forum.reply(first, moderator)
    ok(await forum.patch(`/threads/${second.id}`, moderator, { is_pinned: true }))
    const last = (
      thread: { id: string },
      title: string,
      post: { id: string; ctime: string; author: object },
    ) => ({
      post: { type: 'ForumPost', id: post.id, ctime: post.ctime, author: post.author },
      thread: { type: 'ForumThread', id: thread.id, key: null, title },
    })
    for (const section of [root, below, deepest])
      expect((await entryOf(section)).last_post).toEqual(last(first, 'First', reply))
    expect((await entryOf(sibling)).last_post).toBeNull()
    ok(await forum.delete(`/threads/${first.id}`, moderator))
    for (const who of [guest, moderator])
      expect((await entryOf(root, who)).last_post).toEqual(last(second, 'Second', second.posts.items[0]))
    const elsewhere = await forum.thread(sibling, author, 'Elsewhere')
    expect((await entryOf(root)).last_post).toEqual(last(elsewhere, 'Elsewhere', elsewhere.posts.items[0]))
    expect((await entryOf(below)).last_post.thread.title).toBe('Second')
  })
})
