// The rows of a reply, written in one transaction by pg and nothing else: no HTTP, no rights, no markup.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { asFloor } from './child.mjs'

const LOCK = {
  name: 'lock',
  text: `UPDATE thread SET post_count = post_count + 1, last_post_id = $2, last_post_at = now(), last_post_author_id = $3
    WHERE id = $1 RETURNING post_count - 1 AS position`,
}
const POST = {
  name: 'post',
  text: `INSERT INTO post (id, thread_id, position, ctime, author_id, last_revision_id) VALUES ($1, $2, $3, now(), $4, $5)`,
}
const REVISION = {
  name: 'revision',
  text: `INSERT INTO revision (id, post_id, position, time, author_id, html, source) VALUES ($1, $2, 0, now(), $3, $4, $5)`,
}

/**
 * @param {import('pg').PoolClient} client
 * @param {{ thread: string, author: string, html: string, source: string }} post
 */
async function reply(client, { thread, author, html, source }) {
  const [post, revision] = [randomUUID(), randomUUID()]
  await client.query('BEGIN')
  const { rows } = await client.query({ ...LOCK, values: [thread, post, author] })
  await client.query({ ...POST, values: [post, thread, rows[0].position, author, revision] })
  await client.query({ ...REVISION, values: [revision, post, author, html, source] })
  await client.query('COMMIT')
}

/**
 * @param {import('pg').Pool} pool
 * @param {{ seconds: number, threads: string[], authors: string[], html: string, source: string }} order
 */
async function round(pool, { seconds, threads, authors, ...content }) {
  const deadline = performance.now() + seconds * 1000
  /** @type {number[]} */
  const took = []
  let turn = 0
  const writer = async () => {
    const client = await pool.connect()
    while (performance.now() < deadline) {
      const began = performance.now()
      await reply(client, {
        ...content,
        thread: threads[turn % threads.length],
        author: authors[turn++ % authors.length],
      })
      took.push(performance.now() - began)
    }
    client.release()
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: pool.options.max }, writer))
  const elapsed = (performance.now() - began) / 1000
  took.sort((a, b) => a - b)
  /** @param {number} share */
  const quantile = (share) => took[Math.floor(took.length * share)]
  return {
    requests: took.length,
    failures: 0,
    perSecond: took.length / elapsed,
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}

asFloor((/** @type {{ database: string, connections: number }} */ { database, connections }) => {
  const pool = new pg.Pool({ connectionString: database, max: connections, options: '-c search_path=forum' })
  process.on('message', async (/** @type {Parameters<typeof round>[1]} */ order) =>
    process.send?.(await round(pool, order)),
  )
  return 0
})
