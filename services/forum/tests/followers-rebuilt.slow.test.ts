import { unfollowed } from '@agora/testing/followers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allFollowers } from '../src/followers/all.ts'
import { Forum, newUser } from './helpers/forum.ts'
import { rebuild } from './helpers/rebuild.ts'
import { expectIndexed } from './helpers/search.ts'

/** More than one transaction takes. */
const THREADS = 700

let forum: Forum
let section: { id: string }
const member = newUser('Ada')
beforeAll(async () => {
  forum = await Forum.start(1)
  section = await forum.section()
  await forum.meet(member)
})
afterAll(() => forum.close())

/** Threads of one post that shows a picture, which no change has told of. */
const threadsWithPictures = () =>
  forum.rows(
    `WITH made AS MATERIALIZED (
      SELECT uuidv7() AS thread, uuidv7() AS post, uuidv7() AS revision, date_trunc('milliseconds', now()) AS ctime
      FROM generate_series(1, ${THREADS})
    ), threads AS (
      INSERT INTO thread (id, section_id, title, ctime, author_id, post_count, last_post_id, last_post_at, last_post_author_id)
      SELECT thread, $1, 'Made', ctime, $2, 1, post, ctime, $2 FROM made
    ), posts AS (
      INSERT INTO post (id, thread_id, position, ctime, author_id, last_revision_id)
      SELECT post, thread, 0, ctime, $2, revision FROM made
    )
    INSERT INTO revision (id, post_id, position, time, author_id, html, source)
    SELECT revision, post, 0, ctime, $2, '<img src="/api/v1/media/' || uuidv7() || '/full">', '' FROM made`,
    [section.id, member.id],
  )

const REBUILD = `SELECT FROM follower_rebuild WHERE follower = 'pictures'`

/** What is wrong about the queue: posts that are not in it exactly once. */
const wrong = () =>
  forum.rows(`
    SELECT r.post_id, count(d.id) FROM revision AS r LEFT JOIN picture_due AS d ON d.post_id = r.post_id
    WHERE strpos(r.html, '<img src="/api/v1/media/') > 0 GROUP BY r.post_id HAVING count(d.id) <> 1`)

it('pictures are queued once for each post, however often the command is killed on the way', async () => {
  for (const process of forum.suite.processes.forum) await process.stop()
  await threadsWithPictures()
  // Slow enough to be killed within a transaction.
  await forum.rows(`
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$;
    CREATE TRIGGER slow AFTER INSERT ON picture_due FOR EACH STATEMENT EXECUTE FUNCTION slow()`)
  const due = `SELECT after IS NOT NULL AS "isOnTheWay" FROM follower_rebuild WHERE follower = 'pictures'`
  for (const isOnTheWay of [false, true]) {
    const killed = rebuild(forum, 'pictures')
    await expect
      .poll(() => forum.rows(due), { timeout: 20_000, interval: 20, message: killed.output.join('') })
      .toEqual([{ isOnTheWay }])
    killed.child.kill('SIGKILL')
    await killed.ended
  }
  await forum.rows('DROP TRIGGER slow ON picture_due; DROP FUNCTION slow')
  const { ended, output } = rebuild(forum, 'pictures')
  expect(await ended, output.join('')).toBe(0)
  expect(output.join('')).toContain('Resuming an interrupted run.')
  expect(output.join('')).toContain('pictures: everything is rebuilt')
  expect(await wrong()).toEqual([])
  for (const process of forum.suite.processes.forum) await process.start()
}, 60_000)

it('a running forum goes on with a rebuild, beside whoever writes', async () => {
  await forum.rows('DELETE FROM picture_due')
  const thread = await forum.thread(section, member)
  const interrupted = rebuild(forum, 'pictures')
  await expect.poll(() => forum.rows(REBUILD), { timeout: 20_000, interval: 5 }).toEqual([{}])
  interrupted.child.kill('SIGKILL')
  const replies = await Promise.all(Array.from({ length: 20 }, () => forum.reply(thread, member)))
  await expect.poll(() => forum.rows(REBUILD), { timeout: 20_000 }).toEqual([])
  expect(await wrong()).toEqual([])
  await expectIndexed(forum, 20_000)
  await expect.poll(() => forum.rows(unfollowed('pictures')), { timeout: 5_000 }).toEqual([])
  expect(replies).toHaveLength(20)
}, 60_000)

it('a follower that cannot be rebuilt says why, and nothing is begun', async () => {
  const silent = { error: () => {} } as never
  for (const { name, rebuild: why } of allFollowers(silent)) {
    if (typeof why !== 'string') continue
    const { ended, output } = rebuild(forum, name)
    expect(await ended).toBe(2)
    expect(output.join('')).toContain(`${name} cannot be rebuilt: ${why}`)
  }
  const { ended, output } = rebuild(forum, 'nobody')
  expect(await ended).toBe(2)
  for (const { name } of allFollowers(silent)) expect(output.join('')).toContain(name)
  expect(await forum.rows(REBUILD)).toEqual([])
})
