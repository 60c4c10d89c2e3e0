import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, Forum, guest, newUser, ok, refused, type User, underToken } from './helpers/forum.ts'
import { expectTallies, unknown } from './helpers/moderation.ts'

let forum: Forum
let section: { id: string }
let elsewhere: { id: string }
let moderator: User
beforeAll(async () => {
  forum = await Forum.shared()
  section = await forum.section()
  elsewhere = await forum.section()
  moderator = await forum.moderator(section)
  await forum.meet(administrator)
})
afterAll(async () => {
  await expectTallies(forum)
  await forum.close()
})

const pathOf = ({ id }: User) => `/users/${id}/cleanup`
const clean = (who: User, member: User, body: object = { reason: 'Advertisement' }) =>
  forum.post(pathOf(member), who, body)
const ends = (who: User, member: User, state: object) =>
  expect
    .poll(async () => (await forum.get(pathOf(member), who)).body, { timeout: 20_000 })
    .toEqual({ ...state, is_done: true })
const isUndone = (who: User, member: User) =>
  expect.poll(async () => (await forum.get(pathOf(member), who)).status, { timeout: 20_000 }).toBe(404)

async function spammer() {
  const member = newUser('Spammer')
  await forum.meet(member)
  return member
}
const readable = async (thread: { id: string }) =>
  (await forum.get(`/threads/${thread.id}`, newUser('Reader'))).status === 200
const textsOf = async (post: { id: string }) => {
  const { revisions } = ok(await forum.get(`/posts/${post.id}`, administrator))
  return revisions.items.map(({ content }: { content: { html: string } | null }) => content?.html ?? null)
}

describe('a cleanup', () => {
  it('hides what a member wrote and deletes what they opened, with one entry of the log for each', async () => {
    const place = await forum.section()
    const member = await spammer()
    const [own, other] = [await forum.thread(place, member), await forum.thread(place, newUser('Somebody'))]
    const replies = [await forum.reply(other, member, 'Buy gold!'), await forum.reply(own, member, 'Now!')]
    const kept = await forum.reply(other, newUser('Another'), 'A kind word.')
    const begun = ok(await clean(administrator, member))
    expect(begun).toEqual({
      threads: expect.any(Number),
      posts: expect.any(Number),
      is_done: expect.any(Boolean),
    })
    await ends(administrator, member, { threads: 1, posts: 3 })
    expect([await readable(own), await readable(other)]).toEqual([false, true])
    for (const post of [...replies, own.posts.items[0]])
      expect((await textsOf(post)).at(-1), post.id).toBeNull()
    expect(await textsOf(kept)).toEqual(['A kind word.'])
    const { items } = ok(await forum.get(`/moderation_log?section=${place.id}`, administrator))
    expect(items.map(({ action }: { action: string }) => action).sort()).toEqual([
      'DeletePost',
      'DeletePost',
      'DeletePost',
      'DeleteThread',
    ])
    for (const entry of items)
      expect(entry).toMatchObject({ comment: 'Advertisement', actor: { id: administrator.id } })
  })

  it('is undone, except for what was hidden before or has been changed since', async () => {
    const member = await spammer()
    const thread = await forum.thread(section, newUser('Somebody'))
    const own = await forum.thread(section, member, 'Opened by them')
    const [before, since, plain] = [
      await forum.reply(thread, member, 'Hidden before.'),
      await forum.reply(thread, member, 'Changed since.'),
      await forum.reply(thread, member, 'Only cleaned.'),
    ]
    await forum.hide(before, moderator)
    ok(await clean(moderator, member))
    await ends(moderator, member, { threads: 1, posts: 3 })
    const shown = await textsOf(since)
    expect(shown.at(-1)).toBeNull()
    const last = ok(await forum.get(`/posts/${since.id}`, moderator)).revisions.items.at(-1).id
    const edit = { last_revision_id: last, content: 'Rewritten by a moderator.', comment: null }
    ok(await forum.patch(`/posts/${since.id}`, moderator, edit))
    ok(await forum.delete(pathOf(member), moderator))
    await isUndone(moderator, member)
    expect(await readable(own)).toBe(true)
    expect((await textsOf(before)).at(-1)).toBeNull()
    expect((await textsOf(since)).at(-1)).toBe('Rewritten by a moderator.')
    expect((await textsOf(plain)).at(-1)).toBe('Only cleaned.')
    expect(ok(await forum.get(`/posts/${plain.id}`, member)).self.can_edit).toBe(true)
    refused(await forum.delete(pathOf(member), moderator), 404, 'cleanup not found')
  })

  it('takes only what was written since, and only where the moderator may', async () => {
    const member = await spammer()
    const [here, there] = [await forum.thread(section, member), await forum.thread(elsewhere, member)]
    const since = new Date(Date.now() + 1).toISOString()
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(since))
    const late = await forum.reply(here, member, 'Late.')
    ok(await clean(moderator, member, { reason: 'Since then', since }))
    await ends(moderator, member, { threads: 0, posts: 1 })
    expect((await textsOf(late)).at(-1)).toBeNull()
    ok(await clean(moderator, member))
    await ends(moderator, member, { threads: 1, posts: 1 })
    expect([await readable(here), await readable(there)]).toEqual([false, true])
  })

  it('is for moderators, who see their own, and for those of the whole site, who see all', async () => {
    const member = await spammer()
    await forum.thread(section, member)
    const other = await forum.moderator(section)
    for (const method of ['GET', 'POST', 'DELETE']) {
      const call = (who: Parameters<typeof forum.call>[2]) =>
        forum.call(method, pathOf(member), who, method === 'POST' ? { body: { reason: 'x' } } : {})
      refused(await call(guest), 401, 'authentication required')
      refused(await call(member), 403, 'forbidden')
      refused(await call(underToken(administrator, 'base', 'forum:write')), 403, 'forbidden')
    }
    refused(await forum.get(`/users/${unknown}/cleanup`, member), 403, 'forbidden')
    refused(await forum.get(pathOf(member), moderator), 404, 'cleanup not found')
    ok(await clean(moderator, member))
    await ends(administrator, member, { threads: 1, posts: 1 })
    refused(await forum.get(pathOf(member), other), 404, 'cleanup not found')
    refused(await forum.delete(pathOf(member), other), 404, 'cleanup not found')
    await forum.rows(`UPDATE cleanup SET created_at = now() - interval '31 days' WHERE user_id = $1`, [
      member.id,
    ])
    refused(await forum.delete(pathOf(member), moderator), 404, 'cleanup not found')
    for (const body of [{}, { reason: '' }, { reason: 'x', since: 'yesterday' }, { reason: ['x'] }])
      expect((await clean(moderator, member, body)).status).toBe(422)
  })

  it('is done once, whoever begins it at the same time and however often', async () => {
    const member = await spammer()
    const thread = await forum.thread(section, newUser('Somebody'))
    for (let count = 0; count < 20; count++) await forum.reply(thread, member, `Number ${count}`)
    await Promise.all([
      ...Array.from({ length: 5 }, () => clean(moderator, member)),
      clean(administrator, member),
    ])
    await expect
      .poll(async () => (await forum.rows('SELECT FROM cleanup WHERE done_at IS NULL')).length, {
        timeout: 30_000,
      })
      .toBe(0)
    const rows = await forum.rows(
      'SELECT sum(posts)::int AS posts, count(*)::int AS made FROM cleanup WHERE user_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ posts: 20, made: 2 }])
    const entries = await forum.rows(
      `SELECT FROM moderation_entry WHERE action = 'DeletePost' AND target_user_id = $1`,
      [member.id],
    )
    expect(entries).toHaveLength(20)
  })
})
