import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { type Flight, type Reader, ResponseCache } from '../src/edge/response-cache/cache.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Leads a flight that another reader joins and who is served; only who leads is kept. */
function joinAndBeServed(): { leader: Flight | undefined; joined: WeakRef<Reader>; received: number } {
  const pages = new ResponseCache({ ms: 60_000, bytes: 1_000_000, hasRoom: () => true }, new Registry())
  let leader: Flight | undefined
  let received = 0
  const reader = (): Reader => ({
    isGone: () => false,
    serve: () => {
      received += 1
    },
    wait: () => {},
    ask: (flight) => {
      leader = flight
    },
  })
  pages.read('/a', reader())
  const joined = reader()
  pages.read('/a', joined)
  leader?.keep({ headers: {}, body: Buffer.from('a'), askedAt: performance.now() })
  return { leader, joined: new WeakRef(joined), received }
}

it('a caller who stays connected keeps nobody in memory who had joined their request', async () => {
  const { leader, joined, received } = joinAndBeServed()
  expect(received).toBe(1)
  // A WeakRef lasts until the present task ends.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  expect(joined.deref()).toBeUndefined()
  expect(leader?.isOver).toBe(true)
})
