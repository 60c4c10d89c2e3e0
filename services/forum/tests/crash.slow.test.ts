import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, Forum, newUser, ok } from './helpers/forum.ts'
import { expectInvariants } from './helpers/invariants.ts'
import { Stream } from './helpers/stream.ts'

let forum: Forum
let stream: Stream
const author = newUser('Author')
beforeAll(async () => {
  forum = await Forum.start(2)
  await forum.meet(administrator, author)
  stream = new Stream(forum)
})
afterAll(async () => {
  await stream.close()
  await forum.close()
})

const ROUNDS = 3
const WRITERS = 8

interface Thread {
  id: string
  posts: { items: { id: string }[] }
}

/** Endless acts on one thread; a request cut off by the crash is an answer like any other. */
async function work(thread: Thread, sections: { id: string }[], running: () => boolean, done: () => void) {
  const path = `/threads/${thread.id}`
  const post = `/posts/${thread.posts.items[0]!.id}`
  const attempt = (act: Promise<unknown>) => act.then(done, () => undefined)
  const lastRevision = async () => {
    const answer = await forum.get(`${post}?limit=100`, administrator)
    return answer.body.revisions.items.at(-1).id
  }
  for (let turn = 0; running(); turn += 1) {
    const to = { type: 'ForumSection', id: sections[turn % 2]!.id }
    await attempt(forum.post(path, author, { body: `Reply ${turn}` }))
    await attempt(forum.delete(path, administrator))
    await attempt(forum.post(`${path}/restore`, administrator))
    await attempt(forum.post(`${path}/section`, administrator, { section: to }))
    const revision = await lastRevision().catch(() => thread.id)
    const content = turn % 2 ? '[admin]Hear[/admin]' : null
    const edit = { last_revision_id: revision, content, comment: null }
    await attempt(forum.patch(post, administrator, edit))
  }
}

it('a process killed at work leaves no partial change, and neither loses nor repeats an event', async () => {
  const victim = forum.suite.processes.forum[1]!
  for (let round = 0; round < ROUNDS; round += 1) {
    const sections = [await forum.section(), await forum.section()]
    const threads = await Promise.all(
      Array.from({ length: WRITERS }, () => forum.thread(sections[0]!, author)),
    )
    let done = 0
    let running = true
    const workers = threads.map((thread) =>
      work(
        thread,
        sections,
        () => running,
        () => {
          done += 1
        },
      ),
    )
    await expect.poll(() => done, { timeout: 60_000 }).toBeGreaterThan(60 + 17 * round)
    await victim.kill()
    running = false
    await Promise.all(workers)
    await victim.start()
    await expectInvariants(forum)
  }
  const entries = await forum.rows<{ id: string }>('SELECT id FROM moderation_entry')
  const events = (await stream.entries()).map(({ id }) => id)
  expect(events.sort()).toEqual(entries.map(({ id }) => id).sort())
  ok(await forum.get('/sections'))
})
