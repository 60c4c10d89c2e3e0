import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { freePort } from '@agora/suite/servers/ports'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startUpstream, type Upstream } from './upstream.ts'

const FOR_EVERYBODY = {
  'content-type': 'application/json',
  'cache-control': 'public, no-cache',
  etag: '"one"',
}
/** Long enough that nothing grows old while a test looks. */
const KEPT_MS = 60_000
const ORIGIN = 'https://app.example'
/** That an address may make in a minute: more than the other tests do. */
const REQUESTS = 900
const PLACES = 100

let suite: Suite
let forum: Upstream
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  forum = await startUpstream()
  suite = await startSuite({
    services: ['gateway'],
    config: {
      sections: [],
      apps: [],
      site: { cors_origins: [ORIGIN], trusted_proxies: ['127.0.0.1'] },
      limits: { requests_per_minute: REQUESTS },
    },
    limits: true,
    env: {
      gateway: {
        FORUM_URLS: forum.url,
        WEB_URLS: forum.url,
        GUEST_CACHE_MS: String(KEPT_MS),
        GUEST_CACHE_BYTES: '500000',
        METRICS_PORT: String(metricsPort),
        // Two thirds of them for one service.
        MAX_IN_PROGRESS: String(PLACES * 1.5),
      },
    },
  })
})
afterAll(async () => {
  await suite?.close()
  await forum?.kill()
})
beforeEach(() => {
  forum.seen.length = 0
  answerWith()
})

let paths = 0
const newPath = () => `/api/v1/forum/threads/${++paths}`
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(suite.url + path, { method, headers })
const answerWith = (headers: Record<string, string> = {}, status = 200, body = '{}') => {
  forum.answer = (_request, response) => {
    response.writeHead(status, { ...FOR_EVERYBODY, ...headers })
    response.end(body)
  }
}

