import { setTimeout as sleep } from 'node:timers/promises'
import { startNats } from '@agora/suite/servers/nats'
import type { StoreServer } from '@agora/suite/servers/server'
import { temporaryFolder } from '@agora/suite/temporary'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo, linkOf, until } from './ground.ts'

const folder = temporaryFolder('nats-standstill')
let server: StoreServer

beforeAll(async () => {
  server = await startNats({ folder: folder.path })
})
afterAll(async () => {
  await server?.kill()
  folder.remove()
})

/** Longer than a client waits for a sign of life, and then for three greetings to be answered. */
const STILL_MS = 16_000
/** The server closes connections that have not introduced themselves within two seconds. */
const SETTLED_MS = 5_000

test('after a server was frozen, each client has one connection and gets each message once', {
  timeout: 120_000,
}, async () => {
  const client = connectTo(server)
  const other = connectTo(server)
  const before = await linkOf(client)
  if (!server.pid) throw new Error('no server')

  process.kill(server.pid, 'SIGSTOP')
  await sleep(STILL_MS)
  process.kill(server.pid, 'SIGCONT')
  await until(() => before.lost.aborted)
  const after = await linkOf(client)
  const heard: string[] = []
  after.connection.subscribe('said', { callback: (_, message) => heard.push(message.string()) })
  await sleep(SETTLED_MS)
  const { connection } = await linkOf(other)
  for (let said = 0; said < 10; said += 1) connection.publish('said', String(said))
  await connection.flush()
  await after.connection.flush()

  expect(after.lost.aborted).toBe(false)
  expect(heard).toEqual(Array.from({ length: 10 }, (_, said) => String(said)))
  await Promise.all([client.close(), other.close()])
})
