// How fast a forum is imported beside a running instance, how much memory that takes, and what readers notice:
//   node bench/forum-import.mjs [POSTS ...]
// Bodies are a few hundred characters of Markdown with links, mentions and quotes, and are rendered. Readers request existing
// pages at a steady rate, before and during the import; the importer runs as `npm run forum:import` does.
import '../scripts/lib/node-version.mjs'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { build } from '../scripts/lib/build.mjs'
import { cpuOf } from './lib/processes.mjs'
import { startBenchPostgres } from './lib/suite.mjs'

await build({ projects: ['services/forum', 'services/gateway'] })
const { startSuite } = await import('@agora/testing/suite')
const { startMoving } = await import('@agora/suite/moving')
const { temporaryFolder } = await import('@agora/suite/temporary')

const sizes = process.argv.slice(2).map(Number)
const POSTS_A_THREAD = 20
const USERS = 2_000
const READS_A_SECOND = 50
const QUIET_S = 8

const WORDS =
  'the forum has moved here with all that anybody ever wrote in it and it reads as it did before'.split(' ')
/**
 * @param {number} seed
 * @param {number} count
 */
const words = (seed, count) =>
  Array.from({ length: count }, (_, at) => WORDS[(seed * 7 + at * 13) % WORDS.length]).join(' ')

/** @param {number} posts */
function* lines(posts) {
  /** @param {number} second */
  const at = (second) => new Date(Date.UTC(2015, 0, 1) + second * 60_000).toISOString()
  yield { type: 'forum', version: 1 }
  for (let section = 0; section < 20; section++)
    yield { type: 'section', id: `${section}`, display_name: `Section ${section}` }
  for (let user = 0; user < USERS; user++)
    yield { type: 'user', id: `${user}`, username: `member_${user}`, created_at: at(0) }
  for (let post = 0, thread = -1; post < posts; post++) {
    const author = `${(post * 31) % USERS}`
    if (post % POSTS_A_THREAD === 0) {
      thread += 1
      const about = { section: `${thread % 20}`, title: `Thread ${thread}`, author, created_at: at(post) }
      yield { type: 'thread', id: `${thread}`, ...about }
    }
    const quoted = post % 4 === 1 ? `> ${words(post, 12)}\n\n` : ''
    const linked =
      post % 3 === 1 ? ` See [there](imported:post:${post - 1}), [@member](imported:user:${author}).` : ''
    const body = `${quoted}${words(post, 30)} **${words(post + 1, 4)}** \`code\`.${linked}\n\n- ${words(post + 2, 12)}\n- ${words(post + 3, 12)}`
    yield {
      type: 'post',
      id: `${post}`,
      thread: `${thread}`,
      author,
      created_at: at(post),
      format: 'markdown',
      body,
    }
  }
}

/**
 * @param {string} file
 * @param {number} posts
 */
async function writeForum(file, posts) {
  const out = createWriteStream(file)
  for (const line of lines(posts)) if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'finish')
}

/**
 * Reads at a steady rate until stopped; returns how long each took, in milliseconds.
 *
 * @param {string} url
 */
function startReading(url) {
  /** @type {number[]} */
  const times = []
  let isOver = false
  const running = (async () => {
    const pending = new Set()
    for (let next = performance.now(); !isOver; next += 1000 / READS_A_SECOND) {
      await sleep(Math.max(0, next - performance.now()))
      const begun = performance.now()
      const reading = fetch(url)
        .then((answer) => answer.arrayBuffer())
        .then(() => times.push(performance.now() - begun))
        .finally(() => pending.delete(reading))
      pending.add(reading)
    }
    await Promise.all(pending)
  })()
  return async () => {
    isOver = true
    await running
    return times.sort((one, other) => one - other)
  }
}

/**
 * @param {number[]} times
 * @param {number} share
 */
const quantile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
/** @param {number | undefined} pid */
const peakOf = (pid) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/**
 * The processor time of the import's connections to Postgres, in microseconds. What follows an import there takes as much
 * again, sooner or later.
 *
 * @param {string} url
 */
async function watchConnections(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  /** @type {Map<number, number>} */
  const seen = new Map()
  const look = async () => {
    const { rows } = await client.query(
      "SELECT pid FROM pg_stat_activity WHERE application_name IN ('agora-forum-import', 'agora-gateway-accounts')",
    )
    for (const { pid } of rows) seen.set(pid, Math.max(seen.get(pid) ?? 0, cpuOf(pid)))
  }
  const looking = setInterval(() => look().catch(() => {}), 200)
  return async () => {
    clearInterval(looking)
    await client.end()
    return [...seen.values()].reduce((sum, one) => sum + one, 0)
  }
}

/**
 * @param {number} posts
 * @param {{ cpu: () => number }} postgres
 */
async function measure(posts, postgres) {
  const suite = await startSuite({ services: ['gateway', 'forum'] })
  const folder = temporaryFolder('forum-import')
  try {
    const file = path.join(folder.path, 'forum.ndjson')
    await writeForum(file, posts)
    const section = `${suite.url}/api/v1/forum/sections/welcome`
    const endQuiet = startReading(section)
    await sleep(QUIET_S * 1000)
    const quiet = await endQuiet()

    const endBusy = startReading(section)
    const begun = performance.now()
    const child = startMoving({
      command: 'import',
      words: ['--from', 'ndjson', file, '--site', 'https://site.example'],
      databaseUrls: suite.database.urls,
      env: { PATH: process.env.PATH, AGORA_CONFIG: suite.config, HELD_NAMES_KEY: suite.secrets.heldNamesKey },
      stdio: 'pipe',
      flags: ['--enable-source-maps', '--max-semi-space-size=32'],
    })
    let peak = 0
    let cpu = 0
    const before = postgres.cpu()
    const endWatch = await watchConnections(suite.database.adminUrl)
    let told = ''
    child.stderr?.on('data', () => {})
    child.stdout?.on('data', (chunk) => {
      told += chunk
    })
    // Little work: what holds this process up would count as slow reads.
    const looking = setInterval(() => {
      try {
        peak = Math.max(peak, peakOf(child.pid))
        cpu = cpuOf(child.pid)
      } catch {
        // It has just ended.
      }
    }, 100)
    const [status] = await once(child, 'close')
    clearInterval(looking)
    const seconds = (performance.now() - begun) / 1000
    const own = await endWatch()
    const stored = postgres.cpu() - before
    const busy = await endBusy()
    if (status !== 0) throw new Error(`the import ended with status ${status}\n${told}`)
    console.log(
      `${posts} posts: ${Math.round(posts / seconds)}/s in ${seconds.toFixed(1)} s, ${Math.round(peak)} MB; ` +
        `${Math.round(cpu / posts)} us of processor time a post, ${Math.round(own / posts)} us of Postgres, ` +
        `and ${Math.round((stored - own) / posts)} us there for what else ran; ` +
        `reads p50 ${quantile(quiet, 0.5).toFixed(1)} -> ${quantile(busy, 0.5).toFixed(1)} ms, ` +
        `p99 ${quantile(quiet, 0.99).toFixed(1)} -> ${quantile(busy, 0.99).toFixed(1)} ms; load ${loadavg()[0].toFixed(1)}`,
    )
  } finally {
    await suite.close()
    folder.remove()
  }
}

const postgres = await startBenchPostgres()
try {
  for (const posts of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]) await measure(posts, postgres)
} finally {
  await postgres.close()
}
