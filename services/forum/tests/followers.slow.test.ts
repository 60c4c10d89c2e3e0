import { unfollowed } from '@agora/testing/followers'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killsLoseNothing } from './helpers/followers-killed.ts'
import { Forum, newUser, ok } from './helpers/forum.ts'
import { expectIndexed } from './helpers/search.ts'

let forum: Forum
let section: { id: string }
const [author, reader] = [newUser('Author'), newUser('Reader')]
beforeAll(async () => {
  forum = await Forum.start(2)
  await forum.meet(author, reader)
  section = await forum.section()
})
afterAll(() => forum.close())

const found = async (word: string): Promise<number> => ok(await forum.get(`/search?q=${word}`)).count
const mentions = async (): Promise<string[]> =>
  ok(await forum.get('/notifications?limit=100', reader)).items.flatMap(
    ({ kind, post }: { kind: string; post?: { id: string } }) => (kind === 'Mention' ? [post!.id] : []),
  )
const mentioned = (posts: readonly { id: string }[]) =>
  expect.poll(mentions, { timeout: 5_000 }).toEqual(expect.arrayContaining(posts.map(({ id }) => id)))

/** A session beside the forum's. */
async function session(): Promise<pg.Client> {
  const { forum: url } = forum.suite.database.urls
  const client = new pg.Client({ connectionString: url, options: '-c search_path=forum' })
  await client.connect()
  return client
}

it('a change that commits late is followed, whatever was followed meanwhile', async () => {
  const thread = await forum.thread(section, author, 'Late', 'Early quokka.')
  const late = await session()
  try {
    await expectIndexed(forum)
    await late.query('BEGIN')
    await late.query(
      `INSERT INTO new_change (kind, section_id, thread_id) SELECT 'ThreadRenamed', section_id, id FROM thread WHERE id = $1`,
      [thread.id],
    )
    await late.query(`UPDATE thread SET title = 'Numbat' WHERE id = $1`, [thread.id])
    const other = await forum.thread(section, author, 'Meanwhile')
    for (let n = 0; n < 20; n++) await forum.reply(other, author, `Meanwhile ${n}`)
    await expectIndexed(forum)
    expect(await found('numbat')).toBe(0)
    await late.query('COMMIT')
    await expect.poll(() => found('numbat'), { timeout: 5_000 }).toBe(1)
  } finally {
    await late.end()
  }
})

it('a follower that stops delays neither the others nor a write, and goes on where it was', async () => {
  const thread = await forum.thread(section, author)
  const holder = await session()
  try {
    for (const [lock, follower, other] of [
      ['follower notifications', 'notifications', 'search'],
      ['search indexer', 'search', 'notifications'],
    ] as const) {
      await holder.query(`SELECT pg_advisory_lock(hashtext($1), hashtext('forum'))`, [lock])
      const post = await forum.reply(thread, author, `@{${reader.id}} dugong${follower}`)
      if (other === 'search') await expect.poll(() => found(`dugong${follower}`), { timeout: 5_000 }).toBe(1)
      else await mentioned([post])
      expect(await forum.rows(unfollowed(follower))).not.toEqual([])
      await holder.query(`SELECT pg_advisory_unlock(hashtext($1), hashtext('forum'))`, [lock])
      await mentioned([post])
      await expect.poll(() => found(`dugong${follower}`), { timeout: 5_000 }).toBe(1)
    }
  } finally {
    await holder.end()
  }
})

it('what an earlier version has queued is followed', async () => {
  const thread = await forum.thread(section, author, 'Before', 'Nothing.')
  const post = await forum.reply(thread, author, 'Nothing.')
  await forum.told()
  await forum.rows(
    `UPDATE revision SET html = 'A wombat <span class="mkt-mention" data-user-id="${reader.id}">@Reader</span>'
     WHERE post_id = $1`,
    [post.id],
  )
  await forum.rows('INSERT INTO search_due (subject_id) VALUES ($1), ($2)', [post.id, thread.id])
  await forum.rows('INSERT INTO untold_revision (thread_id, post_id, position) VALUES ($1, $2, 0)', [
    thread.id,
    post.id,
  ])
  await mentioned([post])
  await expect.poll(() => found('wombat'), { timeout: 5_000 }).toBe(1)
  expect(await forum.rows('SELECT FROM search_due')).toEqual([])
  expect(await forum.rows('SELECT FROM untold_revision')).toEqual([])
})

it('the log keeps what somebody has not followed, for seven days', async () => {
  await forum.rows(`INSERT INTO follower (name, place) SELECT 'nobody', coalesce(max(number), 0) FROM change`)
  await forum.thread(section, author)
  const kept = () =>
    forum.rows(`SELECT FROM change WHERE number > (SELECT place FROM follower WHERE name = 'nobody')`)
  await expect.poll(kept, { timeout: 5_000 }).toHaveLength(1)
  await forum.rows(`UPDATE change SET time = now() - interval '8 days'`)
  await expect.poll(kept, { timeout: 20_000 }).toEqual([])
  await forum.rows(`DELETE FROM follower WHERE name = 'nobody'`)
})

it('processes that are killed under load lose no change, and follow none twice', { timeout: 120_000 }, () =>
  killsLoseNothing(forum, 4),
)
