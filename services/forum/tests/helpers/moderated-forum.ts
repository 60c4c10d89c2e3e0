import { afterAll, beforeAll, expect } from 'vitest'
import { administrator, client, Forum, guest, newUser, type User, underToken, unresolvable } from './forum.ts'
import { expectTallies, sectionRef, short } from './moderation.ts'

/** Set before the first test of a file that calls `inModeratedForum`. */
export let forum: Forum
export let section: { id: string; key: string }
/** A section in which `moderator` is an ordinary member. */
export let elsewhere: { id: string }
export let moderator: User
export let globalModerator: User

/** Members who have visited before. */
export const author = newUser('Author')
export const member = newUser('Member')

/** Gives this file's tests a forum, and compares its tallies with its rows at the end. */
export function inModeratedForum(start: () => Promise<Forum> = Forum.shared): void {
  beforeAll(async () => {
    forum = await start()
    section = await forum.section()
    elsewhere = await forum.section()
    moderator = await forum.moderator(section)
    globalModerator = await forum.globalModerator()
    await forum.meet(member)
  })
  afterAll(async () => {
    await expectTallies(forum)
    await forum.close()
  })
}

export const nobodies = [guest, unresolvable, client]
/** Members who do not moderate `section`, by their roles or by their credentials. */
export const outsiders = () => [
  member,
  underToken(globalModerator, 'base', 'forum:read', 'forum:write'),
  underToken(administrator, 'base', 'forum:read', 'forum:write', 'forum:moderate'),
]

/** The target as the report of a thread by `author` shows it. */
export const contextOf = (thread: { id: string }, html = 'First post.') => ({
  type: 'ForumReportContext',
  thread: { type: 'ForumThread', id: thread.id },
  thread_title: 'A thread',
  section: sectionRef(section),
  author: short(author),
  html: expect.stringContaining(html),
})
