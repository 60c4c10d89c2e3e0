import { createAgoraClient } from '@agora/client'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Balancer } from './support/balancer.ts'
import { Reading } from './support/reading.ts'

const readings: Reading[] = []
const reading = (...[site, member, id]: ConstructorParameters<typeof Reading>): Reading => {
  const one = new Reading(site, member, id)
  readings.push(one)
  return one
}
afterEach(async () => {
  await Promise.all(readings.splice(0).map((one) => one.end()))
})

describe('the client’s stream', () => {
  let suite: Suite
  let balancer: Balancer
  let reader: Member
  let writer: Member
  let thread: string
  beforeAll(async () => {
    suite = await startSuite({
      services: ['gateway', 'forum'],
      replicas: { gateway: 2, forum: 2 },
      env: { gateway: { DRAIN_SECONDS: '1' }, forum: { DRAIN_SECONDS: '1' } },
    })
    balancer = await Balancer.start()
    await balancer.serve(suite.urls.gateway)
    ;[reader, writer] = [await suite.member('reader'), await suite.member('writer')]
    const body = { title: 'A thread', body: 'First.' }
    const opened = await suite.call('POST', '/forum/sections/off_topic', { as: writer, body })
    thread = opened.body.id
  })
  afterAll(async () => {
    balancer?.close()
    await suite?.close()
  })

  /** Mentions the reader, through the balancer, retrying until the post is written; returns it. */
  const mention = async (): Promise<string> => {
    const client = createAgoraClient(balancer.url, { headers: writer.headers })
    const { data } = await client.POST('/api/v1/forum/threads/{thread_ref}', {
      params: { path: { thread_ref: thread } },
      body: { body: `@{${reader.id}}` },
    })
    if (!data) throw new Error('nothing was written')
    return data.id
  }
  const told = (one: Reading, written: string[]) =>
    expect.poll(() => one.posts, { timeout: 30_000, interval: 50 }).toEqual(written)

  test('resumes without a gap, each event once, while gateways and forums are drained and killed', async () => {
    const one = reading(balancer.url, reader)
    const written: string[] = []
    const write = async () => void written.push(await mention())
    await expect.poll(async () => [await write(), one.events.length][1], { timeout: 10_000 }).not.toBe(0)
    // It sends everything since its opening, whenever that was.
    written.splice(0, written.indexOf(one.posts[0] as string))
    for (const name of ['gateway', 'forum'] as const) {
      for (const way of ['stop', 'kill'] as const) {
        for (const process of suite.processes[name]) {
          const ending = process[way]()
          for (let count = 0; count < 3; count += 1) await write()
          await ending
          await process.start()
        }
      }
    }
    await told(one, written)
    expect(new Set(one.events.map(({ id }) => id)).size).toBe(written.length)
  }, 180_000)
})
