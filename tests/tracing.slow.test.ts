import type { ServiceName } from '@agora/shared/contracts/services'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../services/apps/tests/receiver.ts'
import { app, channel, delivery } from '../services/apps/tests/support.ts'
import { type CollectedSpan, startCollector } from './support/collector.ts'

/** The single trace of everything that a request triggers, as an OpenTelemetry collector and the logs record it. */

const services: ServiceName[] = ['gateway', 'forum', 'apps', 'mail-jobs']
const PATIENT = { timeout: 55_000, interval: 100 }
let collector: Awaited<ReturnType<typeof startCollector>>
let receiver: Receiver
let suite: Suite
let administrator: Member
beforeAll(async () => {
  collector = await startCollector()
  receiver = await startReceiver()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' }
  const official = channel('main', { is_official: true, event_stream_callback_uri: receiver.url })
  // Makes the apps service look up an event's section at the forum.
  const tied = app('tied', {
    sections: ['news'],
    channels: [channel('main', { event_stream_callback_uri: receiver.url })],
  })
  suite = await startSuite({
    services,
    limits: true,
    config: { apps: [app('official', { channels: [official] }), tied], delivery },
    env: Object.fromEntries(services.map((name) => [name, env])),
  })
  administrator = await suite.administrator()
})
afterAll(async () => {
  await suite?.close()
  await receiver?.close()
  await collector?.close()
})

const traced = (traceId: string, parentId = 'b7ad6b7169203331') => ({
  traceparent: `00-${traceId}-${parentId}-01`,
})
const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
/** The path from a span up to the request's caller: service and name of each step. */
function lineage(spans: readonly CollectedSpan[], last: CollectedSpan | undefined): string[] {
  const parent = spans.find(({ spanId }) => spanId === last?.parentSpanId)
  return last ? [`${last.service}: ${last.name}`, ...lineage(spans, parent)] : []
}
/** The log lines of a trace, by service. */
const loggedBy = (traceId: string): Record<string, Record<string, unknown>[]> =>
  Object.fromEntries(
    services.map((name) => [
      name,
      suite.processes[name].flatMap((process) =>
        process
          .log()
          .split('\n')
          .filter((line) => line.includes(`"trace_id":"${traceId}"`))
          .map((line) => JSON.parse(line)),
      ),
    ]),
  )

test('a moderator’s act is one trace from the gateway to the receiver of its event', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const moderator = await suite.member('moderator')
  const answer = await suite.call('POST', '/forum/sections/off_topic/role_grants', {
    as: administrator,
    body: { type: 'User', id: moderator.id },
    headers: { ...traced(traceId), 'x-request-id': 'a-request-to-follow' },
  })
  expect(answer.status).toBe(200)
  const delivered = () => spansOf(traceId).find(({ name }) => name === 'deliver event')
  await expect
    .poll(() => lineage(spansOf(traceId), delivered()), PATIENT)
    .toEqual([
      'apps: deliver event',
      expect.stringMatching(/^apps: consume agora\.moderation\.\w+\.v2$/),
      expect.stringMatching(/^forum: publish agora\.moderation\.\w+\.v2$/),
      'forum: POST /api/v1/forum/sections/:section_ref/role_grants',
      'gateway: POST',
      'gateway: POST /api/v1/forum/*',
    ])
  const [first] = spansOf(traceId).filter(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331')
  expect(first!.attributes).toMatchObject({
    'http.response.status_code': 200,
    'agora.request_id': 'a-request-to-follow',
  })
  for (const { startTimeUnixNano: start, endTimeUnixNano: end, status } of spansOf(traceId)) {
    expect(BigInt(end) >= BigInt(start)).toBe(true)
    expect(status?.code ?? 0).toBe(0)
  }
  expect([...collector.paths]).toEqual(['POST /v1/traces application/json'])

  await expect
    // On a busy machine the receiver may answer too late, and is asked again.
    .poll(() => loggedBy(traceId).apps?.map(({ msg }) => msg), PATIENT)
    .toEqual(expect.arrayContaining(['event', 'delivered']))
  // A forum that has not heard of the member yet asks the gateway, in the same trace: that line is not looked at here.
  const routes = { gateway: '/api/v1/forum/*', forum: '/api/v1/forum/sections/:section_ref/role_grants' }
  for (const [service, named] of Object.entries(routes))
    await expect
      .poll(() =>
        loggedBy(traceId)[service]?.filter(({ route, method }) => route === named && method === 'POST'),
      )
      .toMatchObject([{ msg: 'request', method: 'POST', status: 200, request_id: 'a-request-to-follow' }])
  const asked = () =>
    spansOf(traceId).find(({ service, name }) => service === 'forum' && name === 'GET /api/v1/forum/sections')
  await expect
    .poll(() => lineage(spansOf(traceId), asked()).slice(0, 5), PATIENT)
    .toEqual([
      'forum: GET /api/v1/forum/sections',
      'gateway: GET',
      'gateway: GET /api/v1/forum/*',
      'apps: GET',
      expect.stringMatching(/^apps: consume /),
    ])
})

