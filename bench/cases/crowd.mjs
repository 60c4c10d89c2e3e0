import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, request } from 'undici'
import { startFloor } from '../floors/child.mjs'
import { median } from '../lib/measure.mjs'
import { cpuOf } from '../lib/processes.mjs'
import { startCachingGateway } from '../lib/suite.mjs'

/** @typedef {import('../lib/suite.mjs').Forum} Forum */

const GUESTS = 3_000
const MEMBERS = 50
/** How long a guest looks at the page before reloading it, and a member between two replies, in milliseconds. */
const GUESTS_PAUSE = 2_000
const MEMBERS_PAUSE = 1_000
const SECONDS = 10

/**
 * @param {number[]} times
 * @param {number} share
 */
const at = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]

/**
 * Members reply to one thread at their own pace; `took` has how long each reply took, in milliseconds,
 * shortest first.
 *
 * @param {Pool} pool
 * @param {string} path
 * @param {{ headers: Record<string, string> }[]} members
 */
async function writeReplies(pool, path, members) {
  /** @type {number[]} */
  const took = []
  let failures = 0
  const until = performance.now() + SECONDS * 1_000
  const body = JSON.stringify({ body: 'I **agree** with what was said, and add a line of my own.' })
  /**
   * @param {{ headers: Record<string, string> }} member
   * @param {number} place
   */
  const write = async ({ headers }, place) => {
    await sleep((place / members.length) * MEMBERS_PAUSE)
    while (performance.now() < until) {
      const began = performance.now()
      const sent = { ...headers, 'content-type': 'application/json' }
      const answer = await pool.request({ method: 'POST', path, headers: sent, body })
      await answer.body.dump()
      if (answer.statusCode === 200) took.push(performance.now() - began)
      else failures += 1
      await sleep(MEMBERS_PAUSE)
    }
  }
  await Promise.all(members.map(write))
  return { took: took.sort((a, b) => a - b), failures }
}

/** @param {{ took: number[] }} replies */
const percentiles = ({ took }) => ({ p50: at(took, 0.5), p99: at(took, 0.99) })

/**
 * Members' replies to a thread, in turns: alone, while a crowd of guests reads the same thread, and while they read the same
 * bytes of another server, which is the floor: they take processor time, but none of the gateway's.
 *
 * @param {{ main: Forum, rounds: number }} options
 */
export async function measureCrowd({ main, rounds }) {
  const { suite, seeded } = main
  const path = `/api/v1/forum/threads/${seeded.thread}`
  const members = /** @type {{ headers: Record<string, string> }[]} */ ([])
  for (let count = 0; count < MEMBERS; count++) members.push(await suite.member(`bench_writer_${count}`))
  // Limits as deployed; the guests come through a trusted proxy, each from an address of its own.
  const caching = await startCachingGateway(main, { limits: true, trustedProxies: ['127.0.0.1'] })
  const [gateway] = caching.processes.gateway
  const page = await request(gateway.url + path)
  const other = await startFloor('bytes.mjs', { text: await page.body.text() })
  /** @param {{ url: string }} server */
  const guestsOf = ({ url }) => startFloor('../cases/crowd-guests.mjs', { url, path, guests: GUESTS })
  const [crowd, crowdElsewhere] = [await guestsOf(gateway), await guestsOf(other)]
  const pool = new Pool(gateway.url, { connections: MEMBERS, pipelining: 1 })
  /** @type {Record<string, number>[]} */
  const alone = []
  /** @type {Record<string, number>[]} */
  const beside = []
  /** @type {Record<string, number>[]} */
  const elsewhere = []
  /** @param {import('../floors/child.mjs').Floor} guests */
  const writeBeside = (guests) =>
    Promise.all([
      writeReplies(pool, path, members),
      /** @type {Promise<{ took: number[], failures: unknown[] }>} */ (
        guests.work({ seconds: SECONDS, pauseMs: GUESTS_PAUSE })
      ),
    ])
  const failures = { replies: 0, reads: 0 }
  try {
    for (let round = 0; round <= rounds; round++) {
      const quiet = await writeReplies(pool, path, members)
      const before = cpuOf(gateway.pid)
      const [writes, reads] = await writeBeside(crowd)
      const busy = (cpuOf(gateway.pid) - before) / (SECONDS * 1e6)
      const [floor] = await writeBeside(crowdElsewhere)
      // The first round only warms everything up.
      if (round === 0) continue
      alone.push(percentiles(quiet))
      elsewhere.push(percentiles(floor))
      const { length: done } = reads.took
      beside.push({ ...percentiles(writes), reads: done, readP99: at(reads.took, 0.99), busy })
      failures.replies += quiet.failures + writes.failures + floor.failures
      failures.reads += reads.failures.length
    }
  } finally {
    await pool.close()
    for (const child of [crowd, crowdElsewhere, other]) child.stop()
    await caching.close()
  }
  /**
   * @param {Record<string, number>[]} all
   * @param {string} key
   */
  const middle = (all, key) => median(all.map((one) => one[key]))
  /** @param {Record<string, number>[]} all */
  const overAlone = (all) => median(all.map(({ p99 }, round) => p99 / alone[round].p99))
  return {
    guests: GUESTS,
    members: MEMBERS,
    target: 1.5,
    alone: { p50: middle(alone, 'p50'), p99: middle(alone, 'p99') },
    beside: { p50: middle(beside, 'p50'), p99: middle(beside, 'p99') },
    readsPerSecond: middle(beside, 'reads') / SECONDS,
    readP99: middle(beside, 'readP99'),
    failures,
    gatewayBusy: middle(beside, 'busy'),
    elsewhere: { p50: middle(elsewhere, 'p50'), p99: middle(elsewhere, 'p99') },
    ratio: overAlone(beside),
    floorRatio: overAlone(elsewhere),
  }
}
