import { setTimeout as sleep } from 'node:timers/promises'
import { unfollowed } from '@agora/testing/followers'
import { expect } from 'vitest'
import { type Forum, newUser, type User } from './forum.ts'
import { expectInvariants } from './invariants.ts'
import { expectIndexed } from './search.ts'

const WRITERS = 8

/**
 * Kills processes at random moments, while members write; then everything that was written is followed exactly once. A
 * row of `picture_due` stands for each change that was followed. Returns the number of changes.
 */
export async function killsLoseNothing(forum: Forum, kills: number): Promise<number> {
  const reader = newUser('Reader of the killed')
  await forum.meet(reader)
  const section = await forum.section()
  // All posts are as if they showed pictures, and the changes that are recorded are counted.
  await forum.rows(`
    CREATE TABLE recorded_change (post_id uuid, kind text);
    CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.pictures := true;
        INSERT INTO recorded_change VALUES (NEW.post_id, NEW.kind);
        RETURN NEW;
      END $$;
    CREATE TRIGGER count_change BEFORE INSERT ON new_change FOR EACH ROW EXECUTE FUNCTION count_change();
    DELETE FROM picture_due`)
  let isRunning = true
  const members = Array.from({ length: WRITERS }, (_, n) => newUser(`Writer ${n}`))
  const threads = await Promise.all(members.map((member) => forum.thread(section, member)))
  const write = async (member: User, thread: { id: string }) => {
    for (let turn = 0; isRunning; turn++)
      // One that is cut off may have been written or not.
      await forum
        .post(`/threads/${thread.id}`, member, { body: `@{${reader.id}} ${turn}` })
        .catch(() => sleep(20))
  }
  const writers = Promise.all(members.map((member, n) => write(member, threads[n]!)))
  for (let n = 0; n < kills; n++) {
    const victim = forum.suite.processes.forum[n % forum.suite.processes.forum.length]!
    await sleep(Math.random() * 700)
    await victim.kill()
    await victim.start()
  }
  isRunning = false
  await writers
  await expectIndexed(forum, 30_000)
  for (const follower of ['notifications', 'pictures'] as const)
    await expect.poll(() => forum.rows(unfollowed(follower)), { timeout: 30_000 }).toEqual([])

  const differs = `
    SELECT post_id, recorded.count AS recorded, followed.count AS followed
    FROM (SELECT post_id, count(*) FROM recorded_change GROUP BY post_id) AS recorded
    FULL JOIN (SELECT post_id, count(*) FROM picture_due GROUP BY post_id) AS followed USING (post_id)
    WHERE recorded.count IS DISTINCT FROM followed.count`
  expect(await forum.rows(differs), 'each change is followed once').toEqual([])
  const unnotified = `
    SELECT p.id FROM post AS p JOIN thread AS t ON t.id = p.thread_id
    LEFT JOIN notification AS n ON n.user_id = $1 AND n.cause = p.id AND n.kind = 'Mention'
    WHERE t.section_id = $2 AND p.position > 0 AND n.id IS NULL`
  expect(await forum.rows(unnotified, [reader.id, section.id]), 'each mention is notified').toEqual([])
  const unindexed = `
    SELECT p.id FROM post AS p JOIN thread AS t ON t.id = p.thread_id
    LEFT JOIN search_document AS d ON d.subject_id = p.id AND d.version = p.last_revision_id::text
    WHERE t.section_id = $1 AND d.number IS NULL`
  expect(await forum.rows(unindexed, [section.id]), 'each post is indexed').toEqual([])
  await expectInvariants(forum)
  const [{ count }] = (await forum.rows<{ count: number }>('SELECT count(*)::int FROM recorded_change')) as [
    { count: number },
  ]
  await forum.rows(`
    DROP TRIGGER count_change ON new_change; DROP FUNCTION count_change; DROP TABLE recorded_change`)
  return count
}
