import { newId } from '@agora/shared/contracts/ids'
import { readWhileWriting } from '@agora/testing/one-look'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockThread, type Receiver, startReceiver } from './receiver.ts'
import {
  type AppsClient,
  app,
  channel,
  delivery,
  outcome,
  PATIENT,
  refused,
  startApps,
  TIMESTAMP,
  UUID_V7,
} from './support.ts'

let apps: AppsClient
let receiver: Receiver
let other: Receiver
let id: string
let otherId: string
let owner: { id: string; headers: Record<string, string> }
let stranger: { id: string; headers: Record<string, string> }

beforeAll(async () => {
  receiver = await startReceiver()
  other = await startReceiver()
  const official = { is_official: true }
  apps = await startApps(
    [
      app('mine', {
        channels: [
          channel('main', { ...official, event_stream_callback_uri: receiver.url }),
          channel('quiet', { ...official, event_stream_callback_uri: receiver.url, events: [] }),
          channel('deaf', official),
        ],
      }),
      app('theirs', { channels: [channel('main', { ...official, event_stream_callback_uri: other.url })] }),
    ],
    { config: { delivery }, replicas: 2 },
  )
  id = await apps.idOf('mine')
  otherId = await apps.idOf('theirs')
  owner = await apps.account('owner')
  stranger = await apps.account('stranger')
  await apps.call('PATCH', `/${id}`, await apps.administrator(), {
    body: { owners: [{ type: 'User', id: owner.id }] },
  })
})
afterAll(async () => {
  await apps?.close()
  await receiver?.close()
  await other?.close()
})
beforeEach(() => {
  receiver.take()
  receiver.forget()
})

const list = async (query = '', as = owner, of = id) =>
  apps.call('GET', `/${of}/deliveries${query}`, as, { replica: 1 })
const test = (key = 'main', as = owner, of = id) => apps.call('POST', `/${of}/channels/${key}/test`, as)
const replay = (deliveryId: string, as = owner, of = id) =>
  apps.call('POST', `/${of}/deliveries/${deliveryId}/replay`, as)
const find = async (deliveryId: string) =>
  (await list('?limit=100')).body.items.find((item: { id: string }) => item.id === deliveryId)
const ended = (deliveryId: string, status: string) =>
  expect.poll(async () => (await find(deliveryId))?.status, PATIENT).toBe(status)
const idOf = async (eventId: string, of = id) => {
  const row = await apps.sql<{ id: string }>(
    'SELECT delivery.id FROM delivery JOIN channel ON channel.id = channel_id WHERE event_id = $1 AND app_id = $2',
    [eventId, of],
  )
  return row[0]!.id
}
/** The ids of an event's deliveries, once it has them. */
const deliveryOf = async (eventId: string, of = id) => {
  await expect
    .poll(() => apps.sql('SELECT FROM delivery WHERE event_id = $1', [eventId]), PATIENT)
    .toHaveLength(2)
  return idOf(eventId, of)
}

describe('a test event', () => {
  it('is answered as a delivery and comes signed, whatever the channel asks for', async () => {
    const { secret } = (await apps.call('POST', `/${id}/channels/quiet/secret`, owner)).body
    const { status, body } = await test('quiet')
    expect([status, body]).toEqual([
      200,
      {
        type: 'Delivery',
        id: expect.stringMatching(UUID_V7),
        channel: 'quiet',
        kind: 'test',
        status: 'Pending',
        created_at: expect.stringMatching(TIMESTAMP),
        attempts: 0,
        last_attempt: null,
        next_attempt_at: expect.stringMatching(TIMESTAMP),
      },
    ])
    await ended(body.id, 'Delivered')
    const post = receiver.posts.find(({ id: one }) => one === body.id)
    const event = new Webhook(secret).verify(post!.text, post!.headers as Record<string, string>)
    expect(event).toEqual({
      specversion: '1.0',
      id: expect.stringMatching(UUID_V7),
      source: expect.stringMatching(/^http:/),
      type: 'agora.test',
      time: expect.stringMatching(TIMESTAMP),
      datacontenttype: 'application/json',
      sequence: expect.stringMatching(/^\d{16}$/),
      data: {
        app: { type: 'App', id, key: 'mine', display_name: 'The mine' },
        channel: { id: expect.stringMatching(UUID_V7), key: 'quiet' },
      },
    })
  })

  it('does not wait for one before it', async () => {
    receiver.behave((_post, response) => response.writeHead(500).end())
    const [first, second] = [(await test()).body.id, (await test()).body.id]
    await expect
      .poll(() => [first, second].filter((one) => receiver.ids().has(one)), PATIENT)
      .toEqual([first, second])
    await ended(first, 'Dead')
  })

  it('waits for a receiver with nine others at most', async () => {
    receiver.behave(() => {})
    const answers = await Promise.all(Array.from({ length: 14 }, () => test('quiet')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refusal = answers.find(({ status }) => status !== 200)!
    expect(outcome(refusal)).toEqual(refused(429, 'too many requests'))
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
    receiver.take()
    for (const { status, body } of answers) if (status === 200) await ended(body.id, 'Delivered')
  })

  it('needs an address, and the right to edit the app', async () => {
    expect(outcome(await test('deaf'))).toEqual(refused(409, 'channel has no event stream'))
    expect(outcome(await test('none'))).toEqual(refused(404, 'app channel not found'))
    expect(outcome(await test('main', stranger))).toEqual(refused(403, 'forbidden'))
    expect(outcome(await test('main', owner, otherId))).toEqual(refused(403, 'forbidden'))
    expect(outcome(await test('main', owner, newId()))).toEqual(refused(404, 'app not found'))
    expect((await test('main', { id: '', headers: {} })).status).toBe(401)
    const token = { ...owner, ...(await apps.user(owner.id, { ceiling: ['base', 'forum:moderate'] })) }
    expect(outcome(await test('main', token))).toEqual(refused(403, 'forbidden'))
  })

  it('is numbered with the others, however many come at once', async () => {
    const before = Number(
      (await apps.sql<{ last: string }>('SELECT max(last) AS last FROM channel_sequence'))[0]!.last,
    )
    const many = await Promise.all(Array.from({ length: 8 }, () => test()))
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200))
    const rows = await apps.sql<{ sequence: string }>(
      `SELECT sequence FROM delivery JOIN channel ON channel.id = channel_id WHERE channel.key = 'main' AND app_id = $1
       ORDER BY sequence`,
      [id],
    )
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, index) => index + 1))
    expect(before).toBeGreaterThan(0)
  })
})

