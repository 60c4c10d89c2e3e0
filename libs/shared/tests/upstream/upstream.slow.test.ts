import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DnsServer, startDnsServer } from '@agora/testing/dns-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Upstream } from '../../src/upstream/upstream.ts'
import { type Pod, startPod } from './pods.ts'

const NAME = 'forum.test'
/** To a single replica, for reads. */
const CONNECTIONS = 128
let dns: DnsServer
let port: number
let pods: Pod[]
let replicas: Upstream

beforeEach(async () => {
  dns = await startDnsServer()
  const first = await startPod('127.0.0.2', 0)
  port = first.port
  pods = [first, await startPod('127.0.0.3', port), await startPod('127.0.0.4', port)]
  dns.names.set(NAME, ['127.0.0.2'])
  replicas = new Upstream({ urls: [`http://${NAME}:${port}`], dnsServer: dns.address, answerMs: 3_000 })
})
afterEach(async () => {
  await replicas.close()
  await Promise.all(pods.map((pod) => pod.stop()))
  dns.close()
})

const [first, second, third] = [0, 1, 2].map((index) => () => pods[index] as Pod) as [
  () => Pod,
  () => Pod,
  () => Pod,
]
const forget = () => {
  for (const pod of pods) pod.requests = 0
}
const ask = async (method: 'GET' | 'POST' = 'GET') => {
  const { statusCode, body } = await replicas.send({
    method,
    path: '/x',
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  await body.dump()
  return statusCode
}
const askTimes = async (times: number) => {
  for (let turn = 0; turn < times; turn++) expect(await ask()).toBe(200)
}
/** Ten requests at a time for so long, with pauses in which other tests work. */
const askFor = async (ms: number) => {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(20)) await askTimes(10)
}
const untilAsked = (pod: () => Pod) => {
  const requests = async () => {
    await ask()
    return pod().requests
  }
  return expect.poll(requests, { timeout: 20_000, interval: 50 }).toBeGreaterThan(0)
}

test('a process in DNS gets its share once it is ready', async () => {
  await askTimes(10)
  second().isReady = false
  dns.names.set(NAME, ['127.0.0.2', '127.0.0.3'])
  await askFor(3_000)
  expect(second().requests).toBe(0)
  second().isReady = true
  await untilAsked(second)
  forget()
  await askTimes(100)
  expect(pods.map(({ requests }) => requests)).toEqual([50, 50, 0])
  dns.names.set(NAME, ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
  await untilAsked(third)
  forget()
  await askTimes(99)
  expect(pods.map(({ requests }) => requests)).toEqual([33, 33, 33])
})

test('one that left DNS gets no new requests, and finishes those it has begun', async () => {
  dns.names.set(NAME, ['127.0.0.2', '127.0.0.3'])
  await untilAsked(second)
  let finish = () => {}
  second().answer = (_request, response) => {
    response.write('{')
    finish = () => response.end('}')
  }
  let held: Awaited<ReturnType<Upstream['send']>>
  do held = await replicas.send({ method: 'GET', path: '/x' })
  while (second().requests === 0)
  dns.names.set(NAME, ['127.0.0.2'])
  await expect.poll(() => replicas.urls, { timeout: 20_000 }).toEqual([`http://127.0.0.2:${port}`])
  const before = second().requests
  await askTimes(10)
  expect(second().requests).toBe(before)
  finish()
  expect(await held.body.text()).toMatch(/}$/)
})

test('while DNS does not answer or has no records, its last answer holds', async () => {
  await askTimes(1)
  dns.names.clear()
  await askFor(2_500)
  dns.isSilent = true
  await askFor(2_500)
})

test('a read stuck at a silent process is answered by another, a write ends with an error', async () => {
  dns.names.set(NAME, ['127.0.0.2', '127.0.0.3'])
  await untilAsked(second)
  second().isFrozen = true
  const began = performance.now()
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, turn) => ask(turn % 4 < 2 ? 'GET' : 'POST')),
  )
  const reads = answers.filter((_, turn) => turn % 4 < 2)
  const writes = answers.filter((_, turn) => turn % 4 >= 2)
  expect(reads.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'))
  expect(writes.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  expect(performance.now() - began).toBeLessThan(5_000)
  forget()
  await askTimes(20)
  expect(second().requests).toBe(0)
  second().isFrozen = false
  await untilAsked(second)
})

test('a missing answer is an error in time, and its connection is not reused', async () => {
  first().answer = () => {}
  const began = performance.now()
  await expect(ask()).rejects.toThrow('did not answer in time')
  expect(performance.now() - began).toBeLessThan(5_000)
  first().answer = (_request, response) => void response.end('{}')
  await askTimes(20)
})

test('connections to an address that may be a balancer’s are many and short-lived', async () => {
  await askFor(12_000)
  expect(first().connections).toBeGreaterThanOrEqual(16)
  expect(first().connections).toBeLessThan(64)
})

test('requests that arrive while all connections are busy and due for renewal are answered', async () => {
  const held: (() => void)[] = []
  first().answer = (_request, response) => held.push(() => void response.end('{}'))
  const all = Array.from({ length: 128 }, async () => {
    const { body } = await replicas.send({ method: 'POST', path: '/x', body: '{}', answerMs: 30_000 })
    await body.dump()
  })
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(128)
  await sleep(10_500)
  first().answer = (_request, response) => void response.end('{}')
  const late = Array.from({ length: 8 }, () => ask())
  await sleep(100)
  for (const answer of held) answer()
  expect(await Promise.all(late)).toEqual(Array(8).fill(200))
  await Promise.all(all)
})

test('an abandoned request is not sent, and only a bounded number may wait for a connection', async () => {
  const waiting: (() => void)[] = []
  const server = createServer((_request, response) => waiting.push(() => response.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const one = new Upstream({ urls: [`http://127.0.0.1:${port}`] })
  const outcome = (isWanted: () => boolean) =>
    one.send({ method: 'GET', path: '/x', isWanted }).then(
      async ({ statusCode, body }) => {
        await body.dump()
        return statusCode
      },
      (error: Error) => error.message,
    )
  const outcomes = Array.from({ length: CONNECTIONS }, () => outcome(() => true))
  await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(CONNECTIONS)
  const unwanted = Array.from({ length: 8 }, () => outcome(() => false))
  const wanted = Array.from({ length: CONNECTIONS }, () => outcome(() => true))
  const tooMany = Array.from({ length: 1_000 }, () => outcome(() => true))
  const answering = setInterval(() => {
    for (const answer of waiting.splice(0)) answer()
  }, 5)
  expect(await Promise.all([...outcomes, ...wanted])).toEqual(Array(2 * CONNECTIONS).fill(200))
  expect(new Set(await Promise.all(unwanted))).toEqual(new Set(['nobody waits for the answer']))
  expect(await Promise.all(tooMany)).toContain('too many requests wait for the endpoint')
  clearInterval(answering)
  await one.close()
  server.close()
})

test('nobody waits for ever for a name server that does not answer', { timeout: 20_000 }, async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const lost = new Upstream({
    urls: ['http://nowhere.test:1'],
    dnsServer: `127.0.0.1:${silent.address().port}`,
  })
  await expect(lost.send({ method: 'GET', path: '/x' })).rejects.toThrow('no address of the service is known')
  await lost.close()
  silent.close()
})
