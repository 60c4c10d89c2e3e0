import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userCreatedV1 } from '../../src/contracts/events/identity-v1.ts'
import { newId } from '../../src/contracts/ids.ts'
import { transactions } from '../../src/database/database.ts'
import { startConsumer } from '../../src/messaging/consumer.ts'
import { appendEvent } from '../../src/messaging/outbox.ts'
import { startRelay } from '../../src/messaging/relay.ts'
import {
  connectTo,
  type Ground,
  linkOf,
  logger,
  published,
  registry,
  runChild,
  startGround,
  until,
} from './ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await startGround()
}, 120_000)
afterAll(() => ground?.stop(), 60_000)

const inTime = { timeout: 120_000 }

async function append(pool: pg.Pool, id: string, names: readonly string[]) {
  for (const name of names) {
    const event = userCreatedV1.of({ user: { id, display_name: name }, created_at: new Date().toISOString() })
    await transactions(pool)((tx) => appendEvent(tx, null, event))
  }
}
const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `name ${from + index}`)
const waiting = async (pool: pg.Pool) =>
  Number((await pool.query('SELECT count(*) AS n FROM outbox_event')).rows[0].n)
const isEmpty = (pool: pg.Pool) => until(async () => (await waiting(pool)) === 0)
const nameOf = (event: { data: unknown }) =>
  (event.data as { user: { display_name: string } }).user.display_name

/** What the stream holds about one account, in order. */
async function storedNames(user: string) {
  const nats = connectTo(ground.nats)
  const link = await linkOf(nats)
  const events = await published(link.jsm, link, 'identity.user.created')
  await nats.close()
  return events.filter(({ subject }) => subject === user).map(nameOf)
}

/**
 * A relay killed after the stream has acknowledged and before the rows are deleted: a lock on the rows holds it there.
 */
async function killBetweenPublishAndDelete(url: string, pool: pg.Pool, user: string) {
  const blocker = await pool.connect()
  await blocker.query('BEGIN; SELECT seq FROM outbox_event FOR UPDATE')
  const child = runChild('relay.mjs', { DATABASE_URL: url, NATS_URL: ground.nats.url })
  const deleting = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM outbox_event%'`
  const { pid } = await until(async () => (await pool.query<{ pid: number }>(deleting)).rows[0])
  expect(await storedNames(user)).toEqual(names(0, 3))
  child.process.kill('SIGKILL')
  expect(await child.ended).toBe('SIGKILL')
  // As if the statement had never been sent: a waiting server process would continue without its client.
  await pool.query('SELECT pg_terminate_backend($1)', [pid])
  await until(async () => (await pool.query(deleting)).rowCount === 0)
  await blocker.query('ROLLBACK')
  blocker.release()
  expect(await waiting(pool)).toBe(3)
}

test('a relay killed between publishing and deleting: the stream keeps each event once', inTime, async () => {
  const { url, pool } = await ground.database()
  const user = newId()
  await append(pool, user, names(0, 3))
  await killBetweenPublishAndDelete(url, pool, user)

  const nats = connectTo(ground.nats)
  const relay = startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  await isEmpty(pool)
  expect(await storedNames(user)).toEqual(names(0, 3))
  await relay.close()
  await nats.close()
})

test('published again beyond the duplicate window: a consumer’s effect happens once', inTime, async () => {
  const { url, pool } = await ground.database()
  const user = newId()
  const nats = connectTo(ground.nats)
  const link = await linkOf(nats)
  const setWindow = (duplicate_window: number) => link.jsm.streams.update('IDENTITY', { duplicate_window })
  await append(pool, user, names(0, 3))
  await killBetweenPublishAndDelete(url, pool, user)
  // Published after the three: once NATS accepts it again, it has forgotten their ids too.
  const probe = () => link.js.publish('identity.probe', '{}', { msgID: `probe of ${user}` })
  expect((await probe()).duplicate).toBe(false)
  expect((await probe()).duplicate).toBe(true)

  const seen: string[] = []
  const consumer = startConsumer({
    nats,
    stream: 'IDENTITY',
    durable: `effects-${user}`,
    filter: 'identity.user.created',
    events: [userCreatedV1],
    transaction: transactions(pool),
    handle: async (event) => {
      if (event.subject === user) seen.push(event.data.user.display_name)
    },
    logger,
    registry: registry(),
  })
  await until(() => seen.length === 3)
  // Only now, since a connecting consumer corrects the stream's window again.
  await setWindow(100_000_000)
  await until(async () => !(await probe()).duplicate)
  const relay = startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  await isEmpty(pool)
  await append(pool, user, ['the last'])
  await until(() => seen.includes('the last'))
  expect(await storedNames(user)).toEqual([...names(0, 3), ...names(0, 3), 'the last'])
  expect(seen).toEqual([...names(0, 3), 'the last'])
  await consumer.close()
  await relay.close()
  await nats.close()
})

