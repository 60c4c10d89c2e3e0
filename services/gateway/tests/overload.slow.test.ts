import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type Answer, request } from '@agora/testing/client'
import { basic, type Member, type Suite } from '@agora/testing/suite'
import { hash } from '@node-rs/bcrypt'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { query } from './query.ts'
import { startFronted, type Upstream } from './upstream.ts'

/** The places of one service, out of twelve. */
const LIMIT = 8
const PLACES = 12
const ORIGIN = 'https://game.example'

/** A request whose body never comes. */
const begun =
  'POST /api/v1/forum/read_floor HTTP/1.1\r\nHost: agora\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{'

let suite: Suite
let upstream: Upstream
/** Requests that the service has received and not answered yet. */
let held: ServerResponse[] = []
beforeAll(async () => {
  ;({ suite, upstream } = await startFronted(['forum', 'archive', 'web'], {
    config: { site: { cors_origins: [ORIGIN] } },
    env: { MAX_IN_PROGRESS: String(PLACES), DATABASE_POOL_SIZE: '4' },
  }))
  upstream.answer = (_request, response) => held.push(response)
})
afterAll(() => suite?.close())
afterEach(() => release())

function release() {
  for (const response of held) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  held = []
}
const get = (path: string) => request(suite.url + path, 'GET')
const read = () => get('/api/v1/forum/sections')
const readArchive = () => get('/api/v1/archive/game_c/users/1')
const untilHeld = (count: number) =>
  expect.poll(() => held.length, { timeout: 30_000, interval: 5 }).toBe(count)

/** As many concurrent requests as one service may have. */
async function saturate(ask = read) {
  const answers = Array.from({ length: LIMIT }, ask)
  await untilHeld(LIMIT)
  return answers
}

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

test('beyond its limit the gateway answers 503 with Retry-After and lets the others finish', async () => {
  const accepted = await saturate()
  const refused = await Promise.all(Array.from({ length: 50 }, read))
  for (const answer of refused) {
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual({ error: 'service unavailable' })
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  }
  expect(held).toHaveLength(LIMIT)
  release()
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(Array(LIMIT).fill(200))
})

test('a rush on one service refuses no request to another, and no sign-in', async () => {
  const accepted = await saturate()
  expect((await read()).status).toBe(503)
  const other = readArchive()
  await untilHeld(LIMIT + 1)
  expect((await get('/api/v1/config')).status).toBe(200)
  expect(
    (await suite.call('PUT', '/auth/self', { body: { login: 'a', password: 'wrong one' } })).status,
  ).toBe(401)
  release()
  expect((await Promise.all([...accepted, other])).map(({ status }) => status)).toEqual(
    Array(LIMIT + 1).fill(200),
  )
})

test('a rush on the site’s pages refuses neither the gateway’s own nor those where people sign in', async () => {
  const accepted = await saturate(() => get('/sections/some'))
  expect((await get('/sections/some')).status).toBe(503)
  expect((await get('/signed-out')).status).toBe(503)
  expect((await get('/openapi.json')).status).toBe(200)
  const entry = get('/sign-in')
  await untilHeld(LIMIT + 1)
  release()
  await Promise.all([...accepted, entry])
})

test('a rush on all services leaves places for the gateway’s own routes, and for its health', async () => {
  const accepted = [...(await saturate()), readArchive(), readArchive()]
  await untilHeld(LIMIT + 2)
  expect((await readArchive()).status).toBe(503)
  expect((await get('/api/v1/config')).status).toBe(200)
  for (const path of ['/health/live', '/health/ready']) expect((await get(path)).status, path).toBe(200)
  release()
  await Promise.all(accepted)
})

test('what is no question for the health takes a place, whatever its path begins with', async () => {
  const accepted = await saturate(() => get('/sections/some'))
  for (const path of ['/health/live?now', '/health/ready?now'])
    expect((await get(path)).status, path).toBe(200)
  expect((await request(`${suite.url}/health/live`, 'HEAD')).status).toBe(200)
  for (const path of ['/health/', '/health/other', '/health/live/', '/health/live/other', '/health/lively'])
    expect((await get(path)).status, path).toBe(503)
  expect((await request(`${suite.url}/health/live`, 'POST')).status).toBe(503)
  release()
  await Promise.all(accepted)
})

