import { afterAll, beforeAll, expect, it } from 'vitest'
import { Forum, newUser, ok } from './helpers/forum.ts'

/** Two processes, of which one is killed. */
let forum: Forum
let section: { id: string }
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.start(2)
  section = await forum.section()
})
afterAll(() => forum?.close())

const TWENTY = Array.from({ length: 20 })
const reply = (index: number) => ({
  body: { body: `Reply ${index}` },
  headers: { 'idempotency-key': `k${index}` },
})

it('a creation whose answer was lost with its process is returned under its key', async () => {
  const victim = forum.suite.processes.forum[1]!
  const url = forum.suite.urls.forum[1]!
  for (let round = 0; round < 3; round += 1) {
    const thread = await forum.thread(section, author)
    const path = `/threads/${thread.id}`
    const as = await forum.suite.principal(author, 'forum')
    const sends = TWENTY.map((_, index) =>
      forum.suite.call('POST', `${url}/api/v1/forum${path}`, { as, ...reply(index) }).then(
        ({ body }) => body.id as string,
        () => undefined,
      ),
    )
    await expect.poll(async () => (await countOf(thread)) > 3 + round, { interval: 1 }).toBe(true)
    await victim.kill()
    const answered = await Promise.all(sends)
    await victim.start()
    const again = await Promise.all(TWENTY.map((_, index) => forum.call('POST', path, author, reply(index))))
    for (const [index, id] of answered.entries()) {
      if (id !== undefined) expect(ok(again[index]!).id).toBe(id)
    }
    const { posts } = ok(await forum.get(`${path}?limit=100`))
    expect(posts.count).toBe(21)
    const texts = posts.items
      .slice(1)
      .map((post: { revisions: { last: { content: { html: string } } } }) => post.revisions.last.content.html)
    expect(texts.sort()).toEqual(TWENTY.map((_, index) => `Reply ${index}`).sort())
  }
})

async function countOf(thread: { id: string }): Promise<number> {
  const rows = await forum.rows<{ count: number }>('SELECT post_count AS count FROM thread WHERE id = $1', [
    thread.id,
  ])
  return rows[0]!.count
}