describe('a page that guests read', () => {
  test('is requested once for fifty at once, and not again for those who come after', async () => {
    const path = newPath()
    const open: ServerResponse[] = []
    forum.answer = (_request, response) => void open.push(response)
    const all = Array.from({ length: 50 }, () => ask(path))
    await expect.poll(() => open.length).toBe(1)
    await expect.poll(async () => (await metrics()).joined).toBe(49)
    open[0]?.writeHead(200, FOR_EVERYBODY).end('{"page": 1}')
    for (const answer of [...(await Promise.all(all)), await ask(path)])
      expect([answer.status, await answer.text(), answer.headers.get('age')]).toEqual([
        200,
        '{"page": 1}',
        expect.stringMatching(/^\d+$/),
      ])
    expect(forum.seen).toHaveLength(1)
  })

  test('is counted once for each reader, also for the first one of an address', async () => {
    const path = newPath()
    await ask(path)
    const { hits } = await metrics()
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.2'])
      await ask(path, { 'x-forwarded-for': address })
    expect((await metrics()).hits).toBe(hits + 3)
  })

  test('is revalidated without asking the service, and says how long caches may keep it', async () => {
    const path = newPath()
    await ask(path, { 'if-none-match': '"one"' })
    const again = await ask(path, { 'if-none-match': 'W/"one"' })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=60, stale-while-revalidate=60',
    )
    expect((await ask(path, { 'if-none-match': '"two"' })).status).toBe(200)
    expect(forum.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined])
  })

  test('comes with the same headers to the first one and to all others, but those of each request', async () => {
    const path = newPath()
    const headersOf = async (headers: Record<string, string> = {}) => {
      const answer = await ask(path, headers)
      await answer.text()
      const all = Object.fromEntries(answer.headers)
      for (const name of ['date', 'x-request-id', 'age', 'ratelimit', 'cache-status']) delete all[name]
      return all
    }
    const first = await headersOf({ 'x-request-id': 'first' })
    expect(first).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=60',
      'x-content-type-options': 'nosniff',
      vary: 'Origin, Accept-Encoding',
    })
    expect([await headersOf(), await headersOf()]).toEqual([first, first])
    expect(await headersOf({ origin: ORIGIN })).toMatchObject({ 'access-control-allow-origin': ORIGIN })
    expect(await headersOf()).toEqual(first)
    const { 'content-type': _, 'content-length': __, ...withoutBody } = first
    expect(await headersOf({ 'if-none-match': '"one"' })).toEqual(withoutBody)
    expect(forum.seen).toHaveLength(1)
  })

  test('says where it comes from (RFC 9211)', async () => {
    const path = newPath()
    const statusOf = async (headers: Record<string, string> = {}) =>
      (await ask(path, headers)).headers.get('cache-status')
    expect(await statusOf()).toBe('gateway; fwd=miss; stored')
    expect(await statusOf()).toBe('gateway; hit')
    expect(await statusOf({ 'if-none-match': '"one"' })).toBe('gateway; hit')
    expect(await statusOf({ 'sec-purpose': 'prefetch' })).toBe('gateway; fwd=bypass')
  })

  test('is a request like any other to the log, the metrics and traces', async () => {
    const path = newPath()
    const counted = async () => (await metrics()).requests
    const before = await counted()
    for (const id of ['of-the-first', 'of-the-second', 'of-the-third']) {
      const answer = await ask(path, { 'x-request-id': id, 'x-forwarded-for': '192.0.2.3' })
      expect(answer.headers.get('x-request-id')).toBe(id)
    }
    await expect.poll(counted).toBe(before + 3)
    const lineOf = async (id: string) => {
      const find = () =>
        suite.processes.gateway[0]
          ?.log()
          .split('\n')
          .find((one) => one.includes(id))
      await expect.poll(find).toBeDefined()
      const { time, ms, trace_id, request_id, ...same } = JSON.parse(find() ?? '{}')
      expect([time, ms, trace_id.length, request_id]).toEqual([
        expect.any(String),
        expect.any(Number),
        32,
        id,
      ])
      return same
    }
    const first = await lineOf('of-the-first')
    expect(first).toMatchObject({ route: '/api/v1/forum/*', status: 200, address: '192.0.2.3' })
    expect(await lineOf('of-the-third')).toEqual(first)
  })

  test('counts for the address that reads it', async () => {
    const path = newPath()
    const readOf = async (address: string) => {
      const answer = await ask(path, { 'x-forwarded-for': address })
      await answer.text()
      return answer.status
    }
    let served = 0
    while ((await readOf('192.0.2.1')) === 200) served += 1
    expect(served).toBe(REQUESTS)
    expect(await readOf('192.0.2.2')).toBe(200)
  })

  test('comes whole and in turn to one who asks for it again and again without reading', async () => {
    const path = newPath()
    const size = 250_000
    answerWith({}, 200, 'x'.repeat(size))
    await ask(path)
    const caller = connect(Number(new URL(suite.url).port), '127.0.0.1')
    // Requests that the system sends together would be too many in a row.
    caller.setNoDelay()
    let times = 0
    for (; times < 100 && (await metrics()).held === 0; times++)
      caller.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    await expect.poll(async () => (await metrics()).held).toBeGreaterThan(0)
    let got = ''
    caller.on('data', (chunk) => {
      got += chunk
    })
    const bodies = () => got.split(/HTTP\/1.1 200 OK\r\n[\s\S]*?\r\n\r\n/).slice(1)
    await expect.poll(() => bodies().join('').length, { timeout: 20_000 }).toBe(times * size)
    expect(bodies()).toEqual(Array(times).fill('x'.repeat(size)))
    caller.destroy()
    await expect.poll(async () => (await metrics()).held).toBe(0)
  })

  test('is never given to a caller with credentials, valid or not', async () => {
    const path = newPath()
    await ask(path)
    const credentials: Record<string, string>[] = [
      { authorization: 'Bearer none' },
      { authorization: 'Basic bm9uZTpub25l' },
      { authorization: '' },
      { cookie: 'sid=none' },
      { cookie: 'lang=fr' },
      { 'svc-internal-auth': 'none' },
    ]
    for (const headers of credentials) await ask(path, headers)
    await ask(path, {}, 'HEAD')
    expect(forum.seen).toHaveLength(1 + credentials.length + 1)
  })

  test.each([
    ['is an error', {}, 404],
    ['is a failure', {}, 500],
    ['sets a cookie', { 'set-cookie': 'a=b' }, 200],
    ['is private', { 'cache-control': 'private' }, 200],
    ['is not to be stored', { 'cache-control': 'no-store' }, 200],
    ['says nothing of caches', { 'cache-control': '' }, 200],
    ['varies by what it is not kept by', { vary: 'accept-language' }, 200],
    ['varies by everything', { vary: '*' }, 200],
  ])('is kept for nobody where it %s', async (_why, headers, status) => {
    const path = newPath()
    answerWith(headers, status)
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(path)))
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status, status])
    expect(forum.seen).toHaveLength(5)
  })

  test('is one page, whatever is appended to its address that its route does not know', async () => {
    const path = newPath()
    for (const query of ['', '?', '?x=1', '?x=2&offset', '?limit=7', '?y=1&limit=7&q=a', '?limit=8'])
      await ask(path + query)
    expect(forum.seen.map(({ url }) => url)).toEqual([
      path,
      `${path}?x=2&offset`,
      `${path}?limit=7`,
      `${path}?limit=8`,
    ])
    answerWith({ vary: 'accept-encoding, accept-language' })
    const other = '/api/v1/forum/no/such/route'
    for (const query of ['', '?limit=7', '?x=1']) await ask(other + query)
    expect(forum.seen.slice(4).map(({ url }) => url)).toHaveLength(3)
  })

  test('stays for all others when one asks by a query that is not UTF-8', async () => {
    const path = newPath()
    await ask(path)
    answerWith({ 'cache-control': 'no-store' }, 400)
    expect((await ask(`${path}?x=%FF`)).status).toBe(400)
    expect((await ask(path)).status).toBe(200)
    expect(forum.seen).toHaveLength(2)
  })

  test('of the site is one page, whatever host and language are asked for', async () => {
    answerWith({ vary: 'accept-encoding, accept-language, cookie' })
    const page = `/sections/${++paths}`
    const [english, french] = [{ 'accept-language': 'en' }, { 'accept-language': 'fr-CA, de;q=0.5' }]
    for (const host of ['a.example', 'b.example'])
      for (const language of [english, french, { 'accept-language': 'en, tlh' }, { 'accept-language': 'FR' }])
        await ask(page, { 'x-forwarded-host': host, ...language })
    expect(forum.seen).toHaveLength(2)
    // What names the host is nobody else's.
    answerWith({ 'cache-control': 'private, no-cache', vary: 'accept-encoding, accept-language, cookie' })
    for (const host of ['a.example', 'b.example']) await ask('/robots.txt', { 'x-forwarded-host': host })
    expect(forum.seen).toHaveLength(4)
  })

  test('that never comes is not asked for anew by those who waited for it', { timeout: 30_000 }, async () => {
    const path = newPath()
    forum.answer = () => {}
    const waiting = await askTogether(path, 20)
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([503]))
    expect(forum.seen).toHaveLength(1)
  })

  test('is waited for by nobody once it turned out to be for nobody else', async () => {
    const path = newPath()
    const open: ServerResponse[] = []
    answerWith({}, 404)
    await ask(path)
    forum.answer = (_request, response) => void open.push(response)
    const all = Array.from({ length: 5 }, () => ask(path))
    await expect.poll(() => open.length).toBe(5)
    for (const one of open) one.writeHead(404).end()
    await Promise.all(all)
  })

  test('reaches those who wait even if the caller who requested it has gone', async () => {
    const path = newPath()
    const open: ServerResponse[] = []
    forum.answer = (_request, response) => void open.push(response)
    const first = connect(Number(new URL(suite.url).port), '127.0.0.1')
    first.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
    await expect.poll(() => open.length).toBe(1)
    const joined = (await metrics()).joined
    const others = [ask(path), ask(path), ask(path)]
    await expect.poll(async () => (await metrics()).joined).toBe(joined + 3)
    first.resetAndDestroy()
    await once(first, 'close')
    await expect.poll(() => open.length).toBe(2)
    open[1]?.writeHead(200, FOR_EVERYBODY).end('{"page": 2}')
    for (const answer of await Promise.all(others)) expect(await answer.text()).toBe('{"page": 2}')
    // Until then the one who has gone takes a place.
    open[0]?.end()
  })

  test('keeps nobody else from being served, however many wait for it', async () => {
    const [path, other] = [newPath(), newPath()]
    const open: ServerResponse[] = []
    forum.answer = ({ url }, response) => {
      if (url === path) open.push(response)
      else response.writeHead(200, FOR_EVERYBODY).end('{}')
    }
    const waiting = await askTogether(path, 2 * PLACES)
    expect((await ask(other)).status).toBe(200)
    open[0]?.writeHead(200, FOR_EVERYBODY).end('{}')
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]))
    expect(forum.seen.map(({ url }) => url)).toEqual([path, other])
  })

  test('is asked for by no more than there may be where it turns out to be for nobody else', async () => {
    const path = newPath()
    const open: ServerResponse[] = []
    forum.answer = (_request, response) => void open.push(response)
    const waiting = await askTogether(path, 2 * PLACES)
    const answer = (response?: ServerResponse) =>
      response?.writeHead(200, { 'cache-control': 'private' }).end('{}')
    answer(open[0])
    await expect.poll(() => open.length).toBe(PLACES)
    open.slice(1).forEach(answer)
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(PLACES)
    expect(statuses.filter((status) => status === 503)).toHaveLength(PLACES)
  })

  test('stays, with others, within the memory limit', async () => {
    answerWith({}, 200, 'x'.repeat(100_000))
    for (let count = 0; count < 20; count++) expect((await ask(newPath())).status).toBe(200)
    const { bytes } = await metrics()
    expect(bytes).toBeGreaterThan(300_000)
    expect(bytes).toBeLessThanOrEqual(500_000)
  })
})

/** Has so many callers wait for one page, of which the service is asked once. */
async function askTogether(path: string, callers: number): Promise<Promise<Response>[]> {
  const { joined } = await metrics()
  const waiting = [ask(path)]
  await expect.poll(() => forum.seen.length).toBe(1)
  while (waiting.length < callers) {
    const more = Math.min(PLACES / 2, callers - waiting.length)
    waiting.push(...Array.from({ length: more }, () => ask(path)))
    await expect.poll(async () => (await metrics()).joined).toBe(joined + waiting.length - 1)
  }
  return waiting
}

async function metrics() {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const numberOf = (name: string) => Number(new RegExp(`^${name}.* (\\S+)$`, 'm').exec(text)?.[1])
  return {
    hits: numberOf('gateway_guest_pages_total\\{[^}]*hit'),
    joined: numberOf('gateway_guest_pages_total\\{[^}]*joined'),
    bytes: numberOf('gateway_guest_pages_bytes'),
    held: numberOf('gateway_held_bytes'),
    requests: numberOf('http_request_duration_seconds_count\\{[^}]*method="GET"[^}]*forum[^}]*status="200"'),
  }
}
