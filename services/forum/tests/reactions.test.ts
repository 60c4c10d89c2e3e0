import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, refused, type User, underToken } from './helpers/forum.ts'
import { sanctionBody, short, unknown, userRef } from './helpers/moderation.ts'

let forum: Forum
let section: { id: string; key: string }
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  await forum.meet(author, administrator)
})
afterAll(() => forum.close())

interface Post {
  id: string
}
const pathOf = (post: Post, key = 'heart') => `/posts/${post.id}/reactions/${key}`
const give = (post: Post, who: User, key?: string) => forum.put(pathOf(post, key), who)
const takeBack = (post: Post, who: User, key?: string) => forum.delete(pathOf(post, key), who)
const count = (key: string, number: number, mine: boolean) => ({ key, count: number, mine })
async function opened(title = 'A thread'): Promise<{ thread: { id: string }; post: Post }> {
  const thread = await forum.thread(section, author, title)
  return { thread, post: thread.posts.items[0] }
}
const toldTo = async (who: User) =>
  ok(await forum.get('/notifications', who)).items.filter(({ kind }: { kind: string }) => kind === 'Reaction')
const isTold = (who: User, ...told: object[]) => expect.poll(() => toldTo(who)).toMatchObject(told)
const hide = async (post: Post, who: User) => {
  const { revisions } = ok(await forum.get(`/posts/${post.id}?limit=100`, who))
  ok(
    await forum.delete(`/posts/${post.id}`, who, {
      last_revision_id: revisions.items.at(-1).id,
      comment: null,
    }),
  )
}

describe('reactions to a post', () => {
  it('are counted by kind in the configured order, and marked for those who gave them', async () => {
    const { thread, post } = await opened()
    const reply = await forum.reply(thread, newUser('Replier'))
    const [one, two] = [newUser('One'), newUser('Two')]
    expect(ok(await give(post, one, 'trophy'))).toEqual({ reactions: [count('trophy', 1, true)] })
    expect(ok(await give(post, two, 'heart'))).toEqual({
      reactions: [count('heart', 1, true), count('trophy', 1, false)],
    })
    ok(await give(post, two, 'trophy'))
    ok(await give(reply, author, 'smile'))
    /** Alone, and with the page itself. */
    const page = async (who: Parameters<typeof forum.get>[1], query = '?offset=0') => {
      const alone = ok(await forum.get(`/threads/${thread.id}/reactions${query}`, who))
      const included = ok(await forum.get(`/threads/${thread.id}${query}&include=reactions`, who))
      expect(included.reactions).toEqual(alone.posts)
      return alone
    }
    const ofPost = (...reactions: object[]) => ({ post: post.id, reactions })
    const ofReply = (mine: boolean) => ({ post: reply.id, reactions: [count('smile', 1, mine)] })
    expect(await page(one)).toEqual({
      posts: [ofPost(count('heart', 1, false), count('trophy', 2, true)), ofReply(false)],
    })
    const plain = ofPost(count('heart', 1, false), count('trophy', 2, false))
    expect(await page(guest)).toEqual({ posts: [plain, ofReply(false)] })
    expect(await page(underToken(one, 'base'))).toEqual({ posts: [plain, ofReply(false)] })
    expect(await page(author, '?offset=1&limit=1')).toEqual({ posts: [ofReply(true)] })
    expect(await page(guest, '?limit=0')).toEqual({ posts: [] })
    // Who reads the page at once shares a statement, and nothing of their own.
    const readers = [one, two, author, one, two, author]
    const together = await Promise.all(
      readers.map((who) => forum.get(`/threads/${thread.id}?include=reactions`, who).then(ok)),
    )
    for (const [index, { reactions }] of together.entries())
      expect(reactions).toEqual((await page(readers[index])).posts)
    expect(ok(await forum.get(`/threads/${thread.id}`, one))).not.toHaveProperty('reactions')
    expect((await forum.get(`/threads/${thread.id}?include=others`)).status).toBe(400)
  })

  it('count once for each member, however often they are given or taken back at the same time', async () => {
    const { post } = await opened()
    const member = newUser('Eager')
    await forum.meet(member)
    const twenty = Array.from({ length: 20 })
    for (const answer of await Promise.all(twenty.map(() => give(post, member)))) ok(answer)
    expect(ok(await give(post, member))).toEqual({ reactions: [count('heart', 1, true)] })
    const others = Array.from({ length: 10 }, (_, at) => newUser(`Other ${at}`))
    for (const answer of await Promise.all(others.map((other) => give(post, other)))) ok(answer)
    for (const answer of await Promise.all(twenty.map(() => takeBack(post, member)))) ok(answer)
    expect(ok(await takeBack(post, member))).toEqual({ reactions: [count('heart', 10, false)] })
    const mixed = twenty.map((_, at) => (at % 2 ? give(post, member) : takeBack(post, member)))
    for (const answer of await Promise.all(mixed)) ok(answer)
    const { reactions } = ok(await give(post, member))
    expect(reactions).toEqual([count('heart', 11, true)])
  })

  it('name who gave them, newest first', async () => {
    const { post } = await opened()
    const members = [newUser('First'), newUser('Second'), newUser('Third')]
    for (const member of members) ok(await give(post, member))
    const list = (query = '') => forum.get(`${pathOf(post)}${query}`).then(ok)
    const all = members.toReversed().map(short)
    expect(await list()).toEqual({ offset: 0, limit: 20, count: 3, items: all })
    expect(await list('?offset=1&limit=1')).toEqual({ offset: 1, limit: 1, count: 3, items: [all[1]] })
    ok(await takeBack(post, members[1]!))
    expect(await list()).toMatchObject({ count: 2, items: [all[0], all[2]] })
    expect(ok(await forum.get(pathOf(post, 'smile')))).toMatchObject({ count: 0, items: [] })
  })

  it('need whoever may post there, but no open thread, and another’s post', async () => {
    const { thread, post } = await opened()
    const member = newUser('Member')
    const muted = newUser('Muted')
    await forum.meet(muted)
    ok(await forum.post('/sanctions', administrator, sanctionBody(userRef(muted), { section })))
    for (const act of [give, takeBack]) {
      expect((await act(post, muted)).status).toBe(403)
      refused(await act(post, author), 403, 'forbidden')
      expect((await act(post, underToken(member, 'forum:read'))).status).toBe(403)
      refused(await act(post, member, 'anvil'), 404, 'reaction not found')
      refused(await act(post, member, 'HEART'), 404, 'reaction not found')
      refused(await act(post, member, '__proto__'), 404, 'reaction not found')
      refused(await act({ id: unknown }, member), 404, 'post not found')
    }
    refused(await forum.put(pathOf(post), guest), 401, 'authentication required')
    ok(await forum.patch(`/threads/${thread.id}`, administrator, { is_locked: true }))
    expect(ok(await give(post, underToken(member, 'forum:write')))).toEqual({
      reactions: [count('heart', 1, true)],
    })
  })

  it('are gone while the post is hidden or its thread deleted', async () => {
    const { thread, post } = await opened()
    const member = newUser('Member')
    ok(await give(post, member))
    await hide(post, administrator)
    for (const who of [member, administrator])
      for (const answer of [
        await give(post, who),
        await takeBack(post, who),
        await forum.get(pathOf(post), who),
      ])
        refused(answer, 404, 'post not found')
    expect(ok(await forum.get(`/threads/${thread.id}/reactions`))).toEqual({ posts: [] })
    expect(ok(await forum.get(`/threads/${thread.id}?include=reactions`)).reactions).toEqual([])
    const other = await opened()
    ok(await give(other.post, member))
    ok(await forum.delete(`/threads/${other.thread.id}`, administrator))
    refused(await give(other.post, newUser('Another')), 404, 'post not found')
    refused(await forum.get(`/threads/${other.thread.id}/reactions`), 404, 'thread not found')
    expect((await give(other.post, administrator)).status).toBe(403)
  })
})

