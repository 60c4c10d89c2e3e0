import { setTimeout } from 'node:timers/promises'
import { type Digest, MAX_ENTRIES } from '@agora/shared/contracts/internal-digests'
import { bearer } from '@agora/testing/suite'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Forum, newUser, ok, type User } from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.start(2)
})
afterAll(() => forum.close())

interface Listed {
  items: {
    id: string
    kind: string
    count: number
    moderation?: string | null
    post: { id: string } | null
    thread: { id: string; title: string } | null
  }[]
  count: number
}

/** What the member's digest would contain now; undefined if there would be none. */
async function digestOf(member: User): Promise<Digest | undefined> {
  ok(await forum.patch('/notifications/settings', member, { email: 'Daily' }))
  const [due] = await forum.rows<{ id: string }>(
    `INSERT INTO digest (id, user_id, since) VALUES (uuidv7(), $1, '2000-01-01') RETURNING id`,
    [member.id],
  )
  const answer = await forum.suite.call('POST', `${forum.suite.urls.forum[0]}/internal/digests`, {
    as: bearer(forum.suite.secrets.serviceKeys['mail-jobs']),
    body: { mail_id: due?.id },
  })
  return answer.status === 404 ? undefined : ok(answer)
}

/** Acts on one of a few threads, by index. */
const acts = fc.array(
  fc.record({
    act: fc.constantFrom(
      'reply',
      'mention',
      'quote',
      'hide',
      'show',
      'delete',
      'restore',
      'open',
      'move',
      'read',
    ),
    who: fc.nat(2),
    whom: fc.nat(2),
    which: fc.nat(5),
  }),
  { minLength: 25, maxLength: 40 },
)

