import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { client, Forum, guest, newUser, ok, refused, unresolvable } from './helpers/forum.ts'
import { locationOf, threadOf } from './helpers/places.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.shared()
})
afterAll(() => forum.close())

const author = newUser('Author')
const nobody = '01890000-0000-7000-8000-000000000000'

describe('the place of a post', () => {
  it('is where the thread’s listing has it, for every caller', async () => {
    const { thread, posts } = await threadOf(forum, 4, author)
    for (const who of [guest, client, unresolvable, author]) {
      for (const [offset, post] of posts.entries()) {
        const found = ok(await forum.get(`/posts/${post.id}/location`, who))
        expect(found).toEqual(locationOf(thread, post, offset))
        const page = ok(await forum.get(`/threads/${thread.id}?offset=${offset}&limit=1`, who))
        expect(page.posts.items[0].id).toBe(post.id)
      }
    }
  })

  it('stays while the post is hidden, and is gone when its thread is deleted', async () => {
    const { section, thread, posts } = await threadOf(forum, 2, author)
    const moderator = await forum.moderator(section)
    const [, second] = posts
    const { revisions } = ok(await forum.get(`/posts/${second?.id}`, moderator))
    const deletion = { last_revision_id: revisions.items[0].id }
    ok(await forum.delete(`/posts/${second?.id}`, moderator, deletion))
    expect(ok(await forum.get(`/posts/${second?.id}/location`)).offset).toBe(1)
    ok(await forum.delete(`/threads/${thread.id}`, moderator))
    for (const who of [guest, author])
      refused(await forum.get(`/posts/${second?.id}/location`, who), 404, 'post not found')
    expect(ok(await forum.get(`/posts/${second?.id}/location`, moderator)).offset).toBe(1)
  })

  it('is 404 for an unknown post', async () => {
    for (const ref of [nobody, 'key', '%00'])
      refused(await forum.get(`/posts/${ref}/location`), 404, 'post not found')
  })
})
