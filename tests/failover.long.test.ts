import { accountHolders } from '@agora/shared/contracts/erasures'
import { newId } from '@agora/shared/contracts/ids'
import { type ServiceName, schemaOf, services } from '@agora/shared/contracts/services'
import { Client } from '@agora/shared/database/client'
import { type Inbox, startInbox } from '@agora/suite/inbox/inbox'
import { MailStore } from '@agora/suite/inbox/store'
import { freePort } from '@agora/suite/servers/ports'
import { temporaryFolder } from '@agora/suite/temporary'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer } from './support/followed-database.ts'
import { SteadyLoad } from './support/load.ts'
import { NoticedActs } from './support/noticed-acts.ts'
import { allReach } from './support/reaching.ts'
import { type ReplicatedStores, startReplicatedStores } from './support/replicated-stores.ts'

/** The time in which everything is normal again after a store's failover, in milliseconds. */
const SOON = { timeout: 15_000, interval: 50 }
const LONG = 120_000
/** Consecutive rounds of the load's three callers without a failure. */
const SOUND_ROUNDS = 9

const mails = temporaryFolder('mails')
let stores: ReplicatedStores
let inbox: Inbox
let suite: Suite
let load: SteadyLoad
let acts: NoticedActs
/** The server that takes writes. */
let postgres: { urlOf(database: string): string }

beforeAll(async () => {
  stores = await startReplicatedStores()
  postgres = stores.postgres.primary
  inbox = await startInbox({ folder: mails.path, port: await freePort() })
  const env = { NODE_EXTRA_CA_CERTS: stores.certificates.authority, NATS_REPLICAS: '3' }
  suite = await startSuite({
    services,
    database: stores.postgres.database,
    stores: { redis: stores.redis.url, nats: stores.nats.url },
    smtpUrl: inbox.smtpUrl,
    env: Object.fromEntries(services.map((service) => [service, env])),
  })
  load = await SteadyLoad.begin(suite, suite.url)
  acts = await NoticedActs.begin(suite)
}, LONG)
afterAll(async () => {
  await load?.stop()
  await acts?.stop()
  await suite?.close()
  await inbox?.close()
  await stores?.close()
  mails.remove()
})

test('every store is reachable only by TLS, and only by those who know its authority', async () => {
  const sessions = await ask(
    `SELECT count(*) FILTER (WHERE NOT ssl)::int AS open, count(*) > 6 AS enough
       FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'agora-%'`,
  )
  expect(sessions).toEqual([{ open: 0, enough: true }])
  const stranger = new Client({ connectionString: stores.postgres.database.urls.forum })
  await expect(stranger.connect()).rejects.toThrow('certificate')
  await allReach(suite, 'redis', SOON)
  await allReach(suite, 'nats', SOON)
})

test(
  'the leader of the streams is killed: events reach their readers again',
  async () => {
    const { server, copies } = await stores.nats.leaderOf('MODERATION')
    expect(copies).toBe(3)
    await server.kill()
    await normal()
    await server.restart()
  },
  LONG,
)

test(
  'the Redis that leads stands still: the services go to the one that takes over',
  async () => {
    const [frozen] = stores.redis.servers
    if (!frozen) throw new Error('no Redis')
    process.kill(frozen.pid, 'SIGSTOP')
    await expect.poll(stores.redis.leader, SOON).toBe(stores.redis.servers[1]?.port)
    await allReach(suite, 'redis', SOON)
    await normal()
    process.kill(frozen.pid, 'SIGCONT')
  },
  LONG,
)

test(
  'Postgres is restarted',
  async () => {
    await stores.postgres.primary.restart()
    await normal()
  },
  LONG,
)

test(
  'Postgres is killed, and the one that follows it promoted',
  async () => {
    await stores.postgres.primary.kill()
    postgres = stores.postgres.replica
    await ask('SELECT pg_promote()')
    await normal()
  },
  LONG,
)

test(
  'nothing that was acknowledged is lost, no event was missed, and none is in effect twice',
  async () => {
    const { replies, members } = await load.stop()
    const { sent } = await acts.stop()
    expect(await idsAmong('forum.post', replies)).toBe(replies.length)
    expect(await idsAmong('gateway.account', members)).toBe(members.length)
    for (const service of accountHolders)
      await expect.poll(() => idsAmong(`${schemaOf(service)}.known_user`, members), SOON).toBe(members.length)

    const roles = `action IN ('GrantRole', 'RevokeRole')`
    await expect
      .poll(() => consumed('apps', 'apps-deliveries'), SOON)
      .toBe(await count('forum.moderation_entry'))
    await expect
      .poll(
        () =>
          count(
            'forum.notification',
            `user_id = '${acts.member.id}' AND kind IN ('RoleGranted', 'RoleRevoked')`,
          ),
        SOON,
      )
      .toBe(await count('forum.moderation_entry', roles))

    const arrived = (await new MailStore(mails.path).list()).map(({ to }) => to)
    expect(arrived.length).toBe(new Set(arrived).size)
    expect(arrived).toEqual(expect.arrayContaining([...sent]))
  },
  LONG,
)

/** Requests are answered and new events reach every service faster than a fault may be noticed. */
async function normal(): Promise<void> {
  const until = Date.now() + SOON.timeout
  const soon = (message: string) => ({ ...SOON, timeout: until - Date.now(), message })
  load.countAnew()
  await expect
    .poll(() => load.soundRounds, soon('rounds without a failure'))
    .toBeGreaterThanOrEqual(SOUND_ROUNDS)
  const { id } = await suite.member(`m${newId().slice(-12)}`)
  for (const service of accountHolders)
    await expect.poll(() => idsAmong(`${schemaOf(service)}.known_user`, [id]), soon(service)).toBe(1)
}

const ask = (statement: string) => administer(postgres.urlOf('agora'), statement)

async function count(table: string, condition = 'true'): Promise<unknown> {
  const [row] = await ask(`SELECT count(*)::int AS count FROM ${table} WHERE ${condition}`)
  return row?.count
}

const idsAmong = (table: string, ids: readonly string[]) =>
  count(table, `id = ANY('{${ids.join()}}'::uuid[])`)

const consumed = (service: ServiceName, consumer: string) =>
  count(`${schemaOf(service)}.consumed_event`, `consumer = '${consumer}'`)
