import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Child } from '@agora/suite/servers/child'
import { freePort } from '@agora/suite/servers/ports'
import { findTool } from '@agora/suite/servers/tools'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectNats, type Nats } from '../../src/messaging/nats.ts'
import { logger } from './ground.ts'

const folder = temporaryFolder('nats-cluster')
const servers: Child[] = []
let url: string

beforeAll(async () => {
  const tool = await findTool('nats-server')
  const ports = await Promise.all(Array.from({ length: 6 }, () => freePort()))
  const routes = ports.slice(3).map((port) => `nats://127.0.0.1:${port}`)
  url = ports
    .slice(0, 3)
    .map((port) => `nats://127.0.0.1:${port}`)
    .join(',')
  for (const index of [0, 1, 2]) {
    const home = path.join(folder.path, String(index))
    mkdirSync(home)
    const configuration = path.join(home, 'nats.conf')
    const settings = [
      `host: 127.0.0.1, port: ${ports[index]}, server_name: n${index}`,
      `jetstream { store_dir: ${JSON.stringify(home)} }`,
      `cluster { name: agora, host: 127.0.0.1, port: ${ports[index + 3]}, routes: ${JSON.stringify(routes)} }`,
    ]
    writeFileSync(configuration, settings.join('\n'))
    servers.push(
      await Child.spawn({
        name: `NATS ${index}`,
        command: tool.command,
        args: ['--config', configuration],
        env: { PATH: '/usr/bin:/bin', ...tool.env },
        cwd: home,
        logFile: path.join(home, 'nats.log'),
      }),
    )
  }
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  folder.remove()
})

async function withNats<Result>(replicas: number, work: (nats: Nats) => Promise<Result>): Promise<Result> {
  const nats = connectNats({ url, name: `wants ${replicas}`, logger, replicas })
  try {
    return await work(nats)
  } finally {
    await nats.close()
  }
}

/** How many servers keep each stream, once a process that wants so many has made them. */
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
        // The servers are still agreeing on who leads.
      }
    }
  })

test('streams get their copies, and a process that knows of one server takes none away', async () => {
  expect(await copiesAfter(1)).toEqual([1, 1])
  expect(await copiesAfter(3)).toEqual([3, 3])
  expect(await copiesAfter(1)).toEqual([3, 3])
})
