import { type NatsServers, startNatsCluster } from '@agora/suite/servers/nats-cluster'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectNats, type Nats } from '../../src/messaging/nats.ts'
import { logger } from './ground.ts'

const folder = temporaryFolder('nats-cluster')
let cluster: NatsServers

beforeAll(async () => {
  cluster = await startNatsCluster(folder.path)
})
afterAll(async () => {
  await cluster?.kill()
  folder.remove()
})

async function withNats<Result>(replicas: number, work: (nats: Nats) => Promise<Result>): Promise<Result> {
  const nats = connectNats({ url: cluster.url, name: `wants ${replicas}`, logger, replicas })
  try {
    return await work(nats)
  } finally {
    await nats.close()
  }
}

/** How many servers store each stream, after a process that wants this many has created them. */
const copiesAfter = (wanted: number) =>
  withNats(wanted, async (nats) => {
    const link = await nats.linked(new AbortController().signal)
    if (!link) throw new Error('no link')
    const made = async () => {
      await nats.ensureStreams(link)
      const infos = await Promise.all(['MODERATION', 'IDENTITY'].map((name) => link.jsm.streams.info(name)))
      return infos.map(({ config }) => config.num_replicas)
    }
    for (;;) {
      try {
        return await made()
      } catch {
        // The servers are still electing a leader.
      }
    }
  })

test('streams get their copies, and a process configured for one server removes none', async () => {
  expect(await copiesAfter(1)).toEqual([1, 1])
  expect(await copiesAfter(3)).toEqual([3, 3])
  expect(await copiesAfter(1)).toEqual([3, 3])
})
