import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LONG_THREAD_POSTS } from '../data/sizes.mjs'
import { load } from '../lib/load.mjs'
import { principalHeaders } from '../lib/suite.mjs'

/**
 * @typedef {import('../lib/suite.mjs').Bench} Bench
 * @typedef {import('../lib/suite.mjs').Forum} Forum
 * @typedef {import('../lib/load.mjs').Outcome} Outcome
 * @typedef {Forum['seeded']} Seeded
 */

/**
 * @typedef {object} GrowthCase
 * @property {string} name
 * @property {(seeded: Seeded) => string} [path]
 * @property {(seeded: Seeded) => string[]} [paths] instead of the path
 * @property {'active' | 'away' | 'moderator'} [who] a guest if left out
 * @property {number} [repliesEveryMs]
 * @property {boolean} [needsIndex]
 */

const FORUM = '/api/v1/forum'

/**
 * Reads that must not cost more in a larger forum.
 *
 * @type {GrowthCase[]}
 */
export const growthCases = [
  { name: 'a section’s first page', path: ({ hotSection }) => `${FORUM}/sections/${hotSection}` },
  {
    name: 'a section’s last page',
    path: ({ hotSection, hotThreads }) => `${FORUM}/sections/${hotSection}?offset=${hotThreads - 20}`,
  },
  { name: 'a thread’s first page', path: ({ thread }) => `${FORUM}/threads/${thread}` },
  {
    name: `any page of the thread of ${LONG_THREAD_POSTS} posts`,
    paths: ({ longThread }) =>
      Array.from({ length: 500 }, (_, index) => (index * 7_919) % (LONG_THREAD_POSTS / 10)).map(
        (page) => `${FORUM}/threads/${longThread}?offset=${page * 10}`,
      ),
  },
  { name: 'the list of sections, an active member’s unread', path: () => `${FORUM}/sections`, who: 'active' },
  { name: 'the list of sections, unread after years away', path: () => `${FORUM}/sections`, who: 'away' },
  {
    name: 'a section’s first page, a member after years away',
    path: ({ hotSection }) => `${FORUM}/sections/${hotSection}`,
    who: 'away',
  },
  {
    name: 'the same section’s page, with 20 replies a second in it',
    path: ({ hotSection }) => `${FORUM}/sections/${hotSection}`,
    who: 'away',
    repliesEveryMs: 50,
  },
  {
    name: 'a search for two words that all posts have',
    path: () => `${FORUM}/search?q=post%20says`,
    needsIndex: true,
  },
  {
    name: 'a search for a word that half of them have',
    path: () => `${FORUM}/search?q=half`,
    needsIndex: true,
  },
  {
    name: 'a search for two words that are seldom together',
    path: () => `${FORUM}/search?q=topic0%20matter5`,
    needsIndex: true,
  },
  {
    name: 'a search for a word that half of them have, gathered by thread',
    path: () => `${FORUM}/search?q=half&gather=threads`,
    needsIndex: true,
  },
  { name: 'threads across sections, the latest', path: () => `${FORUM}/threads?of=Latest` },
  { name: 'threads across sections, the last page', path: () => `${FORUM}/threads?of=Latest&offset=980` },
  {
    name: 'threads across sections, the latest below a section',
    path: () => `${FORUM}/threads?of=Latest&section=bench`,
  },
  {
    name: 'threads across sections, the latest for a member',
    path: () => `${FORUM}/threads?of=Latest`,
    who: 'active',
  },
  {
    name: 'threads across sections, an active member’s unread',
    path: () => `${FORUM}/threads?of=Unread`,
    who: 'active',
  },
  {
    name: 'threads across sections, unread after years away',
    path: () => `${FORUM}/threads?of=Unread`,
    who: 'away',
  },
  {
    name: 'threads across sections, watched',
    path: () => `${FORUM}/threads?of=Watched`,
    who: 'active',
  },
  { name: 'threads across sections, one’s own', path: () => `${FORUM}/threads?of=Own`, who: 'active' },
  {
    name: `the post at a time in the thread of ${LONG_THREAD_POSTS} posts`,
    path: ({ longThread, since }) =>
      `${FORUM}/threads/${longThread}/post_at?time=${encodeURIComponent(new Date((Date.parse(since) + Date.now()) / 2).toISOString())}`,
  },
  { name: 'the queue of reports', path: () => `${FORUM}/reports?status=Pending`, who: 'moderator' },
  { name: 'the queue of reports, of all states', path: () => `${FORUM}/reports`, who: 'moderator' },
]

/** Few callers, to measure the answer rather than the queue. */
const CONNECTIONS = 2

/**
 * Changes what is unread in the section as replies would, while `work` runs.
 *
 * @param {Forum} forum
 * @param {number | undefined} everyMs
 * @param {() => Promise<Outcome>} work
 */
async function amidReplies({ suite, seeded }, everyMs, work) {
  if (everyMs === undefined) return work()
  const client = new pg.Client({ connectionString: suite.database.adminUrl })
  await client.connect()
  const reply = () =>
    client.query(
      'UPDATE forum.section_activity SET changes = changes + 1 WHERE section_id = $1 AND shard = 0',
      [seeded.hotSection],
    )
  let isOver = false
  const replies = (async () => {
    while (!isOver) await Promise.all([reply(), sleep(everyMs)])
  })()
  try {
    return await work()
  } finally {
    isOver = true
    await replies
    await client.end()
  }
}

/**
 * Makes the forum index the seeded data, and waits for it.
 *
 * @param {Forum} forum
 */
export async function indexSeeded({ suite }) {
  const client = new pg.Client({ connectionString: suite.database.adminUrl, options: '-c search_path=forum' })
  await client.connect()
  try {
    await client.query(`INSERT INTO follower_rebuild (follower) VALUES ('search') ON CONFLICT DO NOTHING`)
    const isDue = `SELECT EXISTS (SELECT FROM follower_rebuild) OR EXISTS (SELECT FROM search_due_thread) AS due`
    while ((await client.query(isDue)).rows[0].due) await sleep(500)
    await client.query('VACUUM ANALYZE search_document')
  } finally {
    await client.end()
  }
}

/**
 * One subject for each size, to be measured in turn.
 *
 * @param {Bench} bench
 * @param {GrowthCase} growthCase
 */
export function growthSubjects({ forums, postgres, seconds }, growthCase) {
  const { path, paths, who, repliesEveryMs } = growthCase
  return forums.map((forum) => {
    const { url, pid } = forum.suite.processes.forum[0]
    return {
      pid,
      behind: [postgres.cpu],
      run: async () => {
        const headers = await principalHeaders(forum, who)
        return amidReplies(forum, repliesEveryMs, () =>
          load({
            url: url + (path ? path(forum.seeded) : ''),
            ...(paths ? { paths: paths(forum.seeded) } : {}),
            headers,
            connections: CONNECTIONS,
            seconds,
          }),
        )
      },
    }
  })
}
