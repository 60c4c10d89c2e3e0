import pg from 'pg'
import { seededMember } from '../data/seed.mjs'
import { startFloor } from '../floors/child.mjs'
import { load } from '../lib/load.mjs'
import { cpuOf } from '../lib/processes.mjs'
import { principalHeaders } from '../lib/suite.mjs'

/**
 * @typedef {import('../lib/suite.mjs').Bench} Bench
 * @typedef {import('../lib/load.mjs').Outcome} Outcome
 */

const WRITERS = 64
/** None of them moderates. */
const writers = Array.from({ length: WRITERS }, (_, n) => seededMember(n + 10))
const SOURCE = 'I **agree** with what was said, and add a line of my own.'
const HTML = '<p>I <strong>agree</strong> with what was said, and add a line of my own.</p>'

/** Threads whose counters disagree with their posts, or whose positions have gaps. */
const LOST = `
  SELECT t.id FROM thread AS t JOIN post AS p ON p.thread_id = t.id WHERE t.id = ANY ($1::uuid[]) GROUP BY t.id
  HAVING t.post_count <> count(*) OR max(p.position) <> t.post_count - 1`

/**
 * @template Result
 * @param {string} url
 * @param {(client: pg.Client) => Promise<Result>} work
 */
async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=forum' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * @param {Bench} bench
 * @param {string} name
 * @param {string[]} threads
 */
function replies({ main, postgres, seconds }, name, threads) {
  const forum = main.suite.processes.forum[0]
  const database = main.suite.database.urls.forum
  const countPosts = () =>
    withClient(database, async (client) => {
      const { rows } = await client.query(
        'SELECT sum(post_count)::int AS posts FROM thread WHERE id = ANY ($1::uuid[])',
        [threads],
      )
      return rows[0].posts
    })
  return {
    name,
    floor: 'one transaction of pg with the same rows',
    target: 0.6,
    prepare: async () => {
      const floor = await startFloor('./transaction.mjs', { database, connections: 10 })
      const paths = threads.map((id) => `/api/v1/forum/threads/${id}`)
      const order = { seconds, threads, authors: writers.map(({ id }) => id), html: HTML, source: SOURCE }
      const before = await countPosts()
      let written = 0
      /** @param {() => Promise<Outcome>} run */
      const counted = (run) => async () => {
        const outcome = await run()
        written += outcome.requests
        return outcome
      }
      const behind = [postgres.cpu]
      return {
        own: {
          pid: forum.pid,
          behind,
          run: counted(async () => {
            const callers = await Promise.all(writers.map((member) => principalHeaders(main, member)))
            return load({
              url: forum.url + paths[0],
              paths,
              callers,
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ body: SOURCE }),
              connections: WRITERS,
              seconds,
            })
          }),
        },
        floor: {
          pid: floor.pid,
          behind,
          run: counted(() => /** @type {Promise<Outcome>} */ (floor.work(order))),
        },
        close: async () => {
          floor.stop()
          const lost = await withClient(database, (client) => client.query(LOST, [threads]))
          // The end of a load cuts off uncounted answers: more may be written than counted, never fewer.
          const found = (await countPosts()) - before
          if (lost.rows.length > 0 || found < written)
            throw new Error(`${written} replies were answered and ${found} are there`)
          return `${written} answered, ${found} there, no gap in any thread`
        },
      }
    },
  }
}

/**
 * A member's reply with an Idempotency-Key against one with a header that nobody reads, both through the
 * gateway.
 *
 * @param {Bench} bench
 * @param {string} name
 * @param {string[]} threads
 */
function keyedReplies({ main, postgres, seconds, member }, name, threads) {
  const { forum, gateway } = main.suite.processes
  const paths = threads.map((id) => `/api/v1/forum/threads/${id}`)
  /** @param {string} freshHeader */
  const side = (freshHeader) => ({
    pid: gateway[0].pid,
    behind: [postgres.cpu, () => cpuOf(forum[0].pid)],
    run: async () =>
      load({
        url: gateway[0].url + paths[0],
        paths,
        method: 'POST',
        headers: { ...(await member()).headers, 'content-type': 'application/json' },
        body: JSON.stringify({ body: SOURCE }),
        freshHeader,
        connections: WRITERS,
        seconds,
      }),
  })
  return {
    name,
    floor: 'the same replies without a key',
    target: 0.97,
    prepare: async () => ({
      own: side('idempotency-key'),
      floor: side('nobody-reads-me'),
      close: async () => {},
    }),
  }
}

/** @param {Bench} bench */
export const replyCases = (bench) => [
  keyedReplies(bench, 'replies with an Idempotency-Key', bench.main.seeded.threads.slice(0, WRITERS)),
  replies(
    bench,
    `${WRITERS} writers reply to ${WRITERS} threads`,
    bench.main.seeded.threads.slice(0, WRITERS),
  ),
  replies(bench, `${WRITERS} writers reply to one thread`, bench.main.seeded.threads.slice(0, 1)),
]
