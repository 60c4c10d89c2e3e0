import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Forum, newUser, ok, type User } from './helpers/forum.ts'
import { expectInvariants } from './helpers/invariants.ts'

/** One process, which writes replies that arrive together in one statement. */

const TOGETHER = 24

let forum: Forum
let members: User[]
let threads: { id: string }[]
beforeAll(async () => {
  forum = await Forum.shared(1)
  const sections = [await forum.section(), await forum.section()]
  members = Array.from({ length: TOGETHER }, (_, n) => newUser(`Member ${n}`))
  threads = await Promise.all(members.map((member, n) => forum.thread(sections[n % 2]!, member)))
})
afterAll(async () => {
  await expectInvariants(forum)
  await forum.close()
})

const replyAll = (body: string, to = threads) =>
  Promise.all(
    to.map(async (thread, n) => ok(await forum.post(`/threads/${thread.id}`, members[n]!, { body }))),
  )

/** Holds the locks that a statement takes until the returned function is called. */
async function hold(statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const { forum: url } = forum.suite.database.urls
  const client = new pg.Client({ connectionString: url, options: '-c search_path=forum' })
  await client.connect()
  await client.query('BEGIN')
  await client.query(statement, values)
  return () => client.end()
}

it('replies that arrive together are written together, each answered with its own place', async () => {
  const shared = () =>
    forum.rows(
      'SELECT FROM post WHERE thread_id = ANY($1) AND position > 0 GROUP BY xmin::text HAVING count(*) > 2 LIMIT 1',
      [threads.map(({ id }) => id)],
    )
  for (let round = 1; round === 1 || (await shared()).length === 0; round++) {
    const posts = await replyAll(`Round ${round}`)
    expect(new Set(posts.map(({ id }) => id)).size).toBe(TOGETHER)
    for (const [n, post] of posts.entries()) {
      expect(post.author.user.id).toBe(members[n]!.id)
      const { posts: stored } = ok(await forum.get(`/threads/${threads[n]!.id}?offset=${round}`, members[n]))
      expect(stored.items).toEqual([post])
    }
  }
})

it('what others have locked holds up its own replies alone', async () => {
  const [locked] = threads
  const [author] = members
  // Those of the other section: a section's threads share sixteen counters.
  const others = threads.flatMap((thread, n) => (n % 2 === 1 ? [{ thread, member: members[n]! }] : []))
  for (const [statement, value] of [
    ['SELECT FROM thread WHERE id = $1 FOR UPDATE', locked!.id],
    [`UPDATE tally SET count = count WHERE listing = 'MemberPost' AND part = $1`, author!.id],
  ] as const) {
    const release = await hold(statement, [value])
    const held = forum.post(`/threads/${locked!.id}`, author!, { body: 'Waits.' })
    const rest = await Promise.all(
      others.map(({ thread, member }) => forum.post(`/threads/${thread.id}`, member, { body: 'Goes on.' })),
    )
    for (const answer of rest) ok(answer)
    await release()
    await held
    await forum.reply(locked!, author!)
  }
})

it('a repeated attempt among others creates once and fails none of them', async () => {
  const send = (n: number, key: string) =>
    forum.call('POST', `/threads/${threads[n]!.id}`, members[n]!, {
      body: { body: 'Once.' },
      headers: { 'idempotency-key': key },
    })
  const first = ok(await send(0, 'first'))
  const answers = await Promise.all(
    threads.flatMap((_, n) => [send(n, n === 0 ? 'first' : 'other'), send(n, n === 0 ? 'first' : 'other')]),
  )
  const ids = answers.map((answer) => ok(answer).id)
  expect(ids.slice(0, 2)).toEqual([first.id, first.id])
  expect(new Set(ids).size).toBe(TOGETHER)
})

it('replies to one thread have positions without gaps', async () => {
  const thread = await forum.thread(await forum.section(), members[0]!)
  const posts = await replyAll(
    'In one thread.',
    members.map(() => thread),
  )
  const { posts: stored } = ok(await forum.get(`/threads/${thread.id}?limit=100`))
  expect(stored.count).toBe(TOGETHER + 1)
  expect(new Set(stored.items.slice(1).map(({ id }: { id: string }) => id))).toEqual(
    new Set(posts.map(({ id }) => id)),
  )
})
