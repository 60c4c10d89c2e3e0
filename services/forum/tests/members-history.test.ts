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
import { sanction, sectionRef, unknown } from './helpers/moderation.ts'

const migration = '../prisma/migrations/20261122184600_authors_of_reported_content/migration.sql'

let forum: Forum
/** Two sections, each with three posts, a sanction and reports of every status; also a mute of the whole forum. */
let one: { id: string }
let two: { id: string }
const member = newUser('Member')
const moderators: Record<string, User> = {}
const ids: Record<string, string> = {}

const history = (who: Who, id = member.id, query = '') => forum.get(`/users/${id}/history${query}`, who)

async function actIn(name: string, section: { id: string }, warnings: number): Promise<void> {
  const by = moderators[name]!
  const thread = await forum.thread(section, member)
  const reply = await forum.reply(thread, member)
  await forum.reply(thread, newUser('Somebody else'))
  const gone = await forum.thread(section, member)
  ok(await forum.delete(`/threads/${gone.id}`, by))
  await forum.reply(await forum.thread(section, newUser('Host')), member)
  const reportOn = async (path: string, status?: string) => {
    const { id } = ok(await forum.post(`/${path}/reports`, newUser('Reporter'), { reason: 'Spam' }))
    if (status) ok(await forum.post(`/reports/${id}/resolution`, by, { status }))
  }
  await reportOn(`threads/${thread.id}`)
  await reportOn(`posts/${reply.id}`)
  await reportOn(`posts/${reply.id}`, 'Accepted')
  await reportOn(`threads/${thread.id}`, 'Rejected')
  for (let turn = 0; turn < warnings; turn += 1)
    ids[`${name} ${turn}`] = (await sanction(forum, member, { section, kind: 'Warning' }, by)).id
}

beforeAll(async () => {
  forum = await Forum.shared()
  ;[one, two] = [await forum.section(), await forum.section()]
  await forum.meet(administrator, member)
  moderators.one = await forum.moderator(one)
  moderators.two = await forum.moderator(two)
  moderators.neither = await forum.moderator(await forum.section())
  const both = await forum.moderator(one)
  ok(await forum.post(`/sections/${two.id}/role_grants`, administrator, { type: 'User', id: both.id }))
  moderators.both = both
  moderators.global = await forum.globalModerator()
  moderators.administrator = administrator
  await actIn('one', one, 1)
  await actIn('two', two, 2)
  ids.site = (await sanction(forum, member)).id
})
afterAll(() => forum.close())

/** What each role sees: the posts of which sections, and the notes of which sanctions. */
const table: readonly [role: string, sections: 0 | 1 | 2, sanctions: string[], notes: string[]][] = [
  ['neither', 0, ['site'], []],
  ['one', 1, ['site', 'one 0'], ['one 0']],
  ['two', 1, ['site', 'two 1', 'two 0'], ['two 1', 'two 0']],
  ['both', 2, ['site', 'two 1', 'two 0', 'one 0'], ['two 1', 'two 0', 'one 0']],
  ['global', 2, ['site', 'two 1', 'two 0', 'one 0'], ['site', 'two 1', 'two 0', 'one 0']],
  ['administrator', 2, ['site', 'two 1', 'two 0', 'one 0'], ['site', 'two 1', 'two 0', 'one 0']],
]

describe('a member’s history', () => {
  it.each(table)('tells what the right of %s covers', async (role, sections, sanctions, notes) => {
    const answer = ok(await history(moderators[role]!))
    const { items } = answer.sanctions
    expect(answer).toEqual({
      sanctions: { offset: 0, limit: 20, count: sanctions.length, items },
      reports_against: { pending: 2 * sections, resolved: sections, rejected: sections },
      posts: { count: 3 * sections },
    })
    expect(items.map(({ id }: { id: string }) => id)).toEqual(sanctions.map((name) => ids[name]))
    const noted = items.filter((item: object) => 'internal_note' in item)
    expect(noted.map(({ id }: { id: string }) => id)).toEqual(notes.map((name) => ids[name]))
  })

  it('pages the sanctions', async () => {
    const all = ok(await history(administrator)).sanctions.items
    expect(ok(await history(administrator, member.id, '?offset=1&limit=2')).sanctions).toEqual({
      offset: 1,
      limit: 2,
      count: 4,
      items: all.slice(1, 3),
    })
    expect((await history(administrator, member.id, '?offset=x')).status).toBe(400)
  })

  it('is for members who may sanction, whatever the id', async () => {
    for (const id of [member.id, unknown, 'no-such']) {
      for (const who of [guest, client]) refused(await history(who, id), 401, 'authentication required')
      refused(await history(unresolvable, id), 401, 'invalid credentials')
      for (const who of [
        member,
        newUser('Anybody'),
        underToken(moderators.one!, 'forum:read', 'forum:write'),
      ])
        refused(await history(who, id), 403, 'forbidden')
    }
    ok(await history(underToken(moderators.one!, 'forum:moderate')))
  })

  it('answers 404 for a malformed id', async () => {
    refused(await history(administrator, 'no-such'), 404, 'user not found')
    refused(await history(administrator, `${member.id}0`), 404, 'user not found')
  })

  it('is empty for a member who has done nothing', async () => {
    const newcomer = newUser('Newcomer')
    await forum.meet(newcomer)
    expect(ok(await history(administrator, newcomer.id.toUpperCase()))).toEqual({
      sanctions: { offset: 0, limit: 20, count: 0, items: [] },
      reports_against: { pending: 0, resolved: 0, rejected: 0 },
      posts: { count: 0 },
    })
  })

  it('follows a thread that moves', async () => {
    const [from, to] = [await forum.section(), await forum.section()]
    const [before, after] = [await forum.moderator(from), await forum.moderator(to)]
    const writer = newUser('Writer')
    const thread = await forum.thread(from, writer)
    ok(await forum.post(`/threads/${thread.id}/reports`, member, { reason: 'OffTopic' }))
    const seen = { reports_against: { pending: 1 }, posts: { count: 1 } }
    const nothing = { reports_against: { pending: 0 }, posts: { count: 0 } }
    expect(ok(await history(before, writer.id))).toMatchObject(seen)
    expect(ok(await history(after, writer.id))).toMatchObject(nothing)
    ok(await forum.post(`/threads/${thread.id}/section`, administrator, { section: sectionRef(to) }))
    expect(ok(await history(before, writer.id))).toMatchObject(nothing)
    expect(ok(await history(after, writer.id))).toMatchObject(seen)
  })

  it('counts reports by the previous version, which lack their author until the migration adds it', async () => {
    const expected = ok(await history(administrator)).reports_against
    await forum.rows('UPDATE report SET target_author_id = NULL WHERE target_author_id = $1', [member.id])
    expect(ok(await history(administrator)).reports_against).toEqual(expected)
    expect(ok(await history(moderators.one!)).reports_against).toEqual({
      pending: 2,
      resolved: 1,
      rejected: 1,
    })
    await forum.rows(readFileSync(new URL(migration, import.meta.url), 'utf8'))
    expect(await forum.rows('SELECT FROM report WHERE target_author_id IS NULL')).toEqual([])
    expect(ok(await history(administrator)).reports_against).toEqual(expected)
  })
})
