import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventOf } from '../../src/contracts/events/event.ts'
import { sessionRevoked, userBanned, userRenamed } from '../../src/contracts/events/identity.ts'
import { userCreatedV1 } from '../../src/contracts/events/identity-v1.ts'
import { newId } from '../../src/contracts/ids.ts'
import { transactions } from '../../src/database/database.ts'
import { sql, type Transaction } from '../../src/database/sql.ts'
import { purgeConsumedEvents } from '../../src/messaging/consumed.ts'
import { type ConsumerOptions, startConsumer } from '../../src/messaging/consumer.ts'
import type { Nats } from '../../src/messaging/nats.ts'
import { appendEvents } from '../../src/messaging/outbox.ts'
import { startRelay } from '../../src/messaging/relay.ts'
import { startTrace, traceparentOf } from '../../src/observability/trace.ts'
import { connectTo, type Ground, linkOf, logger, registry, runChild, startGround, until } from './ground.ts'

let ground: Ground
let nats: Nats
beforeAll(async () => {
  ground = await startGround()
  nats = connectTo(ground.nats)
  await linkOf(nats)
}, 120_000)
afterAll(async () => {
  await nats?.close()
  await ground?.stop()
}, 60_000)

const inTime = { timeout: 120_000 }
type Created = EventOf<typeof userCreatedV1>
type Options = ConsumerOptions<typeof userCreatedV1>

/** A database whose outbox is relayed, and a consumer name of its own. */
async function scene() {
  const { url, pool } = await ground.database()
  const relay = startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  return { url, pool, relay, durable: `test-${newId()}` }
}
const closeAll = (closables: { close(): Promise<void> }[]) => Promise.all(closables.map((one) => one.close()))

const created = (user: string, name: string) =>
  userCreatedV1.of({ user: { id: user, display_name: name }, created_at: new Date().toISOString() })
const write = (pool: pg.Pool, user: string, count: number, traceparent: string | null = null) =>
  transactions(pool)((tx) =>
    appendEvents(
      tx,
      traceparent,
      Array.from({ length: count }, (_, index) => created(user, `name ${index}`)),
    ),
  )

async function writeEffect(event: Created, tx: Transaction) {
  await tx.query(sql`
    INSERT INTO effect (event, key, sequence) VALUES (${event.id}, ${event.subject}, ${event.sequence})`)
}
const effects = async (pool: pg.Pool): Promise<{ event: string; sequence: string }[]> =>
  (await pool.query('SELECT event, sequence FROM effect ORDER BY position')).rows

/** A consumer of everything written from now on; resolves when it is ready. */
async function consume(durable: string, pool: pg.Pool, overrides: Partial<Options> = {}) {
  const consumer = startConsumer({
    nats,
    stream: 'IDENTITY',
    durable,
    filter: 'identity.user.>',
    start: 'next',
    events: [userCreatedV1],
    transaction: transactions(pool),
    handle: writeEffect,
    logger,
    registry: registry(),
    ackWaitMs: 1_000,
    ...overrides,
  })
  await existsDurable(durable)
  return consumer
}
const existsDurable = (durable: string) =>
  until(() =>
    nats
      .link()
      ?.jsm.consumers.info('IDENTITY', durable)
      .catch(() => undefined),
  )

async function outcome(metrics: ReturnType<typeof registry>, name: string): Promise<number> {
  const { values } = await metrics.getSingleMetric('agora_events_consumed_total')!.get()
  return values.find(({ labels }) => labels.outcome === name)?.value ?? 0
}

test('a consumer killed between commit and acknowledgement: the effect happens once', inTime, async () => {
  const { url, pool, relay, durable } = await scene()
  const child = runChild('consumer.mjs', { DATABASE_URL: url, NATS_URL: ground.nats.url, DURABLE: durable })
  await existsDurable(durable)
  await write(pool, newId(), 3)
  expect(await child.ended).toBe('SIGKILL')
  expect(await effects(pool)).toHaveLength(1)

  const metrics = registry()
  const consumer = await consume(durable, pool, { registry: metrics })
  await until(async () => (await effects(pool)).length >= 3)
  expect(await outcome(metrics, 'repeated')).toBe(1)
  expect(await outcome(metrics, 'handled')).toBe(2)
  expect(new Set((await effects(pool)).map(({ event }) => event)).size).toBe(3)
  await closeAll([consumer, relay])
})

test('two replicas share the work: each effect once, in order', inTime, async () => {
  const { pool, relay, durable } = await scene()
  const shares = [registry(), registry()]
  const replicas = await Promise.all(shares.map((metrics) => consume(durable, pool, { registry: metrics })))
  let written = 0
  // All of one key: the order across keys is not guaranteed.
  const key = newId()
  const writeMore = async (count: number) => {
    await write(pool, key, count)
    written += count
  }
  const handled = (metrics: (typeof shares)[number]) => outcome(metrics, 'handled')
  await until(async () => {
    await writeMore(2)
    return (await handled(shares[0]!)) > 0 && (await handled(shares[1]!)) > 0
  })
  await writeMore(100)
  await until(async () => (await effects(pool)).length >= written)
  const sequences = (await effects(pool)).map(({ sequence }) => sequence)
  expect(sequences).toHaveLength(written)
  expect(sequences).toEqual(sequences.toSorted())

  await replicas[0]!.close()
  await writeMore(10)
  await until(async () => (await effects(pool)).length >= written)
  await closeAll([...replicas, relay])
})

