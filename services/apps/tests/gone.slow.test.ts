import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockThread, type Receiver, startReceiver } from './receiver.ts'
import { type AppsClient, app, channel, delivery, PATIENT, startApps } from './support.ts'

let apps: AppsClient
let receiver: Receiver
let other: Receiver
let id: string

beforeAll(async () => {
  receiver = await startReceiver()
  other = await startReceiver()
  apps = await startApps(
    [
      app('official', {
        channels: [channel('main', { is_official: true, event_stream_callback_uri: receiver.url })],
      }),
      app('other', {
        channels: [channel('main', { is_official: true, event_stream_callback_uri: other.url })],
      }),
    ],
    { config: { delivery: { ...delivery, timeout: 10, attempts: 40, longest_pause: 5 } }, replicas: 2 },
  )
  id = await apps.idOf('official')
})
afterAll(async () => {
  await apps?.close()
  await receiver?.close()
  await other?.close()
})
beforeEach(async () => {
  receiver.take()
  await resume()
  await expect.poll(() => apps.sql(`SELECT FROM delivery WHERE status = 'Pending'`), PATIENT).toEqual([])
  receiver.forget()
})

const state = async () =>
  (await apps.call('GET', `/${id}/channels/main/delivery`, await apps.administrator())).body
const resume = async () => apps.call('POST', `/${id}/channels/main/resume`, await apps.administrator())
const locks = (count: number) => Array.from({ length: count }, () => lockThread())
const arrived = (to: Receiver, ids: string[]) =>
  expect.poll(() => ids.filter((one) => !to.events().has(one)), PATIENT).toEqual([])
const rows = (eventId: string) =>
  apps.sql<{ status: string; last_failure: string | null }>(
    'SELECT status, last_failure FROM delivery WHERE event_id = $1 AND channel_id = (SELECT id FROM channel WHERE app_id = $2)',
    [eventId, id],
  )