test('what is written while NATS is down is delivered in order when it is back', inTime, async () => {
  const { pool } = await ground.database()
  const user = newId()
  const metrics = registry()
  const nats = connectTo(ground.nats)
  await linkOf(nats)
  const relay = startRelay({ pool, nats, service: 'test', logger, registry: metrics })
  await append(pool, user, names(0, 5))
  await isEmpty(pool)
  await ground.nats.kill()
  await append(pool, user, names(5, 20))
  const outboxRows = async () => (await metrics.getSingleMetric('agora_outbox_rows')!.get()).values[0]!.value
  await until(async () => (await outboxRows()) === 15)
  await ground.nats.restart()
  await isEmpty(pool)
  expect(await storedNames(user)).toEqual(names(0, 20))
  await until(async () => (await outboxRows()) === 0)
  await relay.close()
  await nats.close()
})

test('a service that starts without NATS can write, and its events follow', inTime, async () => {
  const { pool } = await ground.database()
  const user = newId()
  await ground.nats.stop()
  const nats = connectTo(ground.nats)
  const relay = startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  await append(pool, user, names(0, 3))
  await until(() => relay.isActive())
  expect(nats.link()).toBeUndefined()
  await ground.nats.restart()
  await isEmpty(pool)
  expect(await storedNames(user)).toEqual(names(0, 3))
  await relay.close()
  await nats.close()
})

test('a relay can close while NATS is down, and leaves the events in place', inTime, async () => {
  const { pool } = await ground.database()
  await ground.nats.stop()
  const nats = connectTo(ground.nats)
  const relay = startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  await append(pool, newId(), names(0, 3))
  await until(() => relay.isActive())
  await Promise.all([relay.close(), relay.close()])
  await Promise.all([nats.close(), nats.close()])
  expect(await waiting(pool)).toBe(3)
  await ground.nats.restart()
})

test('one of two relays publishes, and the other takes over when it closes', inTime, async () => {
  const { pool } = await ground.database()
  const user = newId()
  const nats = connectTo(ground.nats)
  const start = () => startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  const relays = [start(), start()]
  const active = () => relays.filter((relay) => relay.isActive())
  await until(() => active().length > 0)
  const [first] = active()
  const second = relays.find((relay) => relay !== first)!
  await append(pool, user, names(0, 10))
  await isEmpty(pool)
  expect(active()).toEqual([first])
  await first!.close()
  await append(pool, user, names(10, 20))
  await isEmpty(pool)
  expect(active()).toEqual([second])
  expect(await storedNames(user)).toEqual(names(0, 20))
  await second.close()
  await nats.close()
})

test('a relay that loses its connection gives way, and order is kept', inTime, async () => {
  const { pool } = await ground.database()
  const user = newId()
  const nats = connectTo(ground.nats)
  const start = () => startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  const relays = [start(), start()]
  await until(() => relays.some((relay) => relay.isActive()))
  for (let round = 0; round < 3; round += 1) {
    await append(pool, user, names(round * 10, round * 10 + 10))
    await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  }
  await isEmpty(pool)
  expect(await storedNames(user)).toEqual(names(0, 30))
  await Promise.all(relays.map((relay) => relay.close()))
  await nats.close()
})

test('a relay continues after a crash of Postgres', inTime, async () => {
  const { pool } = await ground.database()
  const user = newId()
  const nats = connectTo(ground.nats)
  const relay = startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  await append(pool, user, names(0, 3))
  await isEmpty(pool)
  // By itself this server does not wait for the disk.
  await pool.query('CHECKPOINT')
  await ground.postgres.kill()
  await ground.postgres.restart()
  await until(() =>
    append(pool, user, ['after']).then(
      () => true,
      () => false,
    ),
  )
  await isEmpty(pool)
  expect(await storedNames(user)).toEqual([...names(0, 3), 'after'])
  await relay.close()
  await nats.close()
})

test('a key that cannot be published holds back only itself, and its order is kept', inTime, async () => {
  const { pool } = await ground.database()
  const [user, stuck] = [newId(), newId()]
  const nats = connectTo(ground.nats)
  const link = await linkOf(nats)
  const relay = startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  for (const name of names(0, 3)) {
    const event = {
      subject: 'elsewhere.thing',
      type: 'elsewhere.v1',
      key: stuck,
      data: { user: { display_name: name } },
    }
    await transactions(pool)((tx) => appendEvent(tx, null, event))
  }
  await append(pool, user, names(0, 3))
  await until(async () => (await waiting(pool)) === 3)
  expect(await storedNames(user)).toEqual(names(0, 3))

  await link.jsm.streams.add({ name: 'ELSEWHERE', subjects: ['elsewhere.>'] })
  await isEmpty(pool)
  const stored = await Promise.all([1, 2, 3].map((seq) => link.jsm.streams.getMessage('ELSEWHERE', { seq })))
  expect(stored.map((message) => nameOf(message.json()))).toEqual(names(0, 3))
  await relay.close()
  await nats.close()
})