describe('the list of deliveries', () => {
  it('tells what became of each, newest first, of this app alone', async () => {
    receiver.behave((_post, response) => response.writeHead(503, { 'retry-after': '0' }).end())
    const [event] = await apps.publish(lockThread())
    const deliveryId = await deliveryOf(event!)
    await expect.poll(async () => (await find(deliveryId)).last_attempt, PATIENT).not.toBeNull()
    expect(await find(deliveryId)).toEqual({
      type: 'Delivery',
      id: deliveryId,
      channel: 'main',
      kind: 'moderation.LockThread',
      status: expect.stringMatching(/Pending|Dead/),
      created_at: expect.stringMatching(TIMESTAMP),
      attempts: expect.any(Number),
      last_attempt: { time: expect.stringMatching(TIMESTAMP), status: 503, error: 'answered 503' },
      next_attempt_at: expect.toBeOneOf([null, expect.stringMatching(TIMESTAMP)]),
    })
    await ended(deliveryId, 'Dead')
    expect(await find(deliveryId)).toMatchObject({ attempts: delivery.attempts, next_attempt_at: null })

    const { body } = await list('?limit=2&offset=1')
    expect(body).toMatchObject({ offset: 1, limit: 2 })
    const all = (await list('?limit=100')).body
    expect(all.count).toBe(all.items.length)
    expect(body.items).toEqual(all.items.slice(1, 3))
    const ids = all.items.map((item: { id: string }) => item.id)
    expect(ids).toEqual([...ids].sort().reverse())
    for (const status of ['Pending', 'Delivered', 'Dead']) {
      const some = (await list(`?status=${status}&limit=100`)).body
      expect(some.items).toEqual(all.items.filter((item: { status: string }) => item.status === status))
      expect(some.count).toBe(some.items.length)
    }
    const theirs = await idOf(event!, otherId)
    expect(ids).not.toContain(theirs)
  })

  it('tells of an attempt without an answer', async () => {
    receiver.behave(() => {})
    const { id: deliveryId } = (await test()).body
    await expect
      .poll(async () => (await find(deliveryId)).last_attempt, PATIENT)
      .toEqual({ time: expect.any(String), status: null, error: 'timed out' })
  })

  it('is for owners and administrators, and takes no status that there is not', async () => {
    expect((await list('', { id: '', ...(await apps.administrator()) })).status).toBe(200)
    expect(outcome(await list('', stranger))).toEqual(refused(403, 'forbidden'))
    expect(outcome(await list('', owner, otherId))).toEqual(refused(403, 'forbidden'))
    expect(outcome(await list('', owner, newId()))).toEqual(refused(404, 'app not found'))
    expect((await list('', { id: '', headers: {} })).status).toBe(401)
    for (const status of ['Cancelled', 'dead', '']) expect((await list(`?status=${status}`)).status).toBe(400)
  })
})

