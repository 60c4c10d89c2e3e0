import { connect } from 'node:net'
import type { Principal } from '@agora/shared/contracts/principal'
import { basic, type Suite, startSuite } from '@agora/testing/suite'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startUpstream, type Upstream } from './upstream.ts'

let suite: Suite
let replicas: Upstream[]
let archive: Upstream
beforeAll(async () => {
  replicas = [await startUpstream(), await startUpstream()]
  archive = await startUpstream()
  suite = await startSuite({
    services: ['gateway'],
    config: { sections: [], apps: [] },
    env: {
      gateway: {
        FORUM_URLS: replicas.map(({ url }) => url).join(','),
        ARCHIVE_URLS: archive.url,
        CAPTCHA_URLS: archive.url,
      },
    },
  })
})
afterAll(async () => {
  await suite?.close()
  await Promise.all([...(replicas ?? []), ...(archive ? [archive] : [])].map((upstream) => upstream.kill()))
})
afterEach(() => {
  for (const { seen } of [...replicas, archive]) seen.length = 0
})

const seen = () =>
  replicas.flatMap((replica) => replica.seen).sort((one, other) => one.position - other.position)
const lastPrincipal = (all = seen()) => {
  const token = all.at(-1)?.headers['x-agora-principal']
  const { principal, ...claims } = decodeJwt<{ principal: Principal }>(String(token))
  return { principal, claims }
}
/** Raw bytes, for requests that no client library would send. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(suite.url).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

describe('the proxy', () => {
  test('passes method, path, query and body on unchanged, and the answer back', async () => {
    for (const replica of replicas) {
      replica.answer = (_request, response) => {
        response.writeHead(201, {
          'content-type': 'application/json',
          'x-answer': 'kept',
          'keep-alive': 'timeout=9',
        })
        response.end('{"made":true}')
      }
    }
    const path = '/forum/threads/a%20b%2Fc?limit=1&limit=2&q=%C3%A9+x&empty='
    const answer = await suite.call('PATCH', path, {
      body: { text: 'né' },
      headers: { 'x-request-id': 'mine' },
    })
    expect([answer.status, answer.body, answer.headers.get('x-answer')]).toEqual([
      201,
      { made: true },
      'kept',
    ])
    expect(answer.headers.get('x-request-id')).toBe('mine')
    expect(answer.headers.get('keep-alive')).not.toBe('timeout=9')
    const [request] = seen()
    expect(request).toMatchObject({ method: 'PATCH', url: `/api/v1${path}`, body: '{"text":"né"}' })
    expect(request?.headers['x-request-id']).toBe('mine')
    for (const replica of replicas) replica.answer = (_request, response) => void response.end('{}')
  })

  test('lets only known headers through, and none whose name resembles one of its own', async () => {
    await suite.call('POST', '/forum/read_floor', {
      body: {},
      headers: {
        'X-Agora-Principal': 'forged',
        'x-agora_principal': 'forged',
        x_agora_principal: 'forged',
        'Svc-Internal-Auth': suite.secrets.internalKey,
        'X-Forwarded-For': '192.0.2.1',
        Forwarded: 'for=192.0.2.1',
        cookie: 'sid=x; other=y',
        authorization: 'Bearer something',
        'x-anything': 'else',
        accept: 'application/json',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
    })
    const [request] = seen()
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-language',
      'connection',
      'content-length',
      'content-type',
      'host',
      'traceparent',
      'user-agent',
      'x-agora-principal',
      'x-request-id',
    ])
    expect(request?.rawHeaders.join('\n')).not.toContain('forged')
    expect(lastPrincipal().principal).toEqual({ kind: 'unresolvable', internalKey: 'valid' })
  })

  test('a caller cannot have the signed principal removed as a hop-by-hop header', async () => {
    await raw(
      [
        'GET /api/v1/forum/sections HTTP/1.1',
        'Host: agora',
        'Connection: close, x-agora-principal, x-request-id',
        'X-Agora-Principal: forged',
        '',
        '',
      ].join('\r\n'),
    )
    expect(lastPrincipal().principal).toEqual({ kind: 'guest', internalKey: 'absent' })
  })

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 30'],
    ['a length and chunks', 'Content-Length: 30\r\nTransfer-Encoding: chunked'],
    ['a folded header', 'X-A: b\r\n c: d\r\nContent-Length : 2'],
  ])('a request with %s smuggles no second one', async (_, headers) => {
    const smuggled = 'GET /api/v1/forum/smuggled HTTP/1.1\r\nHost: agora\r\n\r\n'
    const answer = await raw(
      `POST /api/v1/forum/read_floor HTTP/1.1\r\nHost: agora\r\nContent-Type: application/json\r\n${headers}\r\n\r\n{}${smuggled}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(seen()).toEqual([])
  })

  test.each([
    '/api/v1/forum/../../internal/users/x',
    '/api/v1/forum/%2e%2e/%2e%2e/internal/users/x',
    '/api/v1/forum/..%2f..%2finternal/users/x',
    '/api/v1/forum/..\\..\\internal\\users',
    '/api/v1/forum/./sections',
    '/api/v1/forum/%2E/sections',
    '/internal/users/x',
    '/api/v1/forumx',
    '/api/v1/internal/x',
    '/api/v1',
    '//api/v1/forum/sections',
  ])('%s reaches no service', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: agora\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(seen()).toEqual([])
  })

  test('refuses a body over a mebibyte, whether or not it declares its length', async () => {
    const large = 'x'.repeat(1_048_577)
    const declared = await suite.call('POST', '/forum/read_floor', { body: large })
    expect([declared.status, declared.body]).toEqual([413, { error: 'request body is too large' }])
    const chunked = await fetch(`${suite.url}/api/v1/forum/read_floor`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({
        start(controller) {
          for (let part = 0; part < 33; part++) controller.enqueue(Buffer.alloc(32_768, 'x'))
          controller.close()
        },
      }),
      duplex: 'half',
    } as RequestInit)
    expect([chunked.status, await chunked.json()]).toEqual([413, { error: 'request body is too large' }])
    expect(seen()).toEqual([])
  })

  test('passes on bodies of every size below that, chunked or not', async () => {
    const body = 'y'.repeat(1_048_576)
    expect((await suite.call('POST', '/forum/read_floor', { body })).status).toBe(200)
    const chunked = await fetch(`${suite.url}/api/v1/forum/read_floor`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: new Blob(['abc']).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(200)
    expect((await suite.call('DELETE', '/forum/threads/x')).status).toBe(200)
    expect((await suite.call('POST', '/forum/threads/x/restore')).status).toBe(200)
    expect(seen().map((request) => request.body.length)).toEqual([body.length, 3, 0, 0])
  })
})

describe('the principal', () => {
  test('says who the caller is, for this service and at most a minute', async () => {
    const member = await suite.member('proxied')
    const user = {
      kind: 'user',
      id: member.id,
      displayName: 'proxied',
      isAdministrator: false,
      isRecent: true,
      ceiling: 'full',
      createdAt: expect.stringMatching(/Z$/),
      internalKey: 'absent',
    }
    for (const as of [member, basic('proxied', member.password)]) {
      await suite.call('GET', '/forum/sections', { as })
      const { principal, claims } = lastPrincipal()
      expect(principal).toEqual(user)
      expect(claims).toMatchObject({ iss: 'agora-gateway', aud: 'forum' })
      expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBeLessThanOrEqual(60)
      expect(claims.exp ?? 0).toBeGreaterThan(Date.now() / 1000 + 15)
    }
    await suite.call('GET', '/forum/sections', { as: await suite.administrator() })
    expect(lastPrincipal().principal).toMatchObject({ kind: 'user', isAdministrator: true })
    await suite.call('GET', '/forum/sections', { headers: { 'svc-internal-auth': 'wrong' } })
    expect(lastPrincipal().principal).toEqual({ kind: 'guest', internalKey: 'wrong' })
    await suite.call('GET', '/forum/sections', { as: basic('proxied', 'wrong') })
    expect(lastPrincipal().principal).toEqual({ kind: 'unresolvable', internalKey: 'absent' })
  })

  test('reflects a new name and a sign-out at once', async () => {
    const member = await suite.member('renamed')
    await suite.call('GET', '/forum/sections', { as: member })
    await suite.call('PATCH', `/users/${member.id}`, { as: member, body: { display_name: 'Another' } })
    await suite.call('GET', '/forum/sections', { as: member })
    expect(lastPrincipal().principal).toMatchObject({ displayName: 'Another' })
    await suite.call('DELETE', '/auth/self', { as: member })
    await suite.call('GET', '/forum/sections', { as: member })
    expect(lastPrincipal().principal).toEqual({ kind: 'guest', internalKey: 'absent' })
  })

  test('is a guest on captcha and archive paths, whatever the credentials', async () => {
    const member = await suite.member('anonymous')
    for (const path of ['/archive/game_c/users/1', '/captcha/login/challenge']) {
      for (const as of [member, basic('anonymous', member.password), basic('anonymous', 'wrong')]) {
        await suite.call('POST', path, { as, headers: { origin: suite.url } })
        expect(lastPrincipal(archive.seen).principal).toEqual({ kind: 'guest', internalKey: 'absent' })
      }
    }
  })

  test('is refused a write from another site’s page before it reaches the service', async () => {
    const member = await suite.member('cross_site')
    const seenBefore = seen().length
    const answer = await suite.call('POST', '/forum/read_floor', {
      as: member,
      body: {},
      headers: { origin: 'https://evil.example' },
    })
    expect([answer.status, answer.body]).toEqual([403, { error: 'invalid origin' }])
    for (const path of ['/forum/preview', '/captcha/login/challenge', '//some/page']) {
      const asGuest = await suite.call('POST', path, { headers: { origin: 'https://evil.example' } })
      expect([path, asGuest.status]).toEqual([path, 403])
    }
    expect(seen().slice(seenBefore)).toEqual([])
  })
})

describe('replicas of a service', () => {
  test('take turns', async () => {
    for (let request = 0; request < 20; request++) await suite.call('GET', '/forum/sections')
    expect(replicas.map(({ seen }) => seen.length)).toEqual([10, 10])
  })

  test('that are unreachable get no requests until they answer again, and no read is lost', async () => {
    const [first, second] = replicas as [Upstream, Upstream]
    await first.kill()
    try {
      for (let request = 0; request < 10; request++) {
        expect((await suite.call('GET', '/forum/sections')).status).toBe(200)
      }
      expect(second.seen).toHaveLength(10)
      expect((await suite.call('POST', '/forum/read_floor', { body: {} })).status).toBe(200)
    } finally {
      await first.revive()
    }
    const turns = async () => {
      await suite.call('GET', '/forum/sections')
      return first.seen.length
    }
    await expect.poll(turns, { timeout: 30_000 }).toBeGreaterThan(0)
  })

  test('that break off: a read is retried on another one, a write is not sent twice', async () => {
    for (const replica of replicas) replica.answer = (request) => void request.socket.destroy()
    const write = await suite.call('POST', '/forum/read_floor', { body: {} })
    expect([write.status, write.body]).toEqual([503, { error: 'service unavailable' }])
    expect(seen()).toHaveLength(1)
    const [first] = replicas as [Upstream]
    first.answer = (_request, response) => void response.end('{}')
    for (let request = 0; request < 4; request++) {
      expect((await suite.call('GET', '/forum/sections')).status).toBe(200)
    }
    for (const replica of replicas) replica.answer = (_request, response) => void response.end('{}')
  })

  test('all down: 503 with Retry-After for these paths, while others work', async () => {
    await Promise.all([...replicas, archive].map((upstream) => upstream.kill()))
    try {
      for (const method of ['GET', 'POST']) {
        const answer = await suite.call(method, '/forum/sections', method === 'POST' ? { body: {} } : {})
        expect([answer.status, answer.body]).toEqual([503, { error: 'service unavailable' }])
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      }
      const archived = await suite.call('GET', '/archive/game_c/users/1')
      expect([archived.status, archived.body]).toEqual([503, { error: 'InternalServerError' }])
      expect((await suite.call('GET', '/apps')).body).toEqual({ error: 'service unavailable' })
      expect((await suite.call('GET', '/config')).status).toBe(200)
      const ready = await suite.call('GET', '//health/ready')
      expect(ready.status).toBe(200)
    } finally {
      await Promise.all([...replicas, archive].map((upstream) => upstream.revive()))
    }
    await expect
      .poll(async () => (await suite.call('GET', '/forum/sections')).status, { timeout: 30_000 })
      .toBe(200)
  })
})
