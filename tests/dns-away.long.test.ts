import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServiceName, services } from '@agora/shared/contracts/services'
import { type Inbox, startInbox } from '@agora/suite/inbox/inbox'
import { MailStore } from '@agora/suite/inbox/store'
import { projectRoot } from '@agora/suite/project'
import { startNats } from '@agora/suite/servers/nats'
import { freePort } from '@agora/suite/servers/ports'
import { startRedis } from '@agora/suite/servers/redis'
import { temporaryFolder } from '@agora/suite/temporary'
import { type DnsServer, startDnsServer } from '@agora/testing/dns-server'
import { type Suite, startSuite } from '@agora/testing/suite'
import { createTestDatabase, type TestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from './support/followed-database.ts'
import { SteadyLoad } from './support/load.ts'
import { NoticedActs } from './support/noticed-acts.ts'
import { allReach } from './support/reaching.ts'
import { type Relay, startRelay } from './support/relay.ts'

const LONG = 180_000
const SOON = { timeout: 20_000, interval: 100 }
/** How long DNS fails, and then is silent, in milliseconds: a minute in all. */
const HALF_MS = 30_000
/** More requests at once than a pool keeps connections. */
const AT_ONCE = 12

const folder = temporaryFolder('dns')
const at = (name: string) => path.join(folder.path, name)
const closing: (() => unknown)[] = [() => folder.remove()]
let dns: DnsServer
let database: TestDatabase
let relays: Record<'postgres' | 'redis' | 'nats', Relay>
let inbox: Inbox
let suite: Suite
let load: SteadyLoad
let acts: NoticedActs

/** An address on the loopback interface, by a name that only the test's DNS server knows. */
function named(name: string, url: string): string {
  const host = `${name}.example`
  dns.names.set(host, ['127.0.0.1'])
  return url.replace('127.0.0.1', host)
}

beforeAll(async () => {
  dns = await startDnsServer()
  database = await createTestDatabase()
  const [redis, nats] = await Promise.all([
    startRedis({ folder: at('redis'), durable: false }),
    startNats({ folder: at('nats') }),
  ])
  inbox = await startInbox({ folder: at('mails'), port: await freePort() })
  closing.unshift(
    () => inbox.close(),
    () => redis.kill(),
    () => nats.kill(),
    () => database.drop(),
    () => dns.close(),
  )
  const ways = { postgres: database.adminUrl, redis: redis.url, nats: nats.url }
  const [toPostgres, toRedis, toNats] = await Promise.all(Object.values(ways).map(startRelay))
  if (!toPostgres || !toRedis || !toNats) throw new Error('no relays')
  relays = { postgres: toPostgres, redis: toRedis, nats: toNats }
  const asksDns = {
    NODE_OPTIONS: `--import=${path.join(projectRoot, 'tests/support/ask-dns.mjs')}`,
    TEST_DNS: dns.address,
    GUEST_CACHE_MS: '0',
  }
  const envOf = (service: ServiceName) => {
    const url = (database.urls as Partial<Record<ServiceName, string>>)[service]
    return url ? { ...asksDns, DATABASE_URL: named('postgres', toPostgres.through(url)) } : asksDns
  }
  suite = await startSuite({
    services,
    database,
    stores: {
      redis: named('redis', toRedis.through(redis.url)),
      nats: named('nats', toNats.through(nats.url)),
    },
    smtpUrl: named('smtp', inbox.smtpUrl),
    env: Object.fromEntries(services.map((service) => [service, envOf(service)])),
  })
  closing.unshift(() => suite.close())
}, LONG)
afterAll(async () => {
  await load?.stop()
  await acts?.stop()
  for (const close of closing) await close()
})

test(
  'no request fails while DNS fails and then is silent, although connections to stores are opened',
  async () => {
    load = await SteadyLoad.begin(suite, suite.url)
    acts = await NoticedActs.begin(suite)
    await expect.poll(() => load.soundRounds, SOON).toBeGreaterThan(3)

    dns.isFailing = true
    await crowd()
    await sleep(HALF_MS)
    dns.isFailing = false
    dns.isSilent = true
    await crowd()
    await sleep(HALF_MS)
    expect(load.failures).toEqual([])
  },
  LONG,
)

test(
  'a store that ends its connections while DNS is silent is reached again where it was',
  async () => {
    for (const relay of Object.values(relays)) {
      await relay.cut()
      await relay.mend()
    }
    load.countAnew()
    await expect.poll(() => load.soundRounds, SOON).toBeGreaterThan(9)
    await allReach(suite, 'redis', SOON)
    await allReach(suite, 'nats', SOON)
    const { id } = await suite.member('new_here')
    await expect.poll(() => knownToForum(id), SOON).toBe(1)
  },
  LONG,
)

test(
  'events and mails of that time arrive, each once',
  async () => {
    await load.stop()
    const { sent } = await acts.stop()
    expect(sent.length).toBeGreaterThan(10)
    const arrived = async () => (await new MailStore(at('mails')).list()).map(({ to }) => to)
    await expect.poll(async () => (await arrived()).length, SOON).toBeGreaterThanOrEqual(sent.length)
    expect(new Set(await arrived()).size).toBe((await arrived()).length)
    expect(await arrived()).toEqual(expect.arrayContaining([...sent]))
    const told = `SELECT count(*)::int AS count FROM forum.notification
      WHERE user_id = '${acts.member.id}' AND kind IN ('RoleGranted', 'RoleRevoked')`
    const done = `SELECT count(*)::int AS count FROM forum.moderation_entry
      WHERE action IN ('GrantRole', 'RevokeRole')`
    await expect.poll(() => count(told), SOON).toBe(await count(done))
  },
  LONG,
)

/** Each service gets more requests at once than it has connections. */
async function crowd(): Promise<void> {
  const asked = [
    '/forum/sections',
    '/apps',
    '/job/jobs',
    '/archive/game_c/users/1/scores',
    `/users/${acts.member.id}/avatar`,
  ]
  const as = await suite.administrator()
  const answers = await Promise.all(
    asked.flatMap((path) => Array.from({ length: AT_ONCE }, () => suite.call('GET', path, { as }))),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
}

async function count(statement: string): Promise<unknown> {
  const [row] = await administer(database.adminUrl, statement)
  return row?.count
}

const knownToForum = (id: string) =>
  count(`SELECT count(*)::int AS count FROM forum.known_user WHERE id = '${id}'`)
