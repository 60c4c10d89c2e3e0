import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Act,
  actElsewhere,
  allWell,
  inventedCredentials,
  type Kind,
  outcomesOf,
} from './invented-credentials.ts'
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

/** What another member did for so long, and the median time of each act. */
async function actsOfOthers(kind: number, seconds: number) {
  const until = performance.now() + seconds * 1000
  const acts: Act[] = []
  while (performance.now() < until) {
    const round = await actElsewhere(
      suite,
      `203.0.113.${kind}`,
      bystander,
      thread,
      `Reply ${kind} ${acts.length}`,
    )
    expect(outcomesOf(round)).toEqual(allWell)
    acts.push(...round)
    await sleep(PAUSE_MS)
  }
  const timeOf = (name: Act['name']) => median(acts.filter((act) => act.name === name).map(({ ms }) => ms))
  return { 'sign-in': timeOf('sign-in'), read: timeOf('read'), reply: timeOf('reply') }
}

test.each([0, 1, 2, 3, 4, 5, 6])(
  `${PER_SECOND} invented credentials a second (kind %i) from one address slow others down to half at most`,
  async (kind) => {
    const { name, send } = kinds[kind] as Kind
    const alone = await actsOfOthers(kind, 10)
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
      const meanwhile = await actsOfOthers(kind, SECONDS)
      for (const act of ['sign-in', 'read', 'reply'] as const)
        expect(meanwhile[act], `${name}: ${act}, ${alone[act]} ms alone`).toBeLessThanOrEqual(
          2 * alone[act] + NOTICEABLE_MS,
        )
    } finally {
      clearInterval(flood)
      await Promise.all(underWay)
    }
  },
  200_000,
)
