import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { request } from '@agora/testing/client'
import { expect, test } from 'vitest'
import {
  get,
  held,
  LIMIT,
  openWith,
  read,
  release,
  saturate,
  startOverloaded,
  suite,
  untilHeld,
  upstream,
} from './overloaded.ts'

startOverloaded()

/** A request whose body never comes. */
const begun =
  'POST /api/v1/forum/read_floor HTTP/1.1\r\nHost: agora\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{'

/** All places of a service are free, at once or as soon as answered requests are over: none is lost. */
function expectPlaces() {
  const refusedOf = async () => {
    let refused = 0
    const asked = Array.from({ length: LIMIT }, async () => {
      if ((await read()).status === 503) refused += 1
    })
    await untilHeldOr(() => refused)
    release()
    await Promise.all(asked)
    return refused
  }
  return expect.poll(refusedOf, { timeout: 30_000 }).toBe(0)
}
const untilHeldOr = (refused: () => number) =>
  expect.poll(() => held.length + refused(), { timeout: 30_000 }).toBe(LIMIT)

test('callers who leave keep their places until the service has answered: leaving gains nothing', async () => {
  const gone = new AbortController()
  const left = Array.from({ length: LIMIT }, () =>
    fetch(`${suite.url}/api/v1/forum/sections`, { signal: gone.signal }).catch(() => 'left'),
  )
  await untilHeld(LIMIT)
  gone.abort()
  expect(await Promise.all(left)).toEqual(Array(LIMIT).fill('left'))
  expect((await read()).status).toBe(503)
  release()
  await expectPlaces()
})

test('a page whose caller resets the connection is given up at the pages, and its place is free', async () => {
  const callers = await Promise.all(
    Array.from({ length: LIMIT }, (_, page) =>
      openWith(`GET /sections/${page} HTTP/1.1\r\nHost: agora\r\n\r\n`),
    ),
  )
  await untilHeld(LIMIT)
  let ended = 0
  for (const response of held) response.once('close', () => (ended += 1))
  for (const caller of callers) caller.resetAndDestroy()
  // Long before a page is late, which ends it as well.
  await expect.poll(() => ended, { timeout: 6_000 }).toBe(LIMIT)
  held.splice(0)
  const accepted = await saturate(() => get('/sections/some'))
  release()
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(Array(LIMIT).fill(200))
})

test('a form whose sender leaves is sent on to its end', async () => {
  const gone = new AbortController()
  const form = { method: 'POST', body: new URLSearchParams({ a: 'b' }), signal: gone.signal }
  const left = fetch(`${suite.url}/read`, form).catch(() => 'left')
  await untilHeld(1)
  gone.abort()
  expect(await left).toBe('left')
  // The place of another one shows that the gateway has seen the first leave.
  await expect.poll(() => held[0]?.destroyed).toBe(false)
  release()
})

test('a caller who pipelines requests holds one place at a time, and none after leaving, once that one is answered', async () => {
  const line = 'GET /api/v1/forum/sections HTTP/1.1\r\nHost: agora\r\n\r\n'
  const socket = await openWith(line.repeat(LIMIT))
  await untilHeld(1)
  const others = Array.from({ length: LIMIT - 1 }, () => read())
  await untilHeld(LIMIT)
  expect((await read()).status).toBe(503)
  socket.resetAndDestroy()
  const [first] = held.splice(0, 1)
  release()
  // These answers come after the reset.
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(LIMIT - 1).fill(200))
  held.push(first as ServerResponse)
  release()
  await expectPlaces()
})

test('slowly arriving bodies hold no place', async () => {
  const sockets = await Promise.all(Array.from({ length: LIMIT * 2 }, () => openWith(begun)))
  const accepted = await saturate()
  for (const socket of sockets) socket.destroy()
  release()
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(Array(LIMIT).fill(200))
})