describe('a receiver that is gone (discourse/discourse#7392, spatie/laravel-webhook-server#47, cloudevents/spec#155)', () => {
  it('is called once, gets nothing more, and after it is resumed everything', async () => {
    const before = await state()
    expect(before).toEqual({ state: 'Active', since: expect.any(String) })
    receiver.behave((_post, response) => response.writeHead(410).end())
    const [first] = await apps.publish(lockThread())
    await expect.poll(() => rows(first!), PATIENT).toEqual([{ status: 'Dead', last_failure: 'answered 410' }])
    const gone = await state()
    expect(gone).toEqual({ state: 'Gone', since: expect.any(String) })
    expect(Date.parse(gone.since)).toBeGreaterThan(Date.parse(before.since))

    const later = await apps.publish(...locks(5))
    await arrived(other, later)
    expect(receiver.posts).toHaveLength(1)
    receiver.take()
    const resumed = await resume()
    expect([resumed.status, resumed.body.state]).toEqual([200, 'Active'])
    await arrived(receiver, later)
    expect(await state()).toEqual(resumed.body)
    expect((await resume()).body).toEqual(resumed.body)
  })

  it('is gone whichever process is killed, and however many posts it answers at once', async () => {
    receiver.behave(() => {})
    const ids = await apps.publish(...locks(8))
    await expect.poll(() => receiver.posts.length, PATIENT).toBeGreaterThan(0)
    await Promise.all(apps.suite.processes.apps.map((process) => process.kill()))
    receiver.behave((_post, response) => response.writeHead(410).end())
    await Promise.all(apps.suite.processes.apps.map((process) => process.start()))
    await expect.poll(async () => (await state()).state, PATIENT).toBe('Gone')
    receiver.forget()
    const later = await apps.publish(...locks(2))
    await arrived(other, later)
    // Posts of the first eight that were under way may still arrive.
    const told = receiver.events()
    expect(later.filter((one) => told.has(one))).toEqual([])
    receiver.take()
    await resume()
    await arrived(receiver, later)
    const outcomes = await Promise.all(ids.map((one) => rows(one)))
    expect(new Set(outcomes.flat().map(({ status }) => status))).toSatisfy(
      (found: Set<string>) => found.size > 0 && !found.has('Cancelled'),
    )
  })

  it('gets later what was under way to it when it said so', async () => {
    const answers: (() => void)[] = []
    receiver.behave((_post, response) => answers.push(() => response.writeHead(410).end()))
    const ids = await apps.publish(...locks(4))
    await expect.poll(() => answers.length, PATIENT).toBeGreaterThan(1)
    const underWay = answers.length
    for (const answer of answers) answer()
    const statuses = async () =>
      (await Promise.all(ids.map((one) => rows(one)))).flat().map(({ status }) => status)
    await expect.poll(statuses, PATIENT).toEqual(expect.arrayContaining(['Dead']))
    await expect
      .poll(() => apps.sql(`SELECT FROM delivery WHERE last_status = 410 AND status = 'Pending'`), PATIENT)
      .toHaveLength(underWay - 1)
    receiver.take()
    await resume()
    await expect
      .poll(statuses, PATIENT)
      .toSatisfy(
        (found: string[]) =>
          found.filter((one) => one === 'Delivered').length === 3 &&
          found.filter((one) => one === 'Dead').length === 1,
      )
  })

  it('gets nothing of members any more once its channel is not official', async () => {
    receiver.behave((_post, response) => response.writeHead(410).end())
    await apps.publish(lockThread())
    await expect.poll(async () => (await state()).state, PATIENT).toBe('Gone')
    const [kept, ofMember] = await apps.publish(...locks(2))
    await arrived(other, [kept!, ofMember!])
    await apps.sql(`UPDATE delivery SET event_type = 'agora.identity.user.banned' WHERE event_id = $1`, [
      ofMember,
    ])
    const official = (is: boolean) =>
      apps.sql('UPDATE channel SET is_official = $2 WHERE app_id = $1', [id, is])
    await official(false)
    receiver.take()
    await resume()
    await arrived(receiver, [kept!])
    await expect.poll(() => rows(ofMember!), PATIENT).toEqual([{ status: 'Cancelled', last_failure: null }])
    await official(true)
    expect(receiver.events().has(ofMember!)).toBe(false)
  })

  it('is not gone again by the answer to a post from before it was resumed', async () => {
    const answers: (() => void)[] = []
    receiver.behave((_post, response) => answers.push(() => response.writeHead(410).end()))
    await apps.publish(...locks(2))
    await expect.poll(() => answers.length, PATIENT).toBe(2)
    answers.shift()!()
    await expect.poll(async () => (await state()).state, PATIENT).toBe('Gone')
    await resume()
    answers.shift()!()
    await expect.poll(() => apps.sql(`SELECT FROM delivery WHERE status = 'Pending'`), PATIENT).toEqual([])
    expect((await state()).state).toBe('Active')
  })

  it('gets nothing of what was kept for more than seven days', async () => {
    receiver.behave((_post, response) => response.writeHead(410).end())
    await apps.publish(lockThread())
    await expect.poll(async () => (await state()).state, PATIENT).toBe('Gone')
    const [old, young] = await apps.publish(...locks(2))
    await arrived(other, [old!, young!])
    await apps.sql(`UPDATE delivery SET created_at = now() - interval '8 days' WHERE event_id = $1`, [old])
    for (const process of apps.suite.processes.apps) await process.restart()
    await expect.poll(() => rows(old!), PATIENT).toEqual([])
    receiver.take()
    await resume()
    await arrived(receiver, [young!])
    expect(receiver.events().has(old!)).toBe(false)
  })

  it('is shown and resumed by owners and administrators alone', async () => {
    const owner = await apps.account('owner')
    const stranger = await apps.account('stranger')
    await apps.call('PATCH', `/${id}`, await apps.administrator(), {
      body: { owners: [{ type: 'User', id: owner.id }] },
    })
    const callers = [
      [owner, 200],
      [stranger, 403],
      [{ headers: {} }, 401],
    ] as const
    for (const [as, status] of callers) {
      expect((await apps.call('GET', `/${id}/channels/main/delivery`, as)).status).toBe(status)
      expect((await apps.call('POST', `/${id}/channels/main/resume`, as)).status).toBe(status)
    }
    for (const [method, path] of [
      ['GET', `/${id}/channels/none/delivery`],
      ['POST', `/${id}/channels/none/resume`],
    ] as const)
      expect((await apps.call(method, path, owner)).body).toEqual({ error: 'app channel not found' })
  })
})

describe('a receiver that is busy (eventrelay/eventrelay#91, cloudevents/spec#155)', () => {
  it.each([
    [429, () => '3'],
    [503, () => new Date(Date.now() + 4_000).toUTCString()],
  ])('(%i) is not called before the time it names, by no delivery of its channel', async (status, after) => {
    let asked = 0
    receiver.behave((_post, response) => {
      asked ||= Date.now()
      response.writeHead(status, { 'retry-after': after() }).end()
    })
    const [first] = await apps.publish(lockThread())
    await expect.poll(() => asked, PATIENT).toBeGreaterThan(0)
    await expect
      .poll(() => apps.sql('SELECT FROM channel WHERE paused_until > now()'), PATIENT)
      .toHaveLength(1)
    const calls: number[] = []
    receiver.behave((_post, response) => {
      calls.push(Date.now())
      response.writeHead(204).end()
    })
    const more = await apps.publish(...locks(3))
    await arrived(other, more)
    await arrived(receiver, [first!, ...more])
    // Dates have no fractions of a second.
    expect(Math.min(...calls)).toBeGreaterThanOrEqual(asked + 2_900)
  })
})
