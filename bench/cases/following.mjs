import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Pool } from 'undici'
import { seededMember } from '../data/seed.mjs'
import { percentile } from '../lib/measure.mjs'
import { principalHeaders } from '../lib/suite.mjs'

/** @typedef {import('../lib/suite.mjs').Forum} Forum */
/** @typedef {{ post: string, written: number }} Sample */

const WRITERS = 64
/** How often a reply is watched until it is found and its mention told, in milliseconds. */
const SAMPLE_EVERY_MS = 500
const LOOK_MS = 50
/** A sample that has not arrived by then counts as arriving then, in milliseconds. */
const MAX_MS = 120_000
/** Principals are valid for half a minute. */
const RENEW_MS = 15_000

const writers = Array.from({ length: WRITERS }, (_, n) => seededMember(n + 10))
const mentioned = seededMember(5)

/** Which of these posts can be found, and of which the mentioned member is told. */
const ARRIVED = `
  SELECT post AS id, EXISTS (SELECT FROM search_document WHERE subject_id = post) AS found,
    EXISTS (SELECT FROM notification WHERE user_id = $2 AND cause = post) AS told
  FROM unnest($1::uuid[]) AS given (post)`

/** One phase of the load: what is held up meanwhile, by the name of its lock. */
const phases = [
  { name: 'all follow', lock: undefined },
  { name: 'search is held up', lock: 'search indexer' },
  { name: 'notifications are held up', lock: 'follower notifications' },
  { name: 'all follow again', lock: undefined },
]

/**
 * Members reply at a steady rate; every half second the time is taken until a reply is found and its mention is told,
 * while all followers work and while one of them cannot.
 *
 * @param {Forum} forum
 * @param {{ rate: number, seconds: number }} options `rate`: replies a second; `seconds`: of each phase
 */
export async function measureFollowing(forum, { rate, seconds }) {
  const client = new pg.Client({
    connectionString: forum.suite.database.urls.forum,
    options: '-c search_path=forum',
  })
  const holder = new pg.Client({
    connectionString: forum.suite.database.urls.forum,
    options: '-c search_path=forum',
  })
  await Promise.all([client.connect(), holder.connect()])
  const load = startReplies(forum, rate)
  try {
    const measured = []
    for (const { name, lock } of phases) {
      if (lock) await holder.query(`SELECT pg_advisory_lock(hashtext($1), hashtext('forum'))`, [lock])
      measured.push({ name, ...(await runPhase(client, load, seconds)) })
      if (lock) await holder.query('SELECT pg_advisory_unlock_all()')
    }
    const failures = await load.stop()
    const ended = performance.now()
    while ((await countLog(client)) > 0) await sleep(LOOK_MS)
    return { rate, phases: measured, failures, emptyAfterMs: performance.now() - ended }
  } finally {
    await load.stop()
    await Promise.all([client.end(), holder.end()])
  }
}

/** @param {pg.Client} client */
async function countLog(client) {
  const { rows } = await client.query(
    'SELECT (SELECT count(*) FROM new_change)::int + (SELECT count(*) FROM change)::int AS rows',
  )
  return rows[0].rows
}

/**
 * @param {pg.Client} client
 * @param {ReturnType<typeof startReplies>} load
 * @param {number} seconds
 */
async function runPhase(client, load, seconds) {
  const began = performance.now()
  const before = load.written()
  /** @type {Map<string, number>} */
  const waiting = new Map()
  /** @type {Record<'found' | 'told', number[]>} */
  const delays = { found: [], told: [] }
  const arrived = { found: new Set(), told: new Set() }
  let [nextSample, nextCount, mostRows, perSecond] = [began, began, 0, 0]
  const until = began + seconds * 1_000
  for (let now = began; now < until || (waiting.size > 0 && now < until + 5_000); now = performance.now()) {
    if (now < until && now >= nextSample) {
      load.sample(({ post, written }) => waiting.set(post, written))
      nextSample += SAMPLE_EVERY_MS
    }
    if (now >= nextCount) {
      mostRows = Math.max(mostRows, await countLog(client))
      nextCount += 1_000
    }
    if (now < until) perSecond = (load.written() - before) / ((now - began) / 1_000)
    const { rows } = await client.query(ARRIVED, [[...waiting.keys()], mentioned.id])
    for (const row of rows)
      for (const kind of /** @type {const} */ (['found', 'told']))
        if (row[kind] && !arrived[kind].has(row.id)) {
          arrived[kind].add(row.id)
          delays[kind].push(performance.now() - /** @type {number} */ (waiting.get(row.id)))
        }
    for (const id of waiting.keys()) if (arrived.found.has(id) && arrived.told.has(id)) waiting.delete(id)
    await sleep(LOOK_MS)
  }
  /** @param {'found' | 'told'} kind */
  const of = (kind) => {
    const late = [...waiting.keys()].filter((id) => !arrived[kind].has(id)).map(() => MAX_MS)
    const sorted = [...delays[kind], ...late].sort((one, other) => one - other)
    return {
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      most: sorted.at(-1),
      late: late.length,
    }
  }
  return { perSecond, mostRows, found: of('found'), told: of('told') }
}

/**
 * Each writer replies in a thread of their own, in turns, at most as fast as the rate asks.
 *
 * @param {Forum} forum
 * @param {number} rate
 */
function startReplies(forum, rate) {
  const pool = new Pool(forum.suite.processes.forum[0].url, { connections: WRITERS, pipelining: 1 })
  /** @type {((sample: Sample) => void)[]} */
  const wanted = []
  let [written, failures, isRunning] = [0, 0, true]
  /** @param {number} n */
  const write = async (n) => {
    const path = `/api/v1/forum/threads/${forum.seeded.threads[n]}`
    let headers = {}
    let renewed = Number.NEGATIVE_INFINITY
    const everyMs = (WRITERS * 1_000) / rate
    for (let next = performance.now() + (n * 1_000) / rate; isRunning; next += everyMs) {
      const wait = next - performance.now()
      if (wait > 0) await sleep(wait)
      else next = performance.now()
      if (performance.now() - renewed > RENEW_MS) {
        headers = { ...(await principalHeaders(forum, writers[n])), 'content-type': 'application/json' }
        renewed = performance.now()
      }
      const sampled = wanted.shift()
      const body = `${sampled ? `@{${mentioned.id}} ` : ''}I **agree** with what was said, and add a line of my own.`
      const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify({ body }) })
      const { id } = /** @type {{ id: string }} */ (await answer.body.json())
      if (answer.statusCode < 300) written += 1
      else failures += 1
      sampled?.({ post: id, written: performance.now() })
    }
  }
  const writing = Promise.all(writers.map((_, n) => write(n)))
  // Told by `stop`.
  writing.catch(() => {})
  return {
    written: () => written,
    /** @param {(sample: Sample) => void} take the next reply, which mentions a member */
    sample: (take) => wanted.push(take),
    /** Returns how many replies failed. */
    stop: async () => {
      isRunning = false
      await writing.finally(() => pool.destroy())
      return failures
    },
  }
}
