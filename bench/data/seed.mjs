import pg from 'pg'
import { kinds, seedSteps } from './seed.sql.mjs'
import { SPAN_DAYS } from './sizes.mjs'

/** @typedef {{ id: string, displayName: string }} Member */

/**
 * @typedef {object} Seeded where to look
 * @property {string} hotSection
 * @property {number} hotThreads
 * @property {string} thread
 * @property {string} longThread
 * @property {string[]} threads
 * @property {string} since
 * @property {Member} active with read marks
 * @property {Member} away for years
 * @property {Member} moderator
 */

/**
 * The id of a row without a time of its own.
 *
 * @param {keyof typeof kinds} kind
 * @param {number} n
 */
export const seededId = (kind, n) =>
  [
    '00000000',
    '0000',
    `7${kinds[kind].toString(16).padStart(3, '0')}`,
    `8${n.toString(16).padStart(15, '0').slice(0, 3)}`,
    n.toString(16).padStart(15, '0').slice(3),
  ].join('-')

/** @param {number} n */
export const seededMember = (n) => ({ id: seededId('member', n), displayName: `Member ${n}` })

/**
 * Loads a forum of this size into the empty tables behind the superuser's address.
 *
 * @param {string} adminUrl
 * @param {{ posts: number, threads: number, members: number }} size besides the long thread
 * @param {(name: string, work: () => Promise<unknown>) => Promise<unknown>} [step] called with what is loaded
 * @returns {Promise<Seeded>}
 */
export async function seedForum(adminUrl, size, step = (_name, work) => work()) {
  const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=forum,pg_temp' })
  await client.connect()
  try {
    // References are correct by construction; checking a million of them would take most of the time.
    await client.query(`SET session_replication_role = replica; SET work_mem = '256MB'; SET jit = off`)
    for (const { name, sql } of seedSteps(size)) {
      await step(`${size.posts.toLocaleString('en')} posts: ${name}`, () => client.query(sql))
    }
    const { rows } = await client.query(
      `
      SELECT (SELECT id FROM thread WHERE key = 'bench_long') AS "longThread",
        (SELECT id FROM thread AS t WHERE NOT is_deleted AND NOT is_locked AND post_count BETWEEN 20 AND 40
          AND section_id = $1 ORDER BY ctime DESC LIMIT 1) AS thread,
        (SELECT thread_count FROM section WHERE id = $1) AS "hotThreads",
        ARRAY(SELECT id FROM thread WHERE NOT is_deleted AND NOT is_locked ORDER BY last_post_at DESC LIMIT 256) AS threads`,
      [seededId('section', 0)],
    )
    const { members } = size
    const since = new Date(Date.now() - SPAN_DAYS * 86_400_000).toISOString()
    return {
      ...rows[0],
      hotSection: seededId('section', 0),
      since,
      active: seededMember(3),
      away: seededMember(members),
      moderator: seededMember(0),
    }
  } finally {
    await client.end()
  }
}
