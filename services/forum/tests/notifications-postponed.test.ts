import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Forum, newUser, ok, type User } from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  forum = await Forum.start(1)
})
afterAll(() => forum.close())

const mentionsOf = async (who: User): Promise<string[]> => {
  const { items } = ok(await forum.get('/notifications', who))
  return items.flatMap((item: { kind: string; post: { id: string } }) =>
    item.kind === 'Mention' ? [item.post.id] : [],
  )
}
const postponed = () =>
  forum.rows<{ post: string }>(`
    SELECT c.post_id AS post FROM postponed_change AS p JOIN change AS c ON c.number = p.number
    WHERE p.follower = 'notifications'`)

it('edits that name thousands of members each are notified of, however many there are', {
  timeout: 60_000,
}, async () => {
  const [author, cleo] = [newUser('Author'), newUser('Cleo')]
  await forum.meet(cleo)
  const thread = await forum.thread(await forum.section(), author)
  const post = await forum.reply(thread, author, 'nobody')
  // As many as fit into a body, others in every second edit.
  const naming = () => Array.from({ length: 1_600 }, () => `@{${randomUUID()}}`).join('')
  await forum.rows(
    `INSERT INTO revision (id, post_id, position, time, author_id, html, source)
     SELECT uuidv7(), $1, n, now(), $2, CASE n WHEN 400 THEN $6 ELSE '' END, CASE WHEN n % 2 = 0 THEN $3 ELSE $4 END || CASE n WHEN 400 THEN $5 ELSE '' END
     FROM generate_series(1, 400) AS n`,
    [
      post.id,
      author.id,
      naming(),
      naming(),
      `@{${cleo.id}}`,
      `<span class="mkt-mention" data-user-id="${cleo.id}">@Cleo</span>`,
    ],
  )
  await forum.rows(
    `INSERT INTO new_change (kind, section_id, thread_id, post_id, position)
     SELECT 'PostEdited', section_id, id, $2, n FROM thread CROSS JOIN generate_series(1, 400) AS n WHERE id = $1`,
    [thread.id, post.id],
  )
  await expect.poll(() => mentionsOf(cleo), { timeout: 45_000 }).toEqual([post.id])
})

it('a revision that Postgres refuses is postponed, and does not hold up the others', async () => {
  const [author, ada, ben] = [newUser('Author'), newUser('Ada'), newUser('Ben')]
  await forum.meet(ada, ben)
  const thread = await forum.thread(await forum.section(), author)
  await forum.rows(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'not to her' USING ERRCODE = 'data_exception'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON notification
      FOR EACH ROW WHEN (NEW.user_id = '${ada.id}') EXECUTE FUNCTION refuse()`)
  const before = await forum.reply(thread, author, `@{${ben.id}}`)
  const refused = await forum.reply(thread, author, `@{${ada.id}} @{${ben.id}}`)
  const after = await forum.reply(thread, author, `@{${ben.id}}`)
  await expect.poll(() => mentionsOf(ben)).toEqual([after.id, before.id])
  expect(await postponed()).toEqual([{ post: refused.id }])
  const metrics = await fetch(`${forum.suite.urls.forum[0]}/metrics`).then((answer) => answer.text())
  expect(metrics).toMatch(/^forum_follower_postponed\{.*follower="notifications".*\} 1$/m)

  await forum.rows('DROP TRIGGER refuse ON notification')
  await forum.rows('UPDATE postponed_change SET until = now()')
  await expect.poll(postponed).toEqual([])
  expect(await mentionsOf(ada)).toEqual([refused.id])
  expect(await mentionsOf(ben)).toContain(refused.id)
})
