import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, Forum, newUser, ok, refused } from './helpers/forum.ts'

let forum: Forum
beforeAll(async () => {
  // Its own, since the test makes posts older and adds a closed section; one replica, since each keeps its own count.
  forum = await Forum.start()
})
afterAll(() => forum.close())

it('the posts of each of the last 14 days are counted, in closed sections too, once a minute, for administrators', async () => {
  const author = newUser('Author')
  const closed = await forum.section({ readers: 'Members' })
  const thread = await forum.thread(closed, author)
  for (const days of [3, 14]) {
    const { id } = await forum.reply(thread, author)
    await forum.rows(`UPDATE post SET ctime = ctime - make_interval(days => $1) WHERE id = $2`, [days, id])
  }
  refused(await forum.get('/statistics', author), 403, 'forbidden')
  const { days } = ok(await forum.get('/statistics', administrator)) as {
    days: { day: string; posts: number }[]
  }
  const written = await forum.rows<{ day: string; posts: number }>(
    `SELECT (ctime AT TIME ZONE 'UTC')::date::text AS day, count(*)::int AS posts FROM post GROUP BY 1`,
  )
  expect(days).toHaveLength(14)
  expect(days).toEqual(
    days.map(({ day }) => ({ day, posts: written.find((known) => known.day === day)?.posts ?? 0 })),
  )
  for (const day of [10, 13]) expect(days[day]?.posts).toBeGreaterThan(0)
  await forum.reply(thread, author)
  expect(ok(await forum.get('/statistics', administrator))).toEqual({ days })
})
