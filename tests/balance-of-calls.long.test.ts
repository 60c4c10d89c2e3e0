import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@agora/shared/contracts/ids'
import {
  declarationOf,
  type ServiceName,
  services,
  upstreamNames,
  urlsKeyOf,
} from '@agora/shared/contracts/services'
import { freePort } from '@agora/suite/servers/ports'
import { type DnsServer, startDnsServer } from '@agora/testing/dns-server'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from './support/followed-database.ts'
import { givePodAddress } from './support/pod-network.ts'

const LONG = 120_000
/** From the moment at which DNS names a replica until it has its share. */
const SHARED_MS = 5_000
const ASKED = { timeout: 60_000, interval: 250 }
/** How often each service is asked by each of its callers, at least. */
const TIMES = 12
/** For each of them: one late answer to a probe moves a few calls to the other replica. */
const READS = 4

/** A replica's log line of a request. */
interface Line {
  msg: string
  route: string
  request_id: string
  /** Absent where the gateway passes on what somebody else asks. */
  caller?: string
}

interface Call {
  from: ServiceName
  to: ServiceName
  is: (line: Line) => boolean
}

/** The calls of the services with a credential: all declared ones but the gateway's. */
const declared = services.flatMap((to) =>
  declarationOf(to)
    .calledBy.filter((from) => from !== 'gateway')
    .map((from): Call => ({ from: from as ServiceName, to, is: ({ caller }) => caller === from })),
)
const calls: Call[] = [
  ...upstreamNames.map(
    (to): Call => ({ from: 'gateway', to, is: ({ caller = 'gateway' }) => caller === 'gateway' }),
  ),
  // What it asks for a page bears the page's id.
  {
    from: 'web',
    to: 'gateway',
    is: ({ route, request_id }) => request_id.startsWith('page-') && route.startsWith('/api/'),
  },
  ...declared,
]

let dns: DnsServer
let suite: Suite
let port: number
const closing: (() => void)[] = []
const sum = (counts: readonly number[]) => counts.reduce((one, other) => one + other, 0)
const nameOf = (service: ServiceName) => `${service}.agora.test`
const podOf = (service: ServiceName, replica: number) =>
  `127.0.${replica + 1}.${services.indexOf(service) + 1}`

beforeAll(async () => {
  dns = await startDnsServer()
  port = await freePort(podOf('gateway', 0))
  const addressOf = (service: ServiceName) => `http://${nameOf(service)}:${port}`
  for (const service of services) dns.names.set(nameOf(service), [podOf(service, 0)])
  const addresses = {
    DNS_SERVER: dns.address,
    READY_GRACE_SECONDS: '0',
    GATEWAY_URL: addressOf('gateway'),
    ...Object.fromEntries(upstreamNames.map((service) => [urlsKeyOf(service), addressOf(service)])),
  }
  suite = await startSuite({
    services,
    replicas: Object.fromEntries(services.map((service) => [service, 2])),
    env: Object.fromEntries(services.map((service) => [service, addresses])),
  })
  for (const service of services)
    for (const [replica, url] of suite.urls[service].entries())
      closing.push((await givePodAddress(podOf(service, replica), port, url)).close)
}, LONG)
afterAll(async () => {
  await suite?.close()
  for (const close of closing) close()
  dns?.close()
})

/** How many such calls each replica has answered. */
const answered = ({ to, is }: Call): number[] =>
  suite.processes[to].map(
    (process) =>
      process
        .log()
        .split('\n')
        .filter((text) => text.startsWith('{'))
        .map((text): Line => JSON.parse(text))
        .filter((line) => line.msg === 'request' && is(line)).length,
  )

/** Something of each service, through the gateway. */
async function readAll(): Promise<void> {
  await suite.call('GET', '/forum/sections')
  await suite.call('POST', '/captcha/register/challenge')
  await suite.call('GET', '/apps')
  await suite.call('GET', '/archive/game_c/users/1')
  await suite.call('GET', '/job/jobs')
  await suite.call('GET', '//', { headers: { 'x-request-id': `page-${newId()}` } })
}

test(
  'a second replica of each service has half of the calls of each other one within five seconds',
  async () => {
    for (const service of services) dns.names.set(nameOf(service), [podOf(service, 0), podOf(service, 1)])
    await sleep(SHARED_MS)
    const before = calls.map(answered)
    const since = () =>
      calls.map((call, index) =>
        answered(call).map((count, replica) => count - (before[index]?.[replica] ?? 0)),
      )

    for (let time = 0; time < TIMES; time++) {
      for (let read = 0; read < READS; read++) await readAll()
      // Its parts come from every service that holds members' data.
      await exportOf(`member_${time}`)
    }
    // The services ask every two seconds whom to erase.
    await expect.poll(() => since().every((counts) => sum(counts) >= TIMES), ASKED).toBe(true)

    const shares = since().map((counts, index) => {
      const { from, to } = calls[index] as Call
      return { from, to, calls: sum(counts), share: (counts[1] ?? 0) / sum(counts) }
    })
    console.table(shares)
    expect(shares.filter(({ share }) => Math.abs(share - 1 / 2) > 0.1)).toEqual([])
  },
  LONG,
)

async function exportOf(username: string): Promise<void> {
  const member = await suite.member(username)
  await administer(
    suite.database.adminUrl,
    `INSERT INTO gateway.user_link (id, account_id, type, external_id, display_name)
      VALUES ('${newId()}', '${member.id}', 'Email', '${username}@example.com', '${username}@example.com')`,
  )
  const body = { current_password: member.password }
  const { status, text } = await suite.call('POST', `/users/${member.id}/export`, { as: member, body })
  expect(status, text).toBe(200)
}
