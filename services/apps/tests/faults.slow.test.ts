import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockThread, type Receiver, startReceiver } from './receiver.ts'
import { type AppsClient, app, channel, delivery, PATIENT, startApps } from './support.ts'

let apps: AppsClient
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  apps = await startApps(
    [
      app('official', {
        channels: [channel('main', { is_official: true, event_stream_callback_uri: receiver.url })],
      }),
    ],
    { config: { delivery: { ...delivery, attempts: 40 } }, replicas: 2 },
  )
})
afterAll(async () => {
  await apps?.close()
  await receiver?.close()
})
beforeEach(() => {
  receiver.take()
  receiver.forget()
})

const arrived = (ids: string[]) =>
  expect.poll(() => ids.filter((id) => !receiver.events().has(id)), PATIENT).toEqual([])
const settled = () =>
  expect.poll(() => apps.sql(`SELECT FROM delivery WHERE status <> 'Delivered'`), PATIENT).toHaveLength(0)
const locks = (count: number) => Array.from({ length: count }, () => lockThread())

/**
 * Each event arrived at least once, and all its posts have the same id, so a receiver that remembers ids processes it
 * once.
 */
function expectEffectiveOnce(ids: string[]) {
  const byEvent = new Map<string, Set<string>>()
  for (const { id, event } of receiver.posts)
    byEvent.set(event.id, (byEvent.get(event.id) ?? new Set()).add(id))
  expect([...byEvent.keys()].sort()).toEqual([...ids].sort())
  for (const webhookIds of byEvent.values()) expect(webhookIds.size).toBe(1)
}

describe('every event arrives, and once by its webhook-id', () => {
  it('when the service is killed while it sends', async () => {
    receiver.behave(() => {})
    const ids = await apps.publish(...locks(12))
    await expect.poll(() => receiver.posts.length, PATIENT).toBeGreaterThan(0)
    await Promise.all(apps.suite.processes.apps.map((process) => process.kill()))
    const before = new Set(receiver.posts.map(({ id }) => id))
    receiver.take()
    await Promise.all(apps.suite.processes.apps.map((process) => process.start()))
    await arrived(ids)
    await settled()
    expectEffectiveOnce(ids)
    for (const id of before) expect(receiver.posts.filter((post) => post.id === id).length).toBeGreaterThan(1)
  })

  it('when one of two replicas is killed again and again', async () => {
    const ids: string[] = []
    for (let round = 0; round < 3; round++) {
      ids.push(...(await apps.publish(...locks(20))))
      await apps.suite.processes.apps[round % 2]!.kill()
      ids.push(...(await apps.publish(...locks(5))))
      await apps.suite.processes.apps[round % 2]!.start()
    }
    await arrived(ids)
    await settled()
    expectEffectiveOnce(ids)
  })

  it('when Redis forgets everything in the middle', async () => {
    receiver.behave((_post, response) => response.writeHead(503).end())
    const ids = await apps.publish(...locks(30))
    await expect.poll(() => receiver.posts.length, PATIENT).toBeGreaterThan(0)
    await apps.suite.redis!.restart({ empty: true })
    receiver.take()
    await arrived(ids)
    await settled()
    expectEffectiveOnce(ids)
  })

  it('while Redis is away, and when it is back and empty', async () => {
    await apps.suite.redis!.kill()
    const ids = await apps.publish(...locks(10))
    await arrived(ids)
    await apps.suite.redis!.restart({ empty: true })
    ids.push(...(await apps.publish(...locks(10))))
    await arrived(ids)
    await settled()
    expectEffectiveOnce(ids)
  })

  it('when NATS is started again in the middle', async () => {
    const ids = await apps.publish(...locks(30))
    await apps.suite.nats!.restart()
    ids.push(...(await apps.publish(...locks(30))))
    await arrived(ids)
    await settled()
    expectEffectiveOnce(ids)
  })
})

it('never sends one delivery twice at the same time, nor again once it was taken', async () => {
  receiver.behave((post, response) => {
    const tries = receiver.posts.filter(({ id }) => id === post.id).length
    setImmediate(() => response.writeHead(tries < 3 ? 500 : 200).end())
  })
  const ids = await apps.publish(...locks(40))
  await arrived(ids)
  await settled()
  expect(receiver.mostAtOnce()).toBe(1)
  for (const id of receiver.ids()) expect(receiver.posts.filter((post) => post.id === id)).toHaveLength(3)
})

it('cancels what is meant for a channel that listens no more', async () => {
  receiver.behave((_post, response) => response.writeHead(503).end())
  const [id] = await apps.publish(lockThread())
  await expect.poll(() => receiver.posts.length, PATIENT).toBeGreaterThan(0)
  await apps.sql('UPDATE channel SET event_stream_callback_uri = NULL')
  await expect
    .poll(() => apps.sql('SELECT status FROM delivery WHERE event_id = $1', [id]), PATIENT)
    .toEqual([{ status: 'Cancelled' }])
})