it('whatever happens, members are notified of nothing that they could not read through the plain routes, and counts agree', async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (steps) => {
      const [section, other] = [await forum.section(), await forum.section()]
      const moderator = await forum.globalModerator()
      const members = ['Ada', 'Ben', 'Cleo'].map((name) => newUser(`${name} Leak`))
      await forum.meet(...members)
      for (const member of members)
        ok(await forum.put(`/sections/${section.id}/subscription`, member, { level: 'Watching' }))
      const live = await Promise.all(members.map((member) => forum.listen('/notifications/stream', member)))
      const threads: { id: string }[] = [await forum.thread(section, members[0] as User)]
      const posts: { id: string; author: { user: { id: string } } }[] = []
      const hidings = new Map<string, number>()
      /** Their author is told by the process that reads the log, which the next act would overtake. */
      const untilTold = async (authorId: string) => {
        const author = members.find(({ id }) => id === authorId) as User
        hidings.set(authorId, (hidings.get(authorId) ?? 0) + 1)
        const told = async () => {
          const { items } = ok(await forum.get('/notifications?limit=100', author)) as Listed
          return items.filter(({ kind }) => kind === 'PostHidden').length
        }
        await expect.poll(told, { timeout: 20_000 }).toBe(hidings.get(authorId))
      }
      for (const { act, who, whom, which } of steps) {
        const [member, named] = [members[who] as User, members[whom] as User]
        const thread = threads[which % threads.length] as { id: string }
        const post = posts[which % Math.max(1, posts.length)]
        const write = async (body: string) => {
          const answer = await forum.post(`/threads/${thread.id}`, member, { body })
          if (answer.status === 200) posts.push(answer.body)
        }
        if (act === 'open') threads.push(await forum.thread(section, member, 'Another', `@{${named.id}}`))
        if (act === 'reply') await write('A reply.')
        if (act === 'mention') await write(`@{${named.id}}`)
        if (act === 'quote') await write(`[quote=${named.displayName}]x[/quote] y`)
        if (act === 'delete') await forum.delete(`/threads/${thread.id}`, moderator)
        if (act === 'restore') await forum.post(`/threads/${thread.id}/restore`, moderator, {})
        if (act === 'move')
          await forum.post(`/threads/${thread.id}/section`, moderator, {
            section: { type: 'ForumSection', id: other.id },
          })
        if (!post) continue
        if (act === 'read') await forum.post(`/threads/${thread.id}/read`, member, { up_to_post: post.id })
        if (act !== 'hide' && act !== 'show') continue
        const { body } = await forum.get(`/posts/${post.id}?limit=100`, moderator)
        const last_revision_id = body.revisions.items.at(-1).id
        const isShown = body.revisions.items.at(-1).content !== null
        if (act === 'hide') {
          const { status } = await forum.delete(`/posts/${post.id}`, moderator, { last_revision_id })
          if (status === 200 && isShown) await untilTold(post.author.user.id)
        } else
          await forum.patch(`/posts/${post.id}`, moderator, {
            last_revision_id,
            content: 'Shown.',
            moderation: null,
            comment: null,
          })
      }
      await forum.told()
      for (const [index, member] of members.entries()) {
        const { items, count } = ok(await forum.get('/notifications?limit=100', member)) as Listed
        expect(count).toBe(items.length)
        const { items: unread } = ok(
          await forum.get('/notifications?unread=true&limit=100', member),
        ) as Listed
        expect(ok(await forum.get('/notifications/count', member)).unread).toBe(unread.length)
        for (const { kind, post, thread, count: gathered } of items) {
          // About the member's own post, whether it can be read or not.
          if (kind === 'PostHidden') continue
          const told = ok(await forum.get(`/posts/${post?.id}?limit=100`, member))
          expect(told.thread.id).toBe(thread?.id)
          expect(told.revisions.items.at(-1).content).not.toBeNull()
          expect(told.author.user.id).not.toBe(member.id)
          expect(gathered).toBeGreaterThanOrEqual(1)
          if (kind !== 'Reply') expect(gathered).toBe(1)
        }
        const digest = await digestOf(member)
        expect(digest?.unread ?? 0).toBe(unread.length)
        const ofOthers = ({ kind }: { kind: string }) => kind !== 'PostHidden'
        const newest = unread.slice(0, MAX_ENTRIES)
        expect((digest?.entries ?? []).filter(ofOthers)).toMatchObject(
          newest.filter(ofOthers).map(({ kind, post, thread, count: gathered }) => ({
            kind,
            count: gathered,
            thread: thread?.title,
            path: `/posts/${post?.id}`,
          })),
        )
        // A stream from the beginning sends exactly what the listing has.
        const again = await forum.listen('/notifications/stream', member, `${Date.now()}-0-notifications`)
        await expect.poll(() => again.events.length).toBeGreaterThanOrEqual(items.length)
        expect(again.events.map(({ data }) => data).reverse()).toEqual(
          items.map(({ moderation: _, ...told }) => told),
        )
        for (const { data } of live[index]?.events ?? []) expect(data.actor?.id).not.toBe(member.id)
        for (const one of [again, live[index]]) one?.close()
      }
    }),
    { numRuns: 5 },
  )
}, 300_000)

it('a member reads notifications while replies change them, and neither waits for the other in a circle', async () => {
  const [author, reader] = [newUser('Author'), newUser('Reader')]
  const section = await forum.section()
  const threads = await Promise.all(Array.from({ length: 20 }, () => forum.thread(section, reader)))
  const everywhere = () => Promise.all(threads.map((thread) => forum.reply(thread, author)))
  const unread = async (): Promise<string[]> => {
    const { items }: Listed = ok(await forum.get('/notifications?unread=true&limit=100', reader))
    return items.map(({ id }) => id)
  }
  const read = async (body: object) => ok(await forum.put('/notifications/read', reader, body))
  await everywhere()
  await expect.poll(async () => (await unread()).length, { timeout: 20_000 }).toBe(20)
  let isWriting = true
  const reading = async () => {
    while (isWriting) {
      const ids = await unread()
      if (ids.length > 0) await Promise.all([read({ ids }), read({ until: ids[0] })])
    }
  }
  const readers = Promise.all([reading(), reading()])
  for (let round = 0; round < 10; round++) await everywhere()
  await forum.told()
  isWriting = false
  await readers
  const [newest] = await unread()
  if (newest) await read({ until: newest })
  expect(await unread()).toEqual([])
})

