import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type NodebbInstance, nodebbFolders, SITE_OF_NODEBB, setUpNodebb } from '@agora/testing/nodebb'
import { type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { move, movingFolder, SITE } from '../../services/forum/tests/helpers/moving.ts'

/** Real NodeBBs that move in: those that AGORA_NODEBB names; AGORA_NODEBB_SIZE=full for as many as the issue of it wants. */

const isFull = process.env.AGORA_NODEBB_SIZE === 'full'
const [USERS, TOPICS, POSTS, MORE] = isFull ? [500, 2_000, 30_000, 500] : [30, 60, 900, 60]
const KILLS = 10
const BOUND_MS = isFull ? 3_600_000 : 300_000

const SEED = path.join(import.meta.dirname, 'nodebb/seed.cjs')
interface Seeded {
  sections: number
  users: number
  threads: number
  posts: number
  edits: number
  votes: number
  links: number
  bans: number
  password: string
}

const combinations = nodebbFolders.flatMap((folder) =>
  (['postgres', 'redis'] as const).map((store) => [path.basename(folder), store, folder] as const),
)

it.skipIf(combinations.length > 0)(
  'NodeBB is not installed here: AGORA_NODEBB names no folder of it',
  () => {},
)

describe.each(combinations)('%s on %s', (_name, store, folder) => {
  let nodebb: NodebbInstance
  let suite: Suite
  let seeded: Seeded
  const own = movingFolder()
  beforeAll(async () => {
    nodebb = await setUpNodebb(folder, store)
    suite = await startSuite({ services: ['gateway', 'forum'] })
    seeded = nodebb.run(SEED, USERS, TOPICS, POSTS) as Seeded
  }, BOUND_MS)
  afterAll(async () => {
    await suite?.close()
    await nodebb?.close()
  })

  /** With `until`, it is killed once that resolves. */
  const take = (until?: Promise<unknown>) => {
    const words = ['--from', 'nodebb', '--source', nodebb.url, '--address', SITE_OF_NODEBB, '--site', SITE]
    // Each time it is killed it has come further.
    const batch = until ? ['--batch', `${Math.ceil(POSTS / KILLS / 4)}`] : []
    return move('import', suite, [...words, ...batch, '--report', own.path('report')], until ? { until } : {})
  }
  const rows = async (text: string) => {
    const client = new pg.Client({ connectionString: suite.database.adminUrl })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const count = async (what: string) => Number((await rows(`SELECT count(*) FROM ${what}`))[0].count)

  it('can be killed ten times on the way', { timeout: BOUND_MS }, async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      let isOver = false
      const haveCome = async () => {
        // All within its first half: otherwise it can end before the tenth.
        while (!isOver && (await count('forum.post')) < (POSTS * kill) / (KILLS * 2)) await sleep(5)
      }
      const { signal } = await take(haveCome())
      isOver = true
      expect(signal).toBe('SIGKILL')
    }
  })

  it('moves in, all of it', { timeout: BOUND_MS }, async () => {
    const moved = await take()
    expect(moved.stderr).not.toContain('not known')
    expect(moved.status).toBe(0)
    // Its own first topic, and its administrator.
    expect(await count('forum.post')).toBe(seeded.posts + 1)
    expect(await count('forum.thread')).toBe(seeded.threads + 1)
    expect(await count(`forum.imported WHERE kind = 'user'`)).toBe(seeded.users + 1)
    expect(await count('gateway.ban')).toBe(seeded.bans)
    expect(await count(`forum.role_grant WHERE role = 'Moderator'`)).toBe(2)
    expect(await count(`forum.revision WHERE position > 0 AND html IS NOT NULL`)).toBe(seeded.edits)
    expect(moved.stdout).toContain(`Votes counted as reactions: ${seeded.votes}\n`)
    expect(moved.stdout).toMatch(/^category \d+ \(Staff room\) and its topics \(1\) were not taken/m)
    expect(await count(`forum.section WHERE display_name = 'Staff room'`)).toBe(0)
  })

  it('has every link between its posts lead here', async () => {
    const old = SITE_OF_NODEBB.replaceAll('/', '\\/')
    expect(await count(`forum.revision WHERE html ~ '${old}\\/(post|topic|category)'`)).toBe(0)
    expect(await count(`forum.revision WHERE html LIKE '%href="${SITE}/%'`)).toBe(seeded.links / 2)
  })

  it('has its counts right', async () => {
    const wrong = `forum.thread AS t WHERE post_count <> (SELECT count(*) FROM forum.post AS p WHERE p.thread_id = t.id)
      OR last_post_at <> (SELECT max(ctime) FROM forum.post AS p WHERE p.thread_id = t.id)`
    expect(await count(wrong)).toBe(0)
    const sections = `forum.section AS s WHERE thread_count <> (
      SELECT count(*) FROM forum.thread AS t WHERE t.section_id = s.id AND NOT t.is_deleted)`
    expect(await count(sections)).toBe(0)
  })

  it('lets its members sign in with their old passwords', async () => {
    const { status } = await suite.call('PUT', '/auth/self', {
      body: { login: 'ada_love', password: seeded.password },
    })
    expect(status).toBe(200)
  })

  it('adds what is new when it is imported again', { timeout: BOUND_MS }, async () => {
    const before = await count('forum.post')
    const more = nodebb.run(SEED, 3, 5, MORE, 2) as Seeded
    const moved = await take()
    expect(moved.status).toBe(0)
    expect(await count('forum.post')).toBe(before + more.posts)
    const again = await take()
    expect(again.stdout).toContain('taken nothing')
    expect(await count('forum.post')).toBe(before + more.posts)
  })
})
