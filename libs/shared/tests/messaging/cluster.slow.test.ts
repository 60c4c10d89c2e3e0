import { type NatsServers, startNatsCluster } from '@agora/suite/servers/nats-cluster'
import { temporaryFolder } from '@agora/suite/temporary'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectNats, type NatsLink } from '../../src/messaging/nats.ts'
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

async function withLink<Result>(
  replicas: number,
  work: (link: NatsLink) => Promise<Result>,
): Promise<Result> {
  const nats = connectNats({ url: cluster.url, name: `wants ${replicas}`, logger, replicas })
  try {
    const link = await nats.linked(new AbortController().signal)
    if (!link) throw new Error('no link')
    return await work(link)
  } finally {
    await nats.close()
  }
}

/** How many servers store each stream, once a process that wants this many has a link. */
const copiesFor = (wanted: number) =>
  withLink(wanted, async ({ jsm }) => {
    const infos = await Promise.all(['MODERATION', 'IDENTITY'].map((name) => jsm.streams.info(name)))
    return infos.map(({ config }) => config.num_replicas)
  })

test('whoever has a link has the streams, although the servers could not make them at first', async () => {
  const lines: string[] = []
  const told = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const [first, ...others] = cluster.servers
  for (const { pid } of others) process.kill(pid, 'SIGSTOP')
  const nats = connectNats({ url: first?.url ?? '', name: 'early', logger: told })
  try {
    await expect.poll(() => lines.join()).toContain('NATS has no streams yet')
    for (const { pid } of others) process.kill(pid, 'SIGCONT')
    const link = await nats.linked(new AbortController().signal)
    await expect(link?.jsm.streams.info('MODERATION')).resolves.toMatchObject({ config: { num_replicas: 1 } })
  } finally {
    await nats.close()
  }
})

test('streams that cannot get more copies, for want of servers, serve with those that they have', async () => {
  expect(await copiesFor(5)).toEqual([1, 1])
})

test('streams get their copies, and a process configured for one server removes none', async () => {
  expect(await copiesFor(1)).toEqual([1, 1])
  await expect.poll(() => copiesFor(3)).toEqual([3, 3])
  expect(await copiesFor(1)).toEqual([3, 3])
})
