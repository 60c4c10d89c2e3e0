import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Member, Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { browserOf, startPages } from './support.ts'

const json = { 'content-type': 'application/json' }
/** What the pages' service asks for by itself. */
const KEPT = /^\/api\/v1\/(?:apps|forum\/texts)\b/
/** In the place of the API: answers nothing else until it is told to. */
const held: { url: string; response: ServerResponse }[] = []
let answers: ((url: string) => object) | undefined
const api = createServer(({ url = '' }, response) => {
  if (KEPT.test(url)) response.writeHead(200, json).end('{"items":[]}')
  // The site is as configured then.
  else if (url === '/api/v1/site') response.writeHead(404, json).end('{}')
  else if (answers) response.writeHead(200, json).end(JSON.stringify(answers(url)))
  else held.push({ url, response })
})

let suite: Suite
let reader: Member
beforeAll(async () => {
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
  const { port } = api.address() as AddressInfo
  suite = await startPages({ env: { web: { GATEWAY_URL: `http://127.0.0.1:${port}` } } })
  reader = await suite.member('reader')
})
afterAll(async () => {
  await suite?.close()
  api.closeAllConnections()
  api.close()
})

const untilAsked = (times: number) => expect.poll(() => held.length).toBe(times)

test('a page that nobody waits for asks the API nothing more, and ends what it has asked', async () => {
  const reader = new AbortController()
  const page = fetch(`${suite.url}/search?q=wombat`, { signal: reader.signal }).catch(() => 'left')
  await untilAsked(1)
  const items = Array(100).fill({ id: 'one', key: 'one', display_name: 'One' })
  held[0]?.response.writeHead(200, json).end(JSON.stringify({ count: 1_000, items }))
  // The pages of sections: eight at a time.
  await untilAsked(9)
  const ends = held.slice(1).map(({ response }) => once(response, 'close'))
  reader.abort()
  expect(await page).toBe('left')
  await Promise.all(ends)
  // An honest page after it is made to its end.
  const other = fetch(`${suite.url}/search?q=other`)
  await untilAsked(10)
  expect(held.at(-1)?.url).toBe('/api/v1/forum/sections?offset=0&limit=100')
  held
    .at(-1)
    ?.response.writeHead(200, json)
    .end(JSON.stringify({ count: 0, items: [] }))
  await untilAsked(11)
  held
    .at(-1)
    ?.response.writeHead(200, json)
    .end(JSON.stringify({ count: 0, items: [] }))
  expect((await other).status).toBe(200)
})

const nothingClosed = { unread: 0, reads_closed: false }
test.each([
  ['private, no-cache', 'says that they read nothing closed', nothingClosed, {}],
  [
    'private, no-cache',
    'says with the threads that they read nothing closed',
    { unread: 0 },
    { waiting: nothingClosed },
  ],
  ['no-store', 'says that they do', { unread: 0, reads_closed: true }, {}],
  [
    'no-store',
    'says with the threads that they do',
    nothingClosed,
    { waiting: { unread: 0, reads_closed: true } },
  ],
  ['no-store', 'is of a version that does not say it', { unread: 0 }, {}],
])('a member’s browser may keep a page as %s where the forum %s', async (keeping, _, count, included) => {
  const browser = browserOf(suite, reader)
  answers = (url) =>
    url.startsWith('/api/v1/notifications/count') ? count : { count: 0, items: [], ...included }
  onTestFinished(() => {
    answers = undefined
  })
  const value = /data-session="([^"]+)"/.exec((await browser.get('/latest')).text)?.[1] ?? ''
  browser.cookies.set('session-mark /', { name: 'session-mark', value, path: '/' })
  const { status, headers } = await browser.get('/latest')
  expect([status, headers.get('cache-control')]).toEqual([200, keeping])
})
