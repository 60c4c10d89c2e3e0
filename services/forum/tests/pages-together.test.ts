import { describe, expect, it } from 'vitest'
import {
  administrator,
  client,
  Forum,
  guest,
  newUser,
  ok,
  underToken,
  unresolvable,
  type Who,
} from './helpers/forum.ts'
import {
  author,
  elsewhere,
  forum,
  globalModerator,
  inModeratedForum,
  member,
  moderator,
  section,
} from './helpers/moderated-forum.ts'
import { sanction } from './helpers/moderation.ts'

/** One process, in which members who read the same page at the same time share a statement. */

inModeratedForum(() => Forum.shared(1))

const ROUNDS = 4

/** Everybody, whose answers differ by their roles, their sanctions, their reading and their credentials. */
async function everybody(): Promise<Who[]> {
  const muted = newUser('Muted')
  await forum.meet(muted)
  await sanction(forum, muted, { section }, moderator)
  return [
    ...[author, member, muted, moderator, globalModerator, administrator, newUser('Never seen')],
    ...[underToken(moderator, 'base', 'forum:read'), underToken(moderator, 'base')],
    ...[guest, unresolvable, client],
  ]
}

async function expectTheSame(paths: string[], readers: Who[]): Promise<void> {
  const asked = paths.flatMap((path) => readers.map((who) => ({ path, who })))
  const alone = []
  for (const { path, who } of asked) alone.push(await forum.get(path, who))
  const all = Array.from({ length: ROUNDS }, () => asked.map(({ path, who }) => forum.get(path, who)))
  const together = await Promise.all(all.flat())
  for (const [index, { status, body }] of together.entries()) {
    const expected = alone[index % asked.length]!
    expect({ status, body }).toEqual({ status: expected.status, body: expected.body })
  }
}

describe('who reads a page together with others gets what they would get alone:', () => {
  it('of threads with hidden posts, of deleted ones, of pages behind the end, of none', async () => {
    const [open, deleted, another] = [
      await forum.thread(section, author, 'Open'),
      await forum.thread(section, author, 'Deleted'),
      await forum.thread(elsewhere, member, 'Elsewhere'),
    ]
    for (let count = 0; count < 12; count++) await forum.reply(open, count % 2 === 0 ? author : member)
    const { posts } = ok(await forum.get(`/threads/${open.id}`))
    await forum.hide(posts.items[3], moderator)
    ok(await forum.delete(`/threads/${deleted.id}`, moderator))
    await expectTheSame(
      [
        `/threads/${open.id}`,
        `/threads/${open.id}?offset=10`,
        `/threads/${open.id}?offset=900`,
        `/threads/${deleted.id}`,
        `/threads/${another.id}`,
        `/threads/${newUser('Nobody').id}`,
      ],
      await everybody(),
    )
  })
})

describe('who writes and reads again, among others who read,', () => {
  it('sees what they wrote', async () => {
    const thread = await forum.thread(section, author)
    const members = Array.from({ length: 16 }, (_, n) => newUser(`Writer ${n}`))
    await Promise.all(
      members.map(async (who) => {
        for (let count = 0; count < 5; count++) {
          const { id } = await forum.reply(thread, who)
          const { posts } = ok(await forum.get(`/threads/${thread.id}?limit=100`, who))
          expect(posts.items.map((post: { id: string }) => post.id)).toContain(id)
        }
      }),
    )
  })
})
