import { shortUser } from '@agora/shared/contracts/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockThread, MODERATOR, type Receiver, resolveReport, startReceiver } from './receiver.ts'
import { type AppsClient, app, channel, delivery, outcome, PATIENT, refused, startApps } from './support.ts'

let apps: AppsClient
let receiver: Receiver
let slow: Receiver
let appId: string

beforeAll(async () => {
  receiver = await startReceiver()
  slow = await startReceiver()
  apps = await startApps(
    [
      app('official', {
        channels: [channel('main', { is_official: true, event_stream_callback_uri: receiver.url })],
      }),
      app('slow', {
        channels: [channel('main', { is_official: true, event_stream_callback_uri: slow.url })],
      }),
      app('deaf', { channels: [channel('main', { is_official: true })] }),
      app('unofficial', { channels: [channel('main', { event_stream_callback_uri: receiver.url })] }),
    ],
    { config: { delivery }, replicas: 2 },
  )
  appId = await apps.idOf('official')
})
afterAll(async () => {
  await apps?.close()
  await receiver?.close()
  await slow?.close()
})

const arrived = (to: Receiver, ids: string[]) =>
  expect.poll(() => ids.filter((id) => !to.events().has(id)), PATIENT).toEqual([])
const postsOf = (eventId: string, to = receiver) => to.posts.filter(({ event }) => event.id === eventId)

