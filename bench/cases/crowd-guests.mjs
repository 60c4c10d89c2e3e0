// Many guests, in a process of their own: each has an address, and reloads one page again and again.
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { asFloor } from '../floors/child.mjs'

/** @param {number} guest */
const addressOf = (guest) => `10.${guest >> 16}.${(guest >> 8) & 255}.${guest & 255}`

asFloor(async (/** @type {{ url: string, path: string, guests: number }} */ { url, path, guests }) => {
  const pool = new Pool(url, { connections: guests, pipelining: 1, connectTimeout: 30_000 })
  /**
   * @param {number} guest
   * @param {string} target
   */
  const read = async (guest, target) => {
    const headers = { 'x-forwarded-for': addressOf(guest) }
    const { statusCode, body } = await pool.request({ method: 'GET', path: target, headers })
    await body.dump()
    return statusCode
  }
  /** @param {(guest: number) => Promise<unknown>} work */
  const all = (work) => Promise.all(Array.from({ length: guests }, (_, guest) => work(guest)))
  // Connections are opened beforehand, as behind a load balancer.
  await all((guest) => read(guest, '/health/live'))

  process.on('message', async (/** @type {{ seconds: number, pauseMs: number }} */ { seconds, pauseMs }) => {
    const until = performance.now() + seconds * 1_000
    /** @type {{ took: number[], failures: (number | string)[] }} */
    const seen = { took: [], failures: [] }
    await all(async (guest) => {
      await sleep((guest / guests) * pauseMs)
      while (performance.now() < until) {
        const began = performance.now()
        const status = await read(guest, path).catch((error) => error.code)
        if (status === 200) seen.took.push(performance.now() - began)
        else seen.failures.push(status)
        await sleep(pauseMs)
      }
    })
    seen.took.sort((a, b) => a - b)
    process.send?.(seen)
  })
  return 0
})