test('a failed effect is rolled back and retried, before any later event', inTime, async () => {
  const { pool, relay, durable } = await scene()
  const metrics = registry()
  let failures = 0
  const consumer = await consume(durable, pool, {
    registry: metrics,
    handle: async (event, tx) => {
      await writeEffect(event, tx)
      if (event.data.user.display_name === 'name 1' && failures < 3) {
        failures += 1
        throw new Error('not yet')
      }
    },
  })
  await write(pool, newId(), 4)
  await until(async () => (await effects(pool)).length >= 4)
  const sequences = (await effects(pool)).map(({ sequence }) => sequence)
  expect(sequences).toHaveLength(4)
  expect(sequences).toEqual(sequences.toSorted())
  expect(await outcome(metrics, 'failed')).toBe(3)
  await closeAll([consumer, relay])
})

test('an effect slower than the acknowledgement timeout is not redelivered', inTime, async () => {
  const { pool, relay, durable } = await scene()
  let running = 0
  let most = 0
  const handle = async (event: Created, tx: Transaction) => {
    running += 1
    most = Math.max(most, running)
    await tx.query(sql`SELECT pg_sleep(2.5)::text`)
    await writeEffect(event, tx)
    running -= 1
  }
  const replicas = await Promise.all([1, 2].map(() => consume(durable, pool, { handle })))
  await write(pool, newId(), 2)
  await until(async () => (await effects(pool)).length >= 2)
  expect(most).toBe(1)
  await closeAll([...replicas, relay])
})

test('invalid messages are dropped and counted, and the events behind them arrive', inTime, async () => {
  const { pool, relay, durable } = await scene()
  const metrics = registry()
  const consumer = await consume(durable, pool, { registry: metrics })
  const envelope = {
    specversion: '1.0',
    id: newId(),
    source: 'urn:agora:test',
    type: userCreatedV1.type,
    subject: 'x',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    sequence: '0000000000000001',
  }
  const unreadable = [
    'not JSON',
    Buffer.from([0xff, 0xfe]),
    '{}',
    JSON.stringify({ ...envelope, id: 'no uuid', data: {} }),
    JSON.stringify({ ...envelope, data: { user: 'of the wrong shape' } }),
  ]
  const { js } = await linkOf(nats)
  for (const message of unreadable) await js.publish('identity.user.created', message)
  await write(pool, newId(), 1)
  await until(async () => (await effects(pool)).length === 1)
  expect(await outcome(metrics, 'unreadable')).toBe(unreadable.length)
  await closeAll([consumer, relay])
})

test('events of other types are skipped', inTime, async () => {
  const { pool, relay, durable } = await scene()
  const metrics = registry()
  const consumer = await consume(durable, pool, { registry: metrics, filter: 'identity.>' })
  const user = newId()
  await transactions(pool)((tx) =>
    appendEvents(tx, null, [
      userRenamed.of({ user }),
      userBanned.of({ user, expires_at: null }),
      sessionRevoked.of({ user, session: null }),
    ]),
  )
  await write(pool, user, 1)
  await until(async () => (await effects(pool)).length === 1)
  expect(await outcome(metrics, 'ignored')).toBe(3)
  await closeAll([consumer, relay])
})

test('a consumer continues after NATS comes back, even without its store', inTime, async () => {
  const { pool, relay, durable } = await scene()
  const consumer = await consume(durable, pool)
  await write(pool, newId(), 2)
  await until(async () => (await effects(pool)).length === 2)
  await ground.nats.kill()
  await write(pool, newId(), 2)
  await ground.nats.restart()
  await until(async () => (await effects(pool)).length === 4)

  const { jsm } = await linkOf(nats)
  await jsm.streams.delete('IDENTITY')
  await write(pool, newId(), 2)
  await until(async () => (await effects(pool)).length === 6)
  await closeAll([consumer, relay])
})

test('a new reader that starts with the oldest event gets them all', inTime, async () => {
  const { pool, relay, durable } = await scene()
  const user = newId()
  await write(pool, user, 3)
  const seen: string[] = []
  const consumer = await consume(durable, pool, {
    start: 'oldest',
    handle: async (event) => {
      if (event.subject === user) seen.push(event.data.user.display_name)
    },
  })
  await until(() => seen.length === 3)
  expect(seen).toEqual(['name 0', 'name 1', 'name 2'])
  await closeAll([consumer, relay])
})

test('an effect runs in the trace of the change that its event describes', inTime, async () => {
  const { pool, relay, durable } = await scene()
  const seen: string[] = []
  const consumer = await consume(durable, pool, {
    handle: async (_event, _tx, traceparent) => {
      seen.push(traceparent)
    },
  })
  const change = startTrace(undefined)
  await write(pool, newId(), 1, traceparentOf(change))
  await until(() => seen.length === 1)
  expect(seen[0]?.split('-')[1]).toBe(change.traceId)
  await closeAll([consumer, relay])
})

test('closing finishes the effect in progress', inTime, async () => {
  const { pool, relay, durable } = await scene()
  let begun = false
  const consumer = await consume(durable, pool, {
    handle: async (event, tx) => {
      begun = true
      await tx.query(sql`SELECT pg_sleep(0.5)::text`)
      await writeEffect(event, tx)
    },
  })
  await write(pool, newId(), 1)
  await until(() => begun)
  await Promise.all([consumer.close(), consumer.close()])
  expect(await effects(pool)).toHaveLength(1)
  await relay.close()
})

test('the purge deletes the records of events that cannot come again, and no others', async () => {
  const { pool } = await ground.database()
  await pool.query(`
    INSERT INTO consumed_event (consumer, id, consumed_at)
    SELECT 'reader', gen_random_uuid(), now() - make_interval(days => day) FROM generate_series(40, 50) AS day`)
  const purge = () => transactions(pool)(purgeConsumedEvents)
  expect(await purge()).toBe(6)
  expect(await purge()).toBe(0)
  expect((await pool.query('SELECT FROM consumed_event')).rowCount).toBe(5)
})
