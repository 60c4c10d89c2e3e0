import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { percentile } from '../lib/measure.mjs'

/** @typedef {import('../lib/suite.mjs').Forum} Forum */
/** @typedef {{ accepted: number[], refused: number[], failed: unknown[] }} Seen */

/** Far more callers than the gateway admits at once, and as many as it serves with ease. */
const phases = [
  { name: 'before', callers: 32 },
  { name: 'the rush', callers: 3_000 },
  { name: 'after', callers: 32 },
]
const SECONDS = 6

/**
 * A caller keeps asking, and after a refusal waits for Retry-After.
 *
 * @param {Pool} pool
 * @param {string} path
 * @param {number} until
 * @param {Seen} seen
 */
async function call(pool, path, until, { accepted, refused, failed }) {
  while (performance.now() < until) {
    const began = performance.now()
    try {
      const { statusCode, headers, body } = await pool.request({ method: 'GET', path })
      await body.dump()
      const took = performance.now() - began
      if (statusCode === 200) accepted.push(took)
      else if (statusCode === 503) refused.push(took)
      else failed.push(statusCode)
      if (statusCode === 503) await sleep(Number(headers['retry-after']) * 1_000)
    } catch (error) {
      failed.push(error.code)
      await sleep(1_000)
    }
  }
}

/**
 * @param {(typeof phases)[number]} phase
 * @param {string} url
 * @param {string} path
 */
async function runPhase({ name, callers }, url, path) {
  const pool = new Pool(url, { connections: callers, pipelining: 1, connectTimeout: 30_000 })
  // Connected in advance, like callers behind a load balancer.
  const connect = async () => (await pool.request({ method: 'GET', path: '/health/live' })).body.dump()
  await Promise.all(Array.from({ length: callers }, connect))
  /** @type {Seen} */
  const seen = { accepted: [], refused: [], failed: [] }
  const until = performance.now() + SECONDS * 1_000
  await Promise.all(Array.from({ length: callers }, () => call(pool, path, until, seen)))
  await pool.close()
  /** @param {number[]} times */
  const of = (times) => {
    const sorted = [...times].sort((a, b) => a - b)
    /** @param {number} share */
    const p = (share) => (sorted.length > 0 ? percentile(sorted, share) : null)
    return { perSecond: sorted.length / SECONDS, p50: p(0.5), p99: p(0.99) }
  }
  return {
    name,
    callers,
    accepted: of(seen.accepted),
    refused: of(seen.refused),
    failed: seen.failed.length,
  }
}

/**
 * A guest's page through the gateway before, during and after a rush of callers who heed Retry-After.
 *
 * @param {Forum} forum
 */
export async function measureOverload({ suite, seeded }) {
  const done = []
  const path = `/api/v1/forum/threads/${seeded.thread}`
  for (const phase of phases) done.push(await runPhase(phase, suite.processes.gateway[0].url, path))
  return done
}
