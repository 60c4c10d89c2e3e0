import { afterAll, beforeAll, expect } from 'vitest'
import { administrator, client, Forum, guest, newUser, type User, underToken, unresolvable } from './forum.ts'
import { expectTallies, sectionRef, short } from './moderation.ts'

/** Set before the first test of a file that calls `inModeratedForum`. */
export let forum: Forum
export let section: { id: string; key: string }
/** A section in which `moderator` is a member like others. */
export let elsewhere: { id: string }
export let moderator: User
export let globalModerator: User

/** Members who have been here once. */
export const author = newUser('Author')
export const member = newUser('Member')

/** Starts the forum for the tests of this file, and holds its tallies against its rows at their end. */
export function inModeratedForum(): void {
  beforeAll(async () => {
    forum = await Forum.start()
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
/** Members who moderate nothing in `section`, by their roles or by their credentials. */
export const outsiders = () => [
  member,
  underToken(globalModerator, 'base', 'forum:read', 'forum:write'),
  underToken(administrator, 'base', 'forum:read', 'forum:write', 'forum:moderate'),
]

/** What a target reads like in the report of a thread by `author`. */
export const contextOf = (thread: { id: string }, html = 'First post.') => ({
  type: 'ForumReportContext',
  thread: { type: 'ForumThread', id: thread.id },
  thread_title: 'A thread',
  section: sectionRef(section),
  author: short(author),
  html: expect.stringContaining(html),
})
