import type { ServerResponse } from 'node:http'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startUpstream, type Upstream } from '../services/gateway/tests/upstream.ts'
import { openWire, send } from './support/door/wire.ts'

/** The places of one service, out of six; others get the rest. */
const OF_ONE = 4
const PLACES = 6

let suite: Suite
/** In the place of the forum and of the pages. */
let services: Upstream
beforeAll(async () => {
  services = await startUpstream()
  suite = await startSuite({
    services: ['gateway'],
    config: { sections: [], apps: [] },
    env: {
      gateway: { FORUM_URLS: services.url, WEB_URLS: services.url, MAX_IN_PROGRESS: String(PLACES) },
    },
  })
})
afterAll(async () => {
  await suite?.close()
  await services?.kill()
})
beforeEach(() => {
  services.seen.length = 0
})

/** The answer to a request line that no client library would send. */
async function ask(line: string, headers: readonly string[] = ['Host: agora']): Promise<string> {
  const wire = openWire(suite.url)
  wire.socket.once('end', () => wire.socket.end())
  await send(wire, [`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'))
  await wire.closed
  return wire.answer()
}

const sections = '/api/v1/forum/sections'
const spellings = [
  '/api/v1/%66orum/sections',
  '/%61p%69/v1/forum/%73ections#x',
  `http://elsewhere.example${sections}`,
  `HTTPS://elsewhere.example:1${sections}#?x`,
]

describe('another spelling of a path', () => {
  test.each([
    '/%6detrics',
    '/metrics#x',
    'http://agora/metrics',
    '/%69nternal/users/x',
    '/internal#/users/x',
    '/%68ealth/started',
  ])('%s reaches no service', async (path) => {
    expect(await ask(`GET ${path}`)).toMatch(/^HTTP\/1\.1 404 /)
    expect(services.seen).toEqual([])
  })

  test.each(spellings)('%s is read as the plain one', async (path) => {
    expect(await ask(`GET ${path}`)).toMatch(/^HTTP\/1\.1 200 /)
    expect(services.seen.map(({ url }) => url)).toEqual([sections])
  })

  test('takes the places of the same service', async () => {
    const held: ServerResponse[] = []
    services.answer = (_request, response) => void held.push(response)
    const asked = Array.from({ length: OF_ONE + 2 }, (_, index) =>
      ask(`GET ${spellings[index % spellings.length]}?${index}`),
    )
    await expect.poll(() => held.length).toBe(OF_ONE)
    expect(await ask('GET /api/v1/config')).toMatch(/^HTTP\/1\.1 200 /)
    for (const response of held) response.end('{}')
    const refused = (await Promise.all(asked)).filter((answer) => answer.startsWith('HTTP/1.1 503 '))
    expect(refused).toHaveLength(2)
  })

  test('leaves what is escaped for a reason, and the query', async () => {
    services.answer = (_request, response) => void response.end('{}')
    const path = '/api/v1/forum/threads/a%2Fb%25%36?q=%61#x'
    await ask(`GET ${path}`)
    expect(services.seen.map(({ url }) => url)).toEqual(['/api/v1/forum/threads/a%2Fb%256?q=%61'])
  })
})

test.each(['200-ok', '100-continue', 'x'.repeat(8_000)])(
  'an expectation of %s changes nothing about a request',
  async (expectation) => {
    const headers = ['Host: agora', `Expect: ${expectation}`]
    expect(await ask(`GET ${sections}`, headers)).toMatch(
      /^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 200 /,
    )
    expect(services.seen.splice(0).map(({ url }) => url)).toEqual([sections])
    expect(await ask('GET /api/nowhere', headers)).toContain('{"error":"not found"}')
  },
)

test('a tunnel is refused', async () => {
  expect(await ask('CONNECT elsewhere.example:443')).toMatch(/^HTTP\/1\.1 404 /)
})

/** A refusal in the form of all errors. */
const refusal = (status: number, message: string) =>
  new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\n\r\n\\{"error":"${message}"\\}$`)

// RFC 9112, section 3.2.
test.each([
  [[]],
  [['Host: agora', 'Host: agora']],
  [['host: agora', 'HOST: elsewhere.example']],
  [['Host: agora/x']],
  [['Host: a@agora']],
  [['Host: agora:80:80']],
])('a request with the headers %j is malformed, wherever it goes', async (headers) => {
  for (const path of [sections, '/health/live', '/api/nowhere', '/internal/users/x'])
    expect(await ask(`GET ${path}`, headers), path).toMatch(refusal(400, 'malformed request'))
  expect(services.seen).toEqual([])
})

test.each(['Host: agora:8080', 'Host: [::1]:80', 'HOST: 127.0.0.1'])('%s is one', async (header) => {
  expect(await ask(`GET ${sections}`, [header])).toMatch(/^HTTP\/1\.1 200 /)
})

test.each(['QUERY', 'PROPFIND', 'TRACE', 'M-SEARCH'])('%s is no method of anything here', async (method) => {
  for (const path of [sections, '/api/v1/config', '/health/live'])
    for (const body of [
      [],
      ['Content-Type: application/json', 'Content-Length: 0'],
      ['Content-Type: text/plain'],
    ])
      expect(await ask(`${method} ${path}`, ['Host: agora', ...body]), path).toMatch(
        refusal(405, 'method not allowed'),
      )
  expect(services.seen).toEqual([])
})

test.each([
  '/api/v1/forum/..',
  '/api/v1/forum/..;/x',
  '/api/v1/forum/..;x=1/internal',
  '/api/v1/forum/..x',
  '/api/v1/forum/x../y',
  '/api/v1/forum/%2e%2e%3b/x',
  '/api/v1/forum/x%2f..%2fy',
])('%s names nothing', async (path) => {
  expect(await ask(`GET ${path}`)).toMatch(refusal(404, 'not found'))
  expect(services.seen).toEqual([])
})