test('however many bodies arrive slowly, none holds a connection to the service', async () => {
  const before = upstream.connections
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openWith(begun)))
  const answer = read()
  await untilHeld(1)
  expect(upstream.connections).toBeLessThanOrEqual(before + 1)
  release()
  expect((await answer).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('if too many bodies are arriving, the longest gives way to the next', async () => {
  const body = '{"a":1}'
  const first = await openWith(begun)
  const closed = once(first, 'close')
  const sockets = await Promise.all(Array.from({ length: 1_000 }, () => openWith(begun)))
  await closed
  const answer = request(`${suite.url}/api/v1/forum/read_floor`, 'POST', { body })
  await untilHeld(1)
  release()
  expect((await answer).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

test('a caller who half-closes the connection after the request gets the answer', async () => {
  const whole = begun.replace('{', '{}')
  for (const text of [
    'GET /api/v1/forum/sections HTTP/1.1\r\nHost: agora\r\n\r\n',
    'GET /api/v1/config HTTP/1.1\r\nHost: agora\r\n\r\n',
    whole,
  ]) {
    const socket = await openWith(text)
    const answered = text.includes('/config') || untilHeld(1)
    socket.end()
    await answered
    // Any effect of half-closing the connection has happened by now.
    await get('/health/live')
    release()
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1.1 200 /)
  }
})

test('callers who do not read their answers hold neither a place nor the service', async () => {
  const large = Buffer.alloc(1_500_000, 'x')
  const sockets: Socket[] = []
  for (let round = 0; round < 3; round++) {
    for (let one = 0; one < LIMIT; one++) {
      const socket = await openWith('GET /api/v1/forum/sections HTTP/1.1\r\nHost: agora\r\n\r\n')
      sockets.push(socket.pause())
    }
    await untilHeld(LIMIT)
    const answered = held.splice(0)
    for (const response of answered) response.writeHead(200, { 'content-type': 'text/plain' }).end(large)
    // All of them are taken from the service, read or not, and the places are free.
    await expectPlaces()
    expect(answered.map(({ writableFinished }) => writableFinished)).toEqual(Array(LIMIT).fill(true))
  }
  for (const socket of sockets) socket.destroy()
})

test('an event stream passes through as it comes, and holds no place', async () => {
  const sources: ServerResponse[] = []
  for (let stream = 0; stream < LIMIT; stream++) {
    const asked = fetch(`${suite.url}/api/v1/forum/sections`)
    await untilHeld(1)
    const [source] = held.splice(0) as [ServerResponse]
    source.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
    const reader = ((await asked).body as ReadableStream<Uint8Array>).getReader()
    const next = async () => Buffer.from((await reader.read()).value ?? []).toString()
    expect(await next()).toBe('data: first\n\n')
    source.write('data: second\n\n')
    expect(await next()).toBe('data: second\n\n')
    sources.push(source)
  }
  const accepted = await saturate()
  release()
  await Promise.all(accepted)
  for (const source of sources) source.end()
})

test('a reader of events who half-closes the connection has gone, and their stream ends', async () => {
  const socket = await openWith('GET /api/v1/forum/sections HTTP/1.1\r\nHost: agora\r\n\r\n')
  await untilHeld(1)
  const [source] = held.splice(0) as [ServerResponse]
  source.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
  await once(socket, 'data')
  const ended = once(source, 'close')
  socket.end()
  await ended
})

test('however many streams there are, other requests find a connection to the service', {
  timeout: 60_000,
}, async () => {
  const sources: ServerResponse[] = []
  const stream = new AbortController()
  // More than there are connections to a service.
  for (let one = 0; one < 200; one++) {
    const asked = fetch(`${suite.url}/api/v1/forum/sections`, { signal: stream.signal })
    await untilHeld(1)
    const [source] = held.splice(0) as [ServerResponse]
    source.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n')
    sources.push(source)
    await asked
  }
  for (let one = 0; one < 20; one++) {
    const answer = read()
    await untilHeld(1)
    release()
    expect((await answer).status).toBe(200)
  }
  stream.abort()
  await Promise.all(sources.map((source) => source.destroyed || once(source, 'close')))
})