it('a thread that is read while the notifier works has no unread notification', async () => {
  const [author, reader] = [newUser('Author'), newUser('Reader')]
  const thread = await forum.thread(await forum.section(), author)
  ok(await forum.put(`/threads/${thread.id}/subscription`, reader, { level: 'Watching' }))
  ok(await forum.patch('/notifications/settings', reader, { email: 'Daily' }))
  const readTo = async ({ id }: { id: string }) =>
    ok(await forum.post(`/threads/${thread.id}/read`, reader, { up_to_post: id }))
  const unread = async () => {
    await forum.told()
    const { items }: Listed = ok(await forum.get('/notifications?unread=true', reader))
    return items.map(({ post, count }) => [post?.id, count])
  }
  /** What `during` does happens after the notifier has looked at the reader's marks, and before it commits. */
  const whileNotifying = async (during: () => Promise<unknown>) => {
    await forum.rows('UPDATE notification_setting SET digest_due_at = NULL WHERE user_id = $1', [reader.id])
    const client = new pg.Client({
      connectionString: forum.suite.database.urls.forum,
      options: '-c search_path=forum',
    })
    await client.connect()
    try {
      await client.query('BEGIN')
      // A digest would be due, so the notifier's last statement but one waits for this row.
      await client.query('SELECT FROM notification_setting WHERE user_id = $1 FOR UPDATE', [reader.id])
      const reply = await forum.reply(thread, author)
      const waiting = () =>
        client.query('SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))')
      await expect.poll(async () => (await waiting()).rowCount).toBe(1)
      await during()
      return reply
    } finally {
      await client.end()
    }
  }
  const posts = async () => ok(await forum.get(`/threads/${thread.id}`)).posts.items as { id: string }[]
  await whileNotifying(async () => readTo((await posts()).at(-1)!))
  expect(await unread()).toEqual([])
  // Replies that are gathered in one notification: those that were read are no part of it any more.
  const first = await forum.reply(thread, author)
  expect(await unread()).toEqual([[first.id, 1]])
  const second = await whileNotifying(() => readTo(first))
  expect(await unread()).toEqual([[second.id, 1]])
})

it('readers and the notifier race, and what is read is never unread', async () => {
  const author = newUser('Author')
  const readers = Array.from({ length: 4 }, (_, index) => newUser(`Reader ${index}`))
  const thread = await forum.thread(await forum.section(), author)
  for (const reader of readers)
    ok(await forum.put(`/threads/${thread.id}/subscription`, reader, { level: 'Watching' }))
  for (let round = 0; round < 25; round++) {
    const reply = await forum.reply(thread, author, `@{${readers[round % 4]?.id}}`)
    // The notifier is at work at one of these moments.
    await setTimeout((round * 7) % 60)
    const read = (reader: User) =>
      forum.post(`/threads/${thread.id}/read`, reader, { up_to_post: reply.id }).then(ok)
    await Promise.all([...readers, ...readers].map(read))
  }
  await forum.told()
  for (const reader of readers)
    expect(ok(await forum.get('/notifications?unread=true', reader)).items).toEqual([])
})

it('ten thousand watchers of a thread are each notified once, whichever replica is killed, and the writer waits for none of it', async () => {
  const author = newUser('Author')
  const thread = await forum.thread(await forum.section(), author)
  await forum.rows(
    `INSERT INTO subscription (target_id, user_id, level, time)
     SELECT $1, gen_random_uuid(), 'Watching', now() - interval '1 minute' FROM generate_series(1, 10000)`,
    [thread.id],
  )
  const told = (last: number) =>
    forum.rows<{ members: number; rows: number }>(
      `SELECT count(DISTINCT user_id)::int AS members, count(*)::int AS rows FROM notification
       WHERE thread_id = $1 AND last_position = $2`,
      [thread.id, last],
    )
  await forum.reply(thread, author)
  await expect.poll(() => told(1), { timeout: 20_000 }).toEqual([{ members: 10_000, rows: 10_000 }])
  await forum.reply(thread, author)
  await forum.suite.processes.forum[0]?.kill()
  await expect.poll(() => told(2), { timeout: 20_000 }).toEqual([{ members: 10_000, rows: 10_000 }])
  await forum.suite.processes.forum[0]?.spawn()
})
