import type { Forum, User } from './forum.ts'

/** A thread of a section of its own, with this many posts by these members in turn. */
export async function threadOf(forum: Forum, posts: number, ...members: readonly [User, ...User[]]) {
  const by = (index: number) => members[index % members.length] ?? members[0]
  const section = await forum.section()
  const thread = await forum.thread(section, by(0))
  const all = [thread.posts.items[0]]
  for (let index = 1; index < posts; index += 1) all.push(await forum.reply(thread, by(index)))
  return { section, thread, posts: all as { id: string; ctime: string }[] }
}

/** Where a post is, as answers say it. */
export const locationOf = (
  thread: { id: string; key: string | null },
  post: { id: string },
  offset: number,
) => ({
  type: 'ForumPostLocation',
  post: post.id,
  thread: { type: 'ForumThread', id: thread.id, key: thread.key },
  offset,
})
