import { afterAll, beforeAll, expect, it } from 'vitest'
import { Forum, newUser, ok } from './helpers/forum.ts'
import { rebuild } from './helpers/rebuild.ts'
import { expectIndexed } from './helpers/search.ts'

let forum: Forum
let section: { id: string }
const member = newUser('Ada')
beforeAll(async () => {
  forum = await Forum.start(2)
  section = await forum.section({ locale: 'en-US' })
})
afterAll(() => forum.close())

const documents = async () =>
  (await forum.rows('SELECT subject_id, version FROM search_document ORDER BY subject_id')).map((row) =>
    Object.values(row).join(' '),
  )

/** The expected content of the index. */
const subjects = async () =>
  (
    await forum.rows(`
      SELECT p.id AS subject_id, p.last_revision_id::text AS version FROM post AS p JOIN thread AS t ON t.id = p.thread_id
      WHERE NOT t.is_deleted AND NOT p.is_hidden
      UNION ALL SELECT id, title FROM thread WHERE NOT is_deleted ORDER BY subject_id`)
  ).map((row) => Object.values(row).join(' '))

it('misses nothing when the indexing process is killed, and another takes over', async () => {
  const thread = await forum.thread(section, member, 'Killed', 'First.')
  for (const victim of forum.suite.processes.forum) {
    const replies = Promise.allSettled(
      Array.from({ length: 80 }, (_, n) => forum.reply(thread, member, `Reply ${n} says aardvark.`)),
    )
    await victim.kill()
    await replies
    await victim.start()
  }
  await expectIndexed(forum, 20_000)
  expect(await documents()).toEqual(await subjects())
})

it('is rebuilt when a version folds words otherwise than the one that wrote it, and only then', async () => {
  await forum.thread(section, member, 'Folded', 'Words.')
  await expectIndexed(forum)
  const complete = await documents()
  const restart = async () => {
    for (const process of forum.suite.processes.forum) {
      await process.stop()
      await process.start()
    }
    await expectIndexed(forum, 20_000)
  }
  await forum.rows('DELETE FROM search_document WHERE number = (SELECT max(number) FROM search_document)')
  await restart()
  expect(await documents()).toHaveLength(complete.length - 1)
  await forum.rows('UPDATE search_form SET form = form - 1')
  await restart()
  expect(await documents()).toEqual(complete)
})

it('catches up after an outage of all processes', async () => {
  const thread = await forum.thread(section, member, 'Outage', 'Written before.')
  for (const process of forum.suite.processes.forum) await process.stop()
  await forum.rows(
    `WITH made AS (
      INSERT INTO revision (id, post_id, position, time, author_id, html, source)
      SELECT gen_random_uuid(), p.id, 1, now(), p.author_id, 'An okapi meanwhile', '' FROM post AS p WHERE p.thread_id = $1
      RETURNING *
    ), edited AS (
      UPDATE post SET last_revision_id = made.id, revision_count = 2 FROM made WHERE post.id = made.post_id
    )
    INSERT INTO new_change (kind, section_id, thread_id, post_id, position)
    SELECT 'PostEdited', t.section_id, t.id, made.post_id, 1
    FROM made JOIN post AS p ON p.id = made.post_id JOIN thread AS t ON t.id = p.thread_id`,
    [thread.id],
  )
  for (const process of forum.suite.processes.forum) await process.start()
  await expect.poll(async () => ok(await forum.get('/search?q=okapi')).count, { timeout: 20_000 }).toBe(1)
  expect(ok(await forum.get('/search?q=before')).count).toBe(0)
  for (const { url } of forum.suite.processes.forum)
    await expect
      .poll(async () => (await fetch(`${url}/metrics`)).text())
      .toMatch(/^forum_follower_lag_seconds\{.*follower="search".*\} 0$/m)
})

it('is rebuilt by the command, while posts are written, and after the command was interrupted', async () => {
  const threads = await Promise.all(
    Array.from({ length: 30 }, (_, n) => forum.thread(section, member, `Thread ${n}`, 'Text.')),
  )
  await expectIndexed(forum, 20_000)
  await forum.rows('DELETE FROM search_document')
  const first = rebuild(forum, 'search')
  await expect.poll(documents, { timeout: 20_000, interval: 10 }).not.toEqual([])
  first.child.kill('SIGKILL')
  await first.ended
  const [second] = [
    rebuild(forum, 'search'),
    await Promise.all(threads.map((thread) => forum.reply(thread, member, 'Meanwhile.'))),
  ]
  expect(await second.ended, second.output.join('')).toBe(0)
  expect(second.output.join('')).toContain('search: everything is rebuilt')
  await expectIndexed(forum)
  expect(await documents()).toEqual(await subjects())
}, 60_000)

it('is built by the command alone if no forum runs', async () => {
  for (const process of forum.suite.processes.forum) await process.stop()
  await forum.rows('DELETE FROM search_document')
  const { ended, output } = rebuild(forum, 'search')
  expect(await ended, output.join('')).toBe(0)
  expect(await documents()).toEqual(await subjects())
  for (const process of forum.suite.processes.forum) await process.start()
}, 60_000)