describe('what a receiver gets', () => {
  it('is the event without what is for moderators only', async () => {
    const draft = lockThread()
    const [id] = await apps.publish(draft)
    await arrived(receiver, [id!])
    const entry = draft.data as Record<string, unknown>
    expect(postsOf(id!)[0]!.event).toEqual({
      specversion: '1.0',
      id,
      source: expect.stringMatching(/^http:\/\/[^/]+$/),
      type: 'agora.moderation.LockThread.v1',
      subject: `threads/${entry.thread}`,
      time: expect.any(String),
      datacontenttype: 'application/json',
      sequence: expect.stringMatching(/^\d{16}$/),
      data: { ...entry, actor: shortUser(MODERATOR), data: { is_locked: true } },
    })
    expect(postsOf(id!)[0]!.text).not.toContain('only for moderators')
  })

  it('never names who reported', async () => {
    const draft = resolveReport()
    const [id] = await apps.publish(draft)
    await arrived(receiver, [id!])
    const { data, target_user } = postsOf(id!)[0]!.event.data
    expect(target_user).toBeNull()
    expect(Object.keys(data).sort()).toEqual(['report', 'status'])
    const { target_user: reporter } = draft.data as { target_user: string }
    expect(postsOf(id!)[0]!.text).not.toContain(reporter)
  })

  it('comes once to each official channel that listens, and site-wide acts too', async () => {
    const ids = await apps.publish(lockThread(), lockThread(null), lockThread())
    await arrived(receiver, ids)
    await arrived(slow, ids)
    await expect
      .poll(() => apps.sql(`SELECT FROM delivery WHERE status = 'Pending'`), PATIENT)
      .toHaveLength(0)
    for (const id of ids)
      expect([postsOf(id), postsOf(id, slow)].map((posts) => posts.length)).toEqual([1, 1])
    expect(await apps.sql('SELECT FROM delivery WHERE event_id = $1', [ids[0]])).toHaveLength(2)
  })

  it('is posted with the headers of Standard Webhooks and CloudEvents', async () => {
    const [id] = await apps.publish(lockThread())
    await arrived(receiver, [id!])
    const { headers } = postsOf(id!)[0]!
    expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8')
    expect(headers['webhook-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['webhook-timestamp']).toMatch(/^\d{10}$/)
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$/)
  })
})

describe('a receiver that fails', () => {
  it.each([
    [
      'answers 500',
      (_post: unknown, response: { writeHead(status: number): { end(): void } }) =>
        response.writeHead(500).end(),
    ],
    [
      'answers 415',
      (_post: unknown, response: { writeHead(status: number): { end(): void } }) =>
        response.writeHead(415).end(),
    ],
    ['closes the connection', (_post: unknown, response: { destroy(): void }) => response.destroy()],
    ['never answers', () => {}],
  ] as const)('and %s gets the event again, under the same id, until it takes it', async (_name, fail) => {
    receiver.behave((post, response) => {
      if (postsOf(post.event.id).length < 3)
        (fail as (post: unknown, response: unknown) => void)(post, response)
      else response.writeHead(200).end('taken')
    })
    const [id] = await apps.publish(lockThread())
    await expect.poll(() => postsOf(id!).length, PATIENT).toBe(3)
    expect(new Set(postsOf(id!).map((post) => post.id)).size).toBe(1)
    await expect
      .poll(() => apps.sql('SELECT status FROM delivery WHERE id = $1', [postsOf(id!)[0]!.id]), PATIENT)
      .toEqual([{ status: 'Delivered' }])
    receiver.take()
  })

  it('is found again when it was away', async () => {
    await receiver.close()
    const [id] = await apps.publish(lockThread())
    await expect
      .poll(
        () => apps.sql('SELECT FROM delivery WHERE event_id = $1 AND last_failure IS NOT NULL', [id]),
        PATIENT,
      )
      .toHaveLength(1)
    await receiver.reopen()
    await arrived(receiver, [id!])
  })

  it('is not followed to wherever it redirects', async () => {
    const elsewhere = await startReceiver()
    receiver.behave((post, response) => {
      const status = postsOf(post.event.id).length === 1 ? 302 : 307
      if (postsOf(post.event.id).length < 3) response.writeHead(status, { location: elsewhere.url }).end()
      else response.writeHead(200).end()
    })
    const [id] = await apps.publish(lockThread())
    await expect.poll(() => postsOf(id!).length, PATIENT).toBe(3)
    expect(elsewhere.posts).toHaveLength(0)
    receiver.take()
    await elsewhere.close()
  })

  it('and answers without end does not keep its delivery', async () => {
    receiver.behave((_post, response) => {
      response.writeHead(200)
      const more = () => {
        if (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) setImmediate(more)
      }
      response.on('drain', more)
      more()
    })
    const [id] = await apps.publish(lockThread())
    await expect
      .poll(
        () => apps.sql(`SELECT FROM delivery WHERE event_id = $1 AND status = 'Delivered'`, [id]),
        PATIENT,
      )
      .toHaveLength(2)
    receiver.take()
  })

  it('holds up no other, however much it has to get', async () => {
    const held: { end(): void }[] = []
    slow.behave((_post, response) => held.push(response.writeHead(200)))
    const ids = await apps.publish(...Array.from({ length: 40 }, () => lockThread()))
    await arrived(receiver, ids)
    slow.take()
    for (const response of held) response.end()
    await arrived(slow, ids)
  })
})

describe('a delivery that was given up', () => {
  const deadLetters = async (query = '') =>
    apps.call('GET', `/deliveries/dead-letters${query}`, await apps.administrator())
  const replay = async (id: string) =>
    apps.call('POST', `/deliveries/${id}/replay`, await apps.administrator())

  it('is listed with its reason, and arrives under its id when it is replayed', async () => {
    receiver.behave((_post, response) => response.writeHead(503).end())
    const [id] = await apps.publish(lockThread())
    await expect.poll(async () => (await deadLetters()).body.count, PATIENT).toBe(1)
    expect(postsOf(id!)).toHaveLength(delivery.attempts)
    const { body } = await deadLetters()
    expect(body).toEqual({
      offset: 0,
      limit: 20,
      count: 1,
      items: [
        {
          id: postsOf(id!)[0]!.id,
          app: { id: appId, key: 'official' },
          channel: { id: expect.any(String), key: 'main' },
          event: { id, type: 'agora.moderation.LockThread.v1' },
          status: 'Dead',
          attempts: delivery.attempts,
          last_failure: 'answered 503',
          created_at: expect.any(String),
          settled_at: expect.any(String),
        },
      ],
    })
    receiver.take()
    const [letter] = body.items
    const replayed = await replay(letter.id)
    expect(outcome(replayed)).toEqual([200, { ...letter, status: 'Pending', attempts: 0, settled_at: null }])
    await expect.poll(() => postsOf(id!).length, PATIENT).toBe(delivery.attempts + 1)
    expect(new Set(postsOf(id!).map((post) => post.id)).size).toBe(1)
    await expect.poll(async () => (await deadLetters()).body.count, PATIENT).toBe(0)
    await expect
      .poll(async () => outcome(await replay(letter.id)), PATIENT)
      .toEqual(refused(409, 'delivery is not a dead letter'))
    const metrics = await Promise.all(
      apps.suite.urls.apps.map((url) => fetch(`${url}/metrics`).then((response) => response.text())),
    )
    expect(metrics.join('\n')).toMatch(/agora_deliveries_total\{outcome="dead"[^}]*\} 1/)
  })

  it('is for administrators only', async () => {
    const member = await apps.account('cleo')
    const token = await apps.user(member.id, { ceiling: ['base'] })
    const calls = [
      ['GET', '/deliveries/dead-letters'],
      ['POST', `/deliveries/${member.id}/replay`],
    ] as const
    for (const [method, path] of calls) {
      expect(outcome(await apps.call(method, path, await apps.guest()))).toEqual(
        refused(401, 'authentication required'),
      )
      for (const as of [member, token])
        expect(outcome(await apps.call(method, path, as))).toEqual(refused(403, 'forbidden'))
    }
    for (const id of ['nothing', member.id])
      expect(outcome(await replay(id))).toEqual(refused(404, 'delivery not found'))
    expect(outcome(await deadLetters('?limit=-1'))).toEqual(refused(400, 'invalid `limit` query parameter'))
    expect((await deadLetters('?limit=1000&offset=3')).body).toEqual({
      offset: 3,
      limit: 100,
      count: 0,
      items: [],
    })
  })
})
