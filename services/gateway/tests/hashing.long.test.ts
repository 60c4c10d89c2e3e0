import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actElsewhere, inventedCredentials, type Kind } from './invented-credentials.ts'
import { registerClient } from './oauth/client.ts'

const PER_SECOND = 95
const SECONDS = 60
/** How often the others act. In milliseconds. */
const PAUSE_MS = 500
/** Below this a difference is the machine's, in milliseconds. */
const NOTICEABLE_MS = 25

let suite: Suite
let kinds: readonly Kind[]
let bystander: Member
let thread: string
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'forum'],
    limits: true,
    config: {
      site: { trusted_proxies: ['127.0.0.1'] },
      limits: { registrations_per_hour: 100, new_account: { replies_per_hour: 100_000 } },
    },
  })
  const administrator = await suite.administrator()
  kinds = inventedCredentials(suite, await suite.member('attacker'), await registerClient(suite, 'flooded'))
  bystander = await suite.member('bystander')
  const body = { title: 'Read meanwhile', body: 'and answered' }
  thread = (await suite.call('POST', '/forum/sections/welcome', { as: administrator, body })).body.id
})
afterAll(() => suite?.close())

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** The median time of another member's sign-in, read and reply together. */
async function timeOfOthers(kind: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  while (performance.now() < until) {
    const began = performance.now()
    const statuses = await actElsewhere(suite, `203.0.113.${kind}`, bystander, thread, `Reply ${began}`)
    times.push(performance.now() - began)
    expect(statuses).toEqual([200, 200, 200])
    await sleep(PAUSE_MS)
  }
  return median(times)
}

test.each([0, 1, 2, 3, 4, 5])(
  `${PER_SECOND} invented credentials a second (kind %i) from one address slow others down to half at most`,
  async (kind) => {
    const { name, send } = kinds[kind] as Kind
    const alone = await timeOfOthers(kind, 10)
    let sent = 0
    const underWay = new Set<Promise<unknown>>()
    const began = performance.now()
    const flood = setInterval(() => {
      const due = Math.floor(((performance.now() - began) / 1000) * PER_SECOND)
      for (; sent < due; sent++) {
        const one = send(`198.51.100.${kind}`, sent)
          .catch(() => {})
          .finally(() => underWay.delete(one))
        underWay.add(one)
      }
    }, 10)
    try {
      const meanwhile = await timeOfOthers(kind, SECONDS)
      expect(meanwhile, `${name}: ${sent} sent, others took ${alone} ms alone`).toBeLessThanOrEqual(
        2 * alone + NOTICEABLE_MS,
      )
    } finally {
      clearInterval(flood)
      await Promise.all(underWay)
    }
  },
  200_000,
)
