import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './measure.mjs'
import { memoryOf } from './processes.mjs'

const STARTS = 5
/** The time after which a start's garbage has been collected, in milliseconds. */
const SETTLE_MS = 3_000

/**
 * Starts a service several times: measures the time until it is ready, and its idle memory.
 *
 * @param {import('@agora/testing/suite').Suite['processes']['forum'][number]} process
 */
export async function measureStarts(process) {
  const took = []
  for (let start = 0; start < STARTS; start++) {
    await process.stop()
    const began = performance.now()
    await process.start()
    took.push(performance.now() - began)
  }
  await sleep(SETTLE_MS)
  return { service: process.service, readyMs: median(took), idleMb: memoryOf(process.pid).now }
}
