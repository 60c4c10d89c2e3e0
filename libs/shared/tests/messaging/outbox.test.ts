import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userCreatedV1 } from '../../src/contracts/events/identity-v1.ts'
import { moderationEvent, moderationEvents } from '../../src/contracts/events/moderation.ts'
import { newId } from '../../src/contracts/ids.ts'
import { transactions } from '../../src/database/database.ts'
import { appendEvent, appendEvents, MAX_EVENT_BYTES } from '../../src/messaging/outbox.ts'
import { startRelay } from '../../src/messaging/relay.ts'
import { connectTo, type Ground, linkOf, logger, published, registry, startGround, until } from './ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await startGround()
}, 120_000)
afterAll(() => ground?.stop(), 60_000)

const person = (name = 'someone') => ({ id: newId(), display_name: name })
const created = (user = person()) => userCreatedV1.of({ user, created_at: new Date().toISOString() })
const count = async (pool: pg.Pool) =>
  Number((await pool.query('SELECT count(*) AS n FROM outbox_event')).rows[0].n)

function renameThread(section: string) {
  return moderationEvent({
    id: newId(),
    ctime: new Date().toISOString(),
    actor: newId(),
    action: 'RenameThread',
    section,
    thread: newId(),
    post: null,
    target_user: null,
    data: { title: 'A title' },
  })
}

describe('appending', () => {
  test('an event outside a transaction is refused and not written', async () => {
    const { pool } = await ground.database()
    // @ts-expect-error a pool is not a transaction
    await expect(appendEvent(pool, null, created())).rejects.toThrow('inside a transaction')
    expect(await count(pool)).toBe(0)
  })

  test('a change that is rolled back leaves no event', async () => {
    const { pool } = await ground.database()
    const work = transactions(pool)(async (tx) => {
      await appendEvent(tx, null, created())
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await count(pool)).toBe(0)
  })

  test('events of one call keep their order, their payload and their own ids', async () => {
    const { pool } = await ground.database()
    const users = Array.from({ length: 50 }, (_, index) => person(`name ${index} "\\ é 🦊`))
    await transactions(pool)((tx) => appendEvents(tx, null, users.map(created)))
    const { rows } = await pool.query('SELECT id, key, data, subject, type FROM outbox_event ORDER BY seq')
    expect(rows.map((row) => row.data.user)).toEqual(users)
    expect(rows.map((row) => row.key)).toEqual(users.map(({ id }) => id))
    expect(new Set(rows.map((row) => row.id)).size).toBe(50)
    expect(rows[0]).toMatchObject({
      subject: 'identity.user.created',
      type: 'agora.identity.user.created.v1',
    })
  })

  test('a payload that no message could hold is refused', async () => {
    const { pool } = await ground.database()
    const event = created(person('x'.repeat(MAX_EVENT_BYTES)))
    await expect(transactions(pool)((tx) => appendEvent(tx, null, event))).rejects.toThrow(RangeError)
  })

  test('writers that name the same keys in opposite orders never deadlock', async () => {
    const { pool } = await ground.database()
    const users = Array.from({ length: 6 }, () => person())
    const write = async (writer: number) => {
      const order = writer % 2 === 0 ? users : users.toReversed()
      for (let round = 0; round < 10; round += 1) {
        await transactions(pool)((tx) => appendEvents(tx, null, order.map(created)))
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
    expect(await count(pool)).toBe(8 * 10 * users.length)
  })
})

test('events of one key are published in commit order while many writers race', {
  timeout: 120_000,
}, async () => {
  const { pool } = await ground.database()
  const nats = connectTo(ground.nats)
  const link = await linkOf(nats)
  const relay = startRelay({ pool, nats, service: 'test', logger, registry: registry() })
  const sections = [newId(), newId(), newId()]
  const committed = new Map<string, string[]>(sections.map((section) => [section, []]))
  const write = async (writer: number) => {
    for (let round = 0; round < 25; round += 1) {
      const section = sections[(writer + round) % sections.length]!
      const event = renameThread(section)
      await transactions(pool)(async (tx) => {
        await appendEvent(tx, null, event)
        // Without the key's lock, writers would overtake one another between drawing a number and committing.
        await sleep(Math.random() * 15)
        committed.get(section)!.push((event.data as { id: string }).id)
      })
    }
  }
  await Promise.all(Array.from({ length: 12 }, (_, writer) => write(writer)))
  await until(async () => (await count(pool)) === 0)

  const events = await published(link.jsm, link, 'moderation.>')
  expect(events).toHaveLength(12 * 25)
  for (const section of sections) {
    const ofSection = events.filter(({ subject }) => subject === section)
    expect(ofSection.map(({ data }) => (data as { id: string }).id)).toEqual(committed.get(section))
    const sequences = ofSection.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.toSorted())
  }
  await relay.close()
  await nats.close()
})

test('what follows a barrier comes behind it, whatever its key', { timeout: 120_000 }, async () => {
  const { pool } = await ground.database()
  const [thread, here, there] = [newId(), newId(), newId()]
  const entry = {
    id: newId(),
    ctime: new Date().toISOString(),
    actor: newId(),
    post: null,
    target_user: null,
  }
  const move = (from: string, to: string) =>
    moderationEvent({
      ...entry,
      id: newId(),
      action: 'MoveThread',
      section: from,
      thread,
      data: { from_section: from, to_section: to },
    })
  // Each section has its own line of work before and after, so that in parallel they would overtake one another.
  const busy = Array.from({ length: 20 }, () => renameThread(here))
  const events = [...busy, move(here, there), renameThread(there), move(there, here), renameThread(here)]
  await transactions(pool)((tx) => appendEvents(tx, null, events))
  const nats = connectTo(ground.nats)
  const link = await linkOf(nats)
  const barriers = [moderationEvents.MoveThread.type]
  const relay = startRelay({ pool, nats, service: 'test', barriers, logger, registry: registry() })
  await until(async () => (await count(pool)) === 0)

  const told = (await published(link.jsm, link, 'moderation.>')).filter(({ subject }) =>
    [here, there].includes(subject),
  )
  expect(told.map(({ data }) => (data as { id: string }).id)).toEqual(
    events.map(({ data }) => (data as { id: string }).id),
  )
  await relay.close()
  await nats.close()
})
