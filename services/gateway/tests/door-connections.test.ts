import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { freePort } from '@agora/suite/servers/ports'
import { request } from '@agora/testing/client'
import type { Suite } from '@agora/testing/suite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFronted, type Upstream } from './upstream.ts'

const LIMIT = 20
/** For all addresses. */
const TOTAL = 100
/** The address of the tests' trusted proxy; all others are callers themselves. */
const PROXY = '127.0.0.9'

let suite: Suite
let upstream: Upstream
let sockets: Socket[] = []
let operators: string
beforeAll(async () => {
  const port = await freePort()
  operators = `http://127.0.0.1:${port}`
  ;({ suite, upstream } = await startFronted(['forum'], {
    limits: true,
    config: { site: { trusted_proxies: [PROXY] } },
    env: {
      METRICS_PORT: String(port),
      MAX_CONNECTIONS: String(TOTAL),
      MAX_CONNECTIONS_PER_ADDRESS: String(LIMIT),
    },
  }))
})
afterAll(() => suite?.close())
afterEach(async () => {
  const closed = sockets.map((socket) => socket.destroyed || once(socket, 'close'))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
  // Until the gateway has heard of it as well.
  await expect.poll(isServed, { timeout: 30_000 }).toBe(true)
  sockets = []
})

const isServed = async () => {
  const socket = await open('127.0.0.8')
  socket.write('GET /health/live HTTP/1.1\r\nHost: agora\r\nConnection: close\r\n\r\n')
  return (await answerOf(socket)).startsWith('HTTP/1.1 200 ')
}

async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(suite.url).port), localAddress })
  socket.on('error', () => {})
  await once(socket, 'connect')
  sockets.push(socket)
  return socket
}
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
      if (answer.includes('}')) resolve(answer)
    })
    socket.on('close', () => resolve(answer))
  })
const ask = (path: string, forwarded?: string) =>
  `GET ${path} HTTP/1.1\r\nHost: agora\r\n${forwarded ? `X-Forwarded-For: ${forwarded}\r\n` : ''}\r\n`

test('one address has a limited number of connections, and others are served', async () => {
  for (let one = 0; one < LIMIT; one++) await open('127.0.0.2')
  const tooMany = await open('127.0.0.2')
  tooMany.write(ask('/api/v1/config'))
  const answer = await answerOf(tooMany)
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
  expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/)
  expect(answer).toMatch(/\r\n\r\n\{"error":"too many requests"\}$/)
  expect((await request(`${suite.url}/api/v1/config`, 'GET')).status).toBe(200)
})

test('an address that has closed its connections may open others', async () => {
  for (let round = 0; round < 3; round++) {
    const opened = await Promise.all(Array.from({ length: LIMIT }, () => open('127.0.0.3')))
    const [first] = opened as [Socket]
    first.write(ask('/health/live'))
    expect(await answerOf(first)).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of opened) socket.destroy()
    const served = async () => {
      const next = await open('127.0.0.3')
      next.write(ask('/health/live'))
      return (await answerOf(next)).slice(9, 12)
    }
    await expect.poll(served, { timeout: 30_000 }).toBe('200')
    for (const socket of sockets) socket.destroy()
  }
})

test('for each connection over the limit, the longest idle one is closed, and no other', async () => {
  const idle = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
  const [longest, ...others] = idle as [Socket, Socket, Socket]
  for (const socket of idle) {
    socket.write(ask('/health/live'))
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /)
  }
  // Any other open connection is not idle: no request has come of it yet.
  const closed = once(longest, 'close')
  for (let one = idle.length; one < TOTAL; one++) await open(`127.0.1.${10 + Math.floor(one / LIMIT)}`)
  const next = await open('127.0.2.1')
  await closed
  for (const socket of [next, ...others]) {
    socket.write(ask('/health/live'))
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('while callers hold all connections, probes find the process alive and ready on the operators’ port', async () => {
  for (let one = 0; one < TOTAL; one++) await open(`127.0.1.${10 + Math.floor(one / LIMIT)}`)
  await expect(request(`${suite.url}/health/ready`, 'GET')).rejects.toThrow()
  for (const path of ['/health/live', '/health/ready'])
    expect((await request(operators + path, 'GET')).status, path).toBe(200)
})

test('requests in a row are answered while they are few, and end their connection after that, at once if they are many', async () => {
  for (const [requests, kept] of [
    [4, 4],
    [5, 3],
    [200, 3],
  ] as const) {
    const few = await open('127.0.0.5')
    few.write(ask('/health/live').repeat(requests))
    if (requests === 4) few.end()
    let answers = ''
    for await (const chunk of few) answers += chunk
    expect(answers.match(/HTTP\/1\.1 200 /g), `${requests} in a row`).toHaveLength(4)
    expect(answers.match(/Connection: keep-alive/gi), `${requests} in a row`).toHaveLength(kept)
  }

  const held: (() => void)[] = []
  const answerByDefault = upstream.answer
  upstream.answer = (_request, response) => held.push(() => void response.end('{}'))
  const many = await open('127.0.0.5')
  // A reset, if the gateway has not read all of it by then.
  many.on('error', () => {})
  const closed = new Promise((resolve) => many.on('close', resolve))
  many.write(ask('/api/v1/forum/sections'))
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(1)
  many.write(ask('/health/live').repeat(1_000))
  await closed
  expect(many.bytesRead).toBe(0)
  for (const answer of held) answer()
  upstream.answer = answerByDefault
})

test('a trusted proxy is not a caller: its requests are counted by the address that it names', async () => {
  const answers: (() => void)[] = []
  const answerByDefault = upstream.answer
  upstream.answer = (_request, response) => answers.push(() => void response.end('{}'))
  const held = await Promise.all(Array.from({ length: LIMIT * 2 }, () => open(PROXY)))
  for (const [index, socket] of held.entries())
    socket.write(ask('/api/v1/forum/sections', index < LIMIT ? '192.0.2.1' : `192.0.2.${index}`))
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(LIMIT * 2)
  for (const spelling of ['192.0.2.1', '192.0.2.1:4711', '::ffff:192.0.2.1', '[::ffff:c000:201]:80']) {
    const ofOne = await open(PROXY)
    ofOne.write(ask('/api/v1/config', spelling))
    expect(await answerOf(ofOne), spelling).toMatch(/^HTTP\/1\.1 429 /)
  }
  const ofAnother = await open(PROXY)
  ofAnother.write(ask('/api/v1/config', '192.0.2.250'))
  expect(await answerOf(ofAnother)).toMatch(/^HTTP\/1\.1 200 /)
  // Only a trusted proxy is believed.
  const forger = await open('127.0.0.4')
  forger.write(ask('/api/v1/config', '192.0.2.1'))
  expect(await answerOf(forger)).toMatch(/^HTTP\/1\.1 200 /)
  for (const answer of answers) answer()
  upstream.answer = answerByDefault
})