describe('the author of a post', () => {
  it('has one notification for its unread reactions, which counts them and names the last member', async () => {
    const writer = newUser('Writer')
    await forum.meet(writer)
    const { thread } = await opened()
    const post = await forum.reply(thread, writer)
    const another = await forum.reply(thread, writer)
    const [one, two, three] = [newUser('One'), newUser('Two'), newUser('Three')]
    const about = (number: number, { id }: User, of = post) => ({
      kind: 'Reaction',
      count: number,
      read_at: null,
      actor: { id },
      thread: { id: thread.id },
      section: { id: section.id },
      post: { id: of.id, author: { user: { id: writer.id } } },
    })
    ok(await give(post, one))
    await isTold(writer, about(1, one))
    ok(await give(post, two))
    ok(await give(post, two))
    await isTold(writer, about(2, two))
    ok(await give(another, one))
    await isTold(writer, about(1, one, another), about(2, two))
    ok(await forum.post(`/threads/${thread.id}/read`, writer, { up_to_post: another.id }))
    expect(await toldTo(writer)).toMatchObject([{ count: 1 }, { count: 2 }])
    for (const { read_at } of await toldTo(writer)) expect(read_at).not.toBeNull()
    ok(await give(post, three))
    await isTold(writer, about(1, three), { count: 1 }, { count: 2 })
  })

  it('is told nothing of what was taken back unread, and once of what comes and goes', async () => {
    const writer = newUser('Writer')
    await forum.meet(writer)
    const { thread } = await opened()
    const post = await forum.reply(thread, writer)
    const [one, two] = [newUser('One'), newUser('Two')]
    ok(await give(post, one))
    ok(await give(post, two))
    await isTold(writer, { count: 2, actor: { id: two.id } })
    ok(await takeBack(post, two))
    await isTold(writer, { count: 1, actor: { id: one.id } })
    ok(await takeBack(post, one))
    expect(await toldTo(writer)).toEqual([])
    ok(await give(post, one))
    await isTold(writer, { count: 1, actor: { id: one.id } })
    ok(await forum.post(`/threads/${thread.id}/read`, writer, { up_to_post: post.id }))
    for (let time = 0; time < 3; time += 1) {
      ok(await takeBack(post, one))
      ok(await give(post, one))
    }
    // What comes after them is told, and so these would have been.
    ok(await give(post, two))
    await isTold(writer, { count: 1, read_at: null, actor: { id: two.id } }, { count: 1 })
    expect(await toldTo(writer)).toHaveLength(2)
  })

  it('is not told while the post is hidden, and hears of it by the stream', async () => {
    const writer = newUser('Writer')
    await forum.meet(writer)
    const { thread } = await opened()
    const post = await forum.reply(thread, writer)
    const stream = await forum.listen('/notifications/stream', writer)
    ok(await give(post, newUser('One')))
    await expect.poll(() => stream.events.map(({ event }: { event: string }) => event)).toContain('Reaction')
    stream.close()
    await hide(post, administrator)
    expect(await toldTo(writer)).toEqual([])
  })
})
