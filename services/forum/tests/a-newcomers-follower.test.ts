import { createDatabase, type Database } from '@agora/shared/database/database'
import { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { createLogger } from '@agora/shared/observability/logger'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFollowers } from '../src/followers/engine.ts'
import { beginRebuild } from '../src/followers/store.ts'
import { Forum, newUser } from './helpers/forum.ts'
import { longestPostsFollower } from './helpers/longest-posts.ts'

let forum: Forum
let db: Database
let following: { close(): Promise<void> }
let old: { id: string }
const member = newUser('Ada')
beforeAll(async () => {
  forum = await Forum.start(1)
  await forum.rows('CREATE TABLE longest_post (thread_id uuid PRIMARY KEY, length int NOT NULL)')
  const section = await forum.section()
  old = await forum.thread(section, member, 'Old', 'Four')
  db = createDatabase({ url: forum.suite.database.urls.forum, schema: 'forum', size: 2, name: 'newcomer' })
  following = startFollowers({
    db,
    followers: [longestPostsFollower],
    written: new AutoResetEvent(),
    logger: createLogger('forum', 'error'),
  })
})
afterAll(async () => {
  await following?.close()
  await db?.close()
  await forum?.close()
})

const length = async (thread: { id: string }) =>
  (
    await forum.rows<{ length: number }>('SELECT length FROM longest_post WHERE thread_id = $1', [thread.id])
  )[0]?.length

it('a follower is one file: it follows what is written, and a rebuild adds what was written before', async () => {
  const begun = () => forum.rows('SELECT FROM follower WHERE name = $1', [longestPostsFollower.name])
  await expect.poll(begun, { timeout: 5_000 }).toHaveLength(1)
  const thread = await forum.thread(await forum.section(), member, 'New', 'Four')
  await expect.poll(() => length(thread), { timeout: 5_000 }).toBe('Four'.length)
  await forum.reply(thread, member, 'A longer one')
  await expect.poll(() => length(thread), { timeout: 5_000 }).toBe('A longer one'.length)
  expect(await length(old)).toBeUndefined()
  expect(await beginRebuild(db, longestPostsFollower.name)).toBe(true)
  await expect.poll(() => length(old), { timeout: 5_000 }).toBe('Four'.length)
  expect(await length(thread)).toBe('A longer one'.length)
})