test('a mail that a member asks for is sent in the trace of the request', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const member = await suite.member('alice')
  const answer = await suite.call('POST', `/users/${member.id}/emails`, {
    as: member,
    body: { email: 'alice@example.org' },
    headers: traced(traceId),
  })
  expect(answer.status).toBe(200)
  const asked = () => spansOf(traceId).find(({ name }) => name === 'POST /internal/mail-tokens')
  await expect
    .poll(() => lineage(spansOf(traceId), asked()), PATIENT)
    .toEqual([
      'gateway: POST /internal/mail-tokens',
      'mail-jobs: POST',
      expect.stringMatching(/^mail-jobs: task /),
      expect.stringMatching(/^mail-jobs: consume /),
      expect.stringMatching(/^gateway: publish /),
      'gateway: POST /api/v1/users/:user_id/emails',
    ])
})

test('a caller who asks for no trace gets none, while events and log lines still name it', async () => {
  const traceId = '5bf92f3577b34da6a3ce929d0e0e4737'
  const kept = '6bf92f3577b34da6a3ce929d0e0e4738'
  const header = { traceparent: `00-${traceId}-b7ad6b7169203331-00` }
  expect((await suite.call('GET', '/forum/sections', { headers: header })).status).toBe(200)
  expect((await suite.call('GET', '/forum/sections', { headers: traced(kept) })).status).toBe(200)
  const withoutStores = () => spansOf(kept).filter(({ attributes }) => !('db.system.name' in attributes))
  await expect.poll(() => withoutStores().length, PATIENT).toBe(3)
  expect(spansOf(traceId)).toEqual([])
  expect(loggedBy(traceId).forum).toHaveLength(1)
})

test('what a request asks of the stores is in its trace, with names and no values', async () => {
  const traceId = '8bf92f3577b34da6a3ce929d0e0e473a'
  const author = await suite.member('author')
  const { body: thread } = await suite.call('POST', '/forum/sections/off_topic', {
    as: author,
    body: { title: 'Nobody shall see this title', body: 'Nor this text' },
    headers: traced(traceId),
  })
  const stores = (service: string, system: string) =>
    spansOf(traceId).filter(
      ({ service: of, attributes }) => of === service && attributes['db.system.name'] === system,
    )
  const statements = () => stores('forum', 'postgresql').map(({ name }) => name)
  await expect
    .poll(statements, PATIENT)
    .toEqual(expect.arrayContaining(['section-state-by-key', 'open-thread']))
  // A limit on posts; the gateway counts requests for many of them at once, outside of any.
  await expect.poll(() => stores('forum', 'redis').map(({ name }) => name), PATIENT).toEqual(['evalsha'])
  // Sent last: each step is when it is over.
  const answered = () => spansOf(traceId).map(({ name }) => name)
  await expect
    .poll(answered, PATIENT)
    .toEqual(
      expect.arrayContaining(['POST /api/v1/forum/*', 'POST', 'POST /api/v1/forum/sections/:section_ref']),
    )
  const spans = spansOf(traceId)
  for (const span of [...stores('forum', 'postgresql'), ...stores('forum', 'redis')]) {
    expect(lineage(spans, span).at(-1)).toBe('gateway: POST /api/v1/forum/*')
    expect(span.attributes).toMatchObject({ 'server.address': '127.0.0.1' })
    expect(span.attributes['server.port']).toBeGreaterThan(0)
    expect(Object.keys(span.attributes)).not.toContain('db.query.text')
  }
  const posts = spans.find(({ name }) => name === 'first-posts')
  expect(posts?.attributes).toMatchObject({
    'db.operation.name': 'SELECT',
    'db.query.summary': 'first-posts',
  })
  const told = JSON.stringify(spans)
  for (const value of ['Nobody shall', 'Nor this', author.id, String(thread.id)])
    expect(told).not.toContain(value)
})

test('an unreachable collector delays nothing, and a closing process sends its last spans', async () => {
  const traceId = '7bf92f3577b34da6a3ce929d0e0e4739'
  expect((await suite.call('GET', '/forum/sections', { headers: traced(traceId) })).status).toBe(200)
  await suite.processes.forum[0]!.stop()
  expect(spansOf(traceId).map(({ service }) => service)).toContain('forum')
  await suite.processes.forum[0]!.start()
  await collector.close()
  expect((await suite.call('GET', '/forum/sections')).status).toBe(200)
  await suite.processes.forum[0]!.stop()
  expect(suite.processes.forum[0]!.isRunning).toBe(false)
})
