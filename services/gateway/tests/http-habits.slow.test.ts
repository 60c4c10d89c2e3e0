import { once } from 'node:events'
import { request as ask } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { type Caller, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ORIGIN = 'https://app.example'

let suite: Suite
let member: Caller
let thread: string
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'forum', 'web'],
    config: { site: { cors_origins: [ORIGIN] } },
    limits: true,
  })
  member = await suite.member('reader')
  const opened = await suite.call('POST', '/forum/sections/off_topic', {
    as: member,
    body: { title: 'A long one', body: 'Words, and more of them. '.repeat(400) },
  })
  thread = opened.body.id
})
afterAll(() => suite?.close())

/** An answer in the bytes that were sent: `fetch` unpacks them. */
async function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sending = ask(`${suite.url}${path}`, { method, headers }).end()
  const [answer] = await once(sending, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return { status: answer.statusCode as number, headers: answer.headers, body: Buffer.concat(chunks) }
}

/** What comes back on a connection of its own. */
async function exchange(text: string): Promise<string> {
  const { hostname, port } = new URL(suite.url)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

describe('methods', () => {
  test.each([
    ['PUT', '/api/v1/config', 'GET, HEAD'],
    ['PATCH', '/api/v1/auth/self', 'GET, HEAD, PUT, DELETE'],
    ['POST', '/api/v1/forum/overview', 'GET, HEAD'],
    ['PUT', '/api/v1/forum/threads/welcome', 'GET, HEAD, POST, PATCH, DELETE'],
    ['HEAD', '/api/v1/notifications/stream', 'GET'],
    ['DELETE', '/oauth/token', 'POST'],
  ])('%s %s is refused with the methods that there are', async (method, path, allow) => {
    const { status, headers, body } = await raw(path, {}, method)
    expect([status, headers.allow]).toEqual([405, allow])
    if (method !== 'HEAD') expect(JSON.parse(body.toString())).toEqual({ error: 'method not allowed' })
    const options = await raw(path, {}, 'OPTIONS')
    expect([options.status, options.headers.allow, options.body.length]).toEqual([204, allow, 0])
  })

  test('of a path that is not there none are told, nor of the services’ own', async () => {
    for (const path of [
      '/api/v1/nothing',
      '/api/v1/forum/nothing',
      '/internal/sign-in',
      '/internal/users/batch',
    ])
      for (const method of ['OPTIONS', 'PUT', 'GET'])
        expect((await raw(path, {}, method)).status, `${method} ${path}`).toBe(404)
  })

  test('pages of other origins may send their trace and read what they need', async () => {
    const { status, headers } = await raw(
      '/api/v1/forum/sections',
      {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'traceparent',
      },
      'OPTIONS',
    )
    expect([status, headers['access-control-allow-headers']]).toEqual([
      204,
      expect.stringContaining('traceparent'),
    ])
    const answer = await raw('/api/v1/forum/sections', { origin: ORIGIN, traceparent: 'x' })
    expect(answer.headers['access-control-expose-headers']).toContain('www-authenticate')
  })
})

describe('what cannot be read', () => {
  test('a coded body is refused, with what is taken', async () => {
    for (const path of ['/auth/self', '/forum/sections/off_topic']) {
      const method = path === '/auth/self' ? 'PUT' : 'POST'
      const answer = await suite.call(method, path, {
        as: member,
        body: {},
        headers: { 'content-encoding': 'gzip' },
      })
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity'])
      expect(answer.body).toEqual({ error: 'unsupported content coding: send the body as it is' })
    }
  })

  test('a target that is too long is 414, headers that are 431, and each refusal has its id and date', async () => {
    const long = 'a'.repeat(20_000)
    for (const [status, text] of [
      [414, `GET /${long} HTTP/1.1\r\nhost: x\r\n\r\n`],
      [431, `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${long}\r\n\r\n`],
      [400, 'nonsense\r\n\r\n'],
      [501, 'FOO / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ] as const) {
      const answer = await exchange(text)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer).toMatch(/^x-request-id: [\w-]{36}\r$/im)
      expect(answer).toMatch(/^date: .+ GMT\r$/im)
    }
  })
})

describe('problem details', () => {
  const problem = { accept: 'application/problem+json' }

  test('are given to who names them, with a type that stays, by every service', async () => {
    for (const [path, code, title] of [
      ['/users/nobody', 'userNotFound', 'user not found'],
      ['/forum/threads/nobody', 'threadNotFound', 'thread not found'],
      ['/nothing', 'notFound', 'not found'],
    ]) {
      const answer = await suite.call('GET', `${path}`, { headers: problem })
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(answer.body).toEqual({ type: `urn:agora:error:${code}`, title, status: 404, error: title })
    }
  })

  test('say what is at fault', async () => {
    const { body } = await suite.call('GET', '/forum/sections?limit=x', { headers: problem })
    expect(body).toEqual({
      type: 'urn:agora:error:invalidParameter',
      title: 'invalid parameter',
      status: 400,
      detail: 'invalid `limit` query parameter',
      error: 'invalid `limit` query parameter',
    })
  })

  test('are given to nobody else', async () => {
    for (const accept of ['*/*', 'application/*', 'application/json', 'application/problem+json;q=0', '']) {
      const { body, headers } = await suite.call('GET', '/users/nobody', { headers: { accept } })
      expect([headers.get('content-type'), body], accept).toEqual([
        'application/json; charset=utf-8',
        { error: 'user not found' },
      ])
    }
  })
})

describe('compression', () => {
  const gzip = { 'accept-encoding': 'gzip' }

  test('gives guests, who share it, and members the same in fewer bytes', async () => {
    for (const as of [{}, {}, member.headers]) {
      const plain = await raw(`/api/v1/forum/threads/${thread}`, as)
      const packed = await raw(`/api/v1/forum/threads/${thread}`, { ...as, ...gzip })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(packed.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(packed.body)).toEqual(plain.body)
      expect(packed.body.length * 3).toBeLessThan(plain.body.length)
      for (const { headers } of [plain, packed]) expect(String(headers.vary)).toMatch(/accept-encoding/i)
      expect(packed.headers.etag).not.toBe(plain.headers.etag)
      for (const etag of [plain.headers.etag, packed.headers.etag])
        for (const form of [{}, gzip]) {
          const again = await raw(`/api/v1/forum/threads/${thread}`, {
            ...as,
            ...form,
            'if-none-match': etag as string,
          })
          expect([again.status, again.body.length, again.headers['content-encoding']]).toEqual([
            304,
            0,
            undefined,
          ])
        }
    }
  })

  test('leaves alone what is short, what is written, and what another site’s page may have chosen', async () => {
    const packs = async (path: string, headers: Record<string, string>) =>
      (await raw(path, { ...gzip, ...headers })).headers['content-encoding'] === 'gzip'
    expect(await packs('/api/v1/config', {})).toBe(false)
    const path = `/api/v1/forum/threads/${thread}`
    expect(await packs(path, { ...member.headers, 'sec-fetch-site': 'same-origin' })).toBe(true)
    expect(await packs(path, { ...member.headers, 'sec-fetch-site': 'cross-site' })).toBe(false)
    expect(await packs(path, { 'sec-fetch-site': 'cross-site' })).toBe(true)
    const written = await suite.call('POST', '/forum/preview', {
      as: member,
      body: { body: 'Long. '.repeat(1_000), section: { key: 'off_topic' } },
    })
    expect([written.status, written.headers.get('content-encoding')]).toEqual([200, null])
  })

  test('holds for large answers and for the document', async () => {
    const body = 'Words, and more of them. '.repeat(2_600)
    for (let posts = 0; posts < 3; posts += 1)
      await suite.call('POST', `/forum/threads/${thread}`, { as: member, body: { body } })
    for (const path of [`/api/v1/forum/threads/${thread}`, '/openapi.json']) {
      const [plain, packed] = [
        await raw(path, member.headers),
        await raw(path, { ...member.headers, ...gzip }),
      ]
      expect(plain.body.length).toBeGreaterThan(128 * 1024)
      expect(packed.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(packed.body)).toEqual(plain.body)
    }
  })
})

test('answers tell what is left of a limit, those of cached pages too', async () => {
  for (let times = 0; times < 3; times += 1) {
    const { headers } = await raw('/api/v1/forum/sections')
    expect(headers['ratelimit-policy']).toBe('"requests";q=6000;w=60')
    expect(headers.ratelimit).toMatch(/^"requests";r=5\d{3};t=\d{1,2}$/)
  }
  const { headers } = await suite.call('PUT', '/auth/self', {
    body: { login: 'nobody', password: 'password' },
  })
  expect(headers.get('ratelimit-policy')).toBe('"requests";q=6000;w=60, "costly-requests";q=600;w=60')
  expect(headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+, "costly-requests";r=\d+;t=\d+$/)
})

test('the addresses that programs know lead somewhere', async () => {
  const change = await raw('/.well-known/change-password')
  expect([change.status, change.headers.location]).toEqual([303, '/account#password-form'])
  const { body, headers } = await raw('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  // Both name the origin of the request, where none is configured.
  for (const path of ['/.well-known/security.txt', '/.well-known/openid-configuration'])
    expect((await raw(path)).headers['cache-control'], path).toBe('private, no-cache')
  const fields = new Map(
    body
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
  )
  expect(fields.get('Contact')).toMatch(/^mailto:/)
  expect(Date.parse(fields.get('Expires') ?? '')).toBeGreaterThan(Date.now())
  const icon = await raw('/favicon.ico')
  expect(icon.status).toBe(302)
  const drawn = await raw(String(icon.headers.location))
  expect([drawn.status, drawn.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  // For whoever shows rendered posts elsewhere.
  const styles = await raw(String((await raw('/markup.css')).headers.location))
  expect([styles.status, styles.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  expect(styles.body.toString()).toMatch(/spoiler/)
})