it('the listing counts what it shows, whatever is written meanwhile', async () => {
  const administrator = await apps.administrator()
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await apps.sql(
        `INSERT INTO delivery (id, event_id, event_type, channel_id, body, status, settled_at)
         SELECT gen_random_uuid(), gen_random_uuid(), 'raced', id, '{}', 'Cancelled', now()
         FROM channel CROSS JOIN generate_series(1, 7) WHERE app_id = $1`,
        [otherId],
      )
      await apps.sql(`DELETE FROM delivery WHERE event_type = 'raced'`)
    }
  })()
  try {
    for (let read = 0; read < 60; read++) {
      const { status, body } = await apps.call('GET', `/${otherId}/deliveries?limit=100`, administrator)
      expect([status, body.items.length]).toEqual([200, body.count])
    }
  } finally {
    isOver = true
    await writing
  }
})

describe('a replay', () => {
  it('delivers again what was delivered or given up on, under the same id', async () => {
    const { id: deliveryId } = (await test()).body
    await ended(deliveryId, 'Delivered')
    const own = () => receiver.posts.filter(({ id: one }) => one === deliveryId)
    const replayed = await replay(deliveryId)
    expect(replayed.body).toMatchObject({ id: deliveryId, status: 'Pending', attempts: 0 })
    await expect.poll(() => own().length, PATIENT).toBe(2)
    expect(own()[1]!.text).toBe(own()[0]!.text)
    await ended(deliveryId, 'Delivered')

    receiver.behave((_post, response) => response.writeHead(500).end())
    const [event] = await apps.publish(lockThread())
    const dead = await deliveryOf(event!)
    await ended(dead, 'Dead')
    receiver.take()
    expect((await replay(dead)).status).toBe(200)
    await ended(dead, 'Delivered')
  })

  it('of many at once delivers each once', async () => {
    const { id: deliveryId } = (await test()).body
    await ended(deliveryId, 'Delivered')
    receiver.forget()
    receiver.behave((_post, response) => setTimeout(() => response.writeHead(204).end(), 300))
    await Promise.all(Array.from({ length: 10 }, () => replay(deliveryId)))
    await ended(deliveryId, 'Delivered')
    expect(receiver.mostAtOnce()).toBe(1)
    expect(receiver.posts.filter(({ id: one }) => one === deliveryId)).toHaveLength(1)
  })

  it('of what one thing went through comes in order', async () => {
    const thread = newId()
    receiver.behave((_post, response) => response.writeHead(500).end())
    const drafts = Array.from({ length: 4 }, () => lockThread()).map((draft) => ({
      ...draft,
      data: { ...(draft.data as object), thread },
    }))
    const events = await apps.publish(...drafts)
    const ids: string[] = []
    for (const event of events) ids.push(await deliveryOf(event))
    for (const one of ids) await ended(one, 'Dead')
    receiver.forget()
    // The first is still refused while the others are asked for, the last of them first.
    const [first, ...others] = ids
    await replay(first!)
    await expect.poll(() => receiver.ids().has(first!) && receiver.posts.length, PATIENT).toBeGreaterThan(0)
    for (const one of [...others].reverse()) await replay(one)
    receiver.take()
    for (const one of ids) await ended(one, 'Delivered')
    expect([...receiver.ids()].filter((one) => ids.includes(one))).toEqual(ids)
  })

  it('is refused to strangers, and of the deliveries of others', async () => {
    const [event] = await apps.publish(lockThread())
    const mine = await deliveryOf(event!)
    const theirs = await idOf(event!, otherId)
    expect(outcome(await replay(mine, stranger))).toEqual(refused(403, 'forbidden'))
    expect(outcome(await replay(theirs))).toEqual(refused(404, 'delivery not found'))
    expect(outcome(await replay(theirs, owner, otherId))).toEqual(refused(403, 'forbidden'))
    expect(outcome(await replay(newId()))).toEqual(refused(404, 'delivery not found'))
    expect(outcome(await replay('nothing'))).toEqual(refused(404, 'delivery not found'))
    await expect.poll(() => other.posts.filter(({ id: one }) => one === theirs).length, PATIENT).toBe(1)
  })
})

it('are counted as they are shown, whatever is written meanwhile', async () => {
  const listed = () => apps.call('GET', `/${id}/deliveries?status=Dead&limit=100`, owner)
  const before = (await listed()).body.count
  await readWhileWriting(
    async () => {
      const { status, body } = await listed()
      expect([status, body.items.length]).toEqual([200, body.count])
      expect([before, before + 7]).toContain(body.count)
    },
    async () => {
      await apps.sql(
        `INSERT INTO delivery (id, event_id, event_type, channel_id, body, status, settled_at)
         SELECT gen_random_uuid(), gen_random_uuid(), 'raced', channel.id, '{}', 'Dead', now()
         FROM channel, generate_series(1, 7) WHERE app_id = $1 AND key = 'quiet'`,
        [id],
      )
      await apps.sql(`DELETE FROM delivery WHERE event_type = 'raced'`)
    },
  )
})