test('a rush that waits for the database is refused, and the gateway stays ready', async () => {
  const ada = await suite.member('ada')
  const client = new pg.Client({ connectionString: suite.database.adminUrl })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE gateway.session IN ACCESS EXCLUSIVE MODE')
  // More than the pool has connections, and than there are places for the gateway's own routes.
  const ask = () => request(`${suite.url}/api/v1/auth/self`, 'GET', ada)
  const waiting = Array.from({ length: PLACES }, ask)
  await expect.poll(async () => (await get('/api/v1/config')).status, { timeout: 2_000 }).toBe(503)
  expect((await request(`${suite.url}/health/ready`, 'GET')).body).toMatchObject({ status: 'ready' })
  await client.query('ROLLBACK')
  await client.end()
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200, 503]))
})

test.each<[way: string, attempt: (member: Member, password: string) => Promise<Answer>]>([
  [
    'by HTTP Basic',
    ({ username }, wrong) => request(`${suite.url}/api/v1/auth/self`, 'GET', basic(username, wrong)),
  ],
  [
    'at the sign-in',
    ({ username: login }, password) =>
      request(`${suite.url}/api/v1/auth/self`, 'PUT', { body: { login, password } }),
  ],
  [
    'as the current one',
    (member, current_password) =>
      request(`${suite.url}/api/v1/auth/self/confirmation`, 'PUT', {
        as: member,
        body: { current_password },
      }),
  ],
])('who waits for a password to be verified %s holds no place', async (way, attempt) => {
  const members = await Promise.all(
    ['one', 'two', 'three', 'four'].map((name) => suite.member(`${name}_waits_${way.length}`)),
  )
  // What an import brings: each takes a while to verify.
  const slow = await hash('right', { cost: 12 })
  const ids = members.map(({ id }) => id)
  await query(suite, 'UPDATE account SET password_hash = $1 WHERE id = ANY($2)', [slow, ids])
  const statuses: number[] = []
  const attempts: Promise<void>[] = []
  const isServed = async () => (await get('/api/v1/config')).status
  // More than there are places, a few at a time: on its way to the hash each needs one.
  for (let wrong = 0; wrong < PLACES / 3 + 1; wrong++) {
    for (const member of members)
      attempts.push(attempt(member, `wrong ${wrong}`).then(({ status }) => void statuses.push(status)))
    await expect.poll(isServed, { interval: 5 }).toBe(200)
  }
  const areServed = async () => {
    const answers = []
    for (let time = 0; time < 10; time++) answers.push(await isServed())
    return answers
  }
  // The last ones may still be on their way to the hash.
  await expect.poll(areServed, { timeout: 10_000 }).toEqual(Array(10).fill(200))
  expect(attempts.length - statuses.length).toBeGreaterThan(PLACES)
  await Promise.all(attempts)
})

test('the archive’s paths are refused in the archive’s words', async () => {
  const accepted = await saturate(readArchive)
  const { status, body } = await readArchive()
  expect([status, body]).toEqual([503, { error: 'InternalServerError' }])
  release()
  await Promise.all(accepted)
})

test('it accepts requests again once those in progress are over, as often as it is overloaded', async () => {
  for (let rush = 0; rush < 3; rush++) {
    const accepted = await saturate()
    expect((await read()).status).toBe(503)
    release()
    await Promise.all(accepted)
  }
})

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
  held = []
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

test('a refusal, too, can be read by an allowed origin', async () => {
  const accepted = await saturate()
  const refused = await request(`${suite.url}/api/v1/forum/sections`, 'GET', { headers: { origin: ORIGIN } })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN)
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after')
  release()
  await Promise.all(accepted)
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

function openWith(text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(suite.url).port), '127.0.0.1', () =>
      socket.write(text, () => resolve(socket)),
    )
    socket.on('error', reject)
  })
}
