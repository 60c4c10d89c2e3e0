import { contentEvents } from '@agora/shared/contracts/events/content'
import { newId } from '@agora/shared/contracts/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MODERATOR, type Receiver, startReceiver } from './receiver.ts'
import { type AppsClient, app, channel, delivery, PATIENT, startApps } from './support.ts'

const section = newId()
let apps: AppsClient
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  apps = await startApps(
    [
      app('official', {
        channels: [
          channel('main', {
            is_official: true,
            event_stream_callback_uri: receiver.url,
            events: ['forum.*'],
          }),
        ],
      }),
    ],
    { config: { delivery: { ...delivery, attempts: 60 } }, replicas: 2 },
  )
  await apps.sql(`INSERT INTO known_section (id, key) VALUES ($1, 'welcome')`, [section])
})
afterAll(async () => {
  await apps?.close()
  await receiver?.close()
})
beforeEach(() => {
  receiver.take()
  receiver.forget()
})

const written = (thread: string) =>
  contentEvents.PostCreated.of({ section, thread, post: newId(), author: MODERATOR.id })
/** As many events of each thread, taking turns. */
const turns = (threads: readonly string[], each: number) =>
  Array.from({ length: each }, () => threads.map(written)).flat()
const settled = (status = 'Delivered') =>
  expect.poll(() => apps.sql('SELECT FROM delivery WHERE status <> $1', [status]), PATIENT).toHaveLength(0)

/** The numbers of a thread's events in the order in which they were taken, each once. */
const taken: string[] = []
const numbersOf = (thread: string) => [
  ...new Set(
    receiver.posts
      .filter(({ id, event }) => taken.includes(id) && event.subject === `threads/${thread}`)
      .map(({ event }) => Number(event.sequence)),
  ),
]
/** Takes a post in `share` of all cases, and refuses it in one way or another else. */
function takeSome(share: number) {
  receiver.behave((post, response) => {
    const chance = Math.random()
    if (chance < share) {
      taken.push(post.id)
      response.writeHead(204).end()
    } else if (chance < share + (1 - share) / 2) response.writeHead(500).end()
    else response.destroy()
  })
}
const expectInOrder = (thread: string, count: number) => {
  const numbers = numbersOf(thread)
  expect(numbers).toHaveLength(count)
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
}

describe('what is about one thing', () => {
  it('is delivered in order, while the receiver fails and processes are killed', async () => {
    const threads = [newId(), newId(), newId()]
    takeSome(0.5)
    const ids = await apps.publish(...turns(threads, 15))
    for (const process of apps.suite.processes.apps) {
      await expect.poll(() => receiver.posts.length, PATIENT).toBeGreaterThan(5)
      await process.kill()
      await process.start()
    }
    await expect.poll(() => ids.filter((id) => !receiver.events().has(id)), PATIENT).toEqual([])
    await settled()
    for (const thread of threads) expectInOrder(thread, 15)
    const rows = await apps.sql<{ sequence: string }>('SELECT sequence FROM delivery ORDER BY sequence')
    expect(rows.map(({ sequence }) => Number(sequence))).toEqual(rows.map((_, index) => index + 1))
  })

  it('is not held up by other things', async () => {
    const [stuck, free] = [newId(), newId()]
    receiver.behave((post, response) => {
      if (post.event.subject === `threads/${stuck}`) response.writeHead(500).end()
      else response.writeHead(204).end()
    })
    const ids = await apps.publish(written(stuck), written(stuck), written(free), written(free))
    const arrived = () => ids.filter((id) => receiver.events().has(id))
    await expect.poll(arrived, PATIENT).toEqual([ids[0], ids[2], ids[3]])
    receiver.take()
    await expect.poll(arrived, PATIENT).toEqual(ids)
    await settled()
  })

  it('goes on after a dead one', async () => {
    const thread = newId()
    receiver.behave((_post, response) => response.writeHead(500).end())
    const [first, second] = await apps.publish(written(thread), written(thread))
    await expect.poll(() => receiver.posts.length, PATIENT).toBeGreaterThan(0)
    await apps.sql('UPDATE delivery SET attempts = 59 WHERE event_id = $1', [first])
    await expect
      .poll(() => apps.sql('SELECT status FROM delivery WHERE event_id = $1', [first]), PATIENT)
      .toEqual([{ status: 'Dead' }])
    receiver.take()
    await expect.poll(() => receiver.events().has(second!), PATIENT).toBe(true)
  })

  it('is in order again after what was kept for a receiver that was gone is deleted in part', async () => {
    const thread = newId()
    const id = await apps.idOf('official')
    receiver.behave((_post, response) => response.writeHead(410).end())
    await apps.publish(written(newId()))
    const state = async () =>
      (await apps.call('GET', `/${id}/channels/main/delivery`, await apps.administrator())).body.state
    await expect.poll(state, PATIENT).toBe('Gone')
    const [old, young] = await apps.publish(written(thread), written(thread))
    await expect
      .poll(() => apps.sql('SELECT FROM delivery WHERE event_id = $1', [young]), PATIENT)
      .toHaveLength(1)
    expect(await apps.sql('SELECT due_at FROM delivery WHERE event_id = $1', [young])).toEqual([
      { due_at: null },
    ])
    await apps.sql(`UPDATE delivery SET created_at = now() - interval '8 days' WHERE event_id = $1`, [old])
    for (const process of apps.suite.processes.apps) await process.restart()
    receiver.take()
    await expect
      .poll(
        () => apps.sql('SELECT due_at IS NULL AS held FROM delivery WHERE event_id = $1', [young]),
        PATIENT,
      )
      .toEqual([{ held: false }])
    await apps.call('POST', `/${id}/channels/main/resume`, await apps.administrator())
    await expect.poll(() => receiver.events().has(young!), PATIENT).toBe(true)
  })

  it('is never lost between one that ends and one that comes', async () => {
    const thread = newId()
    // Each is published while its predecessor is being taken.
    for (let round = 0; round < 30; round += 1) await apps.publish(written(thread))
    await expect
      .poll(() => receiver.posts.filter(({ event }) => event.subject === `threads/${thread}`).length, PATIENT)
      .toBe(30)
  })
})
