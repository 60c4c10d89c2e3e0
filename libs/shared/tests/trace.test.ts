import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { access } from '../src/http/access.ts'
import { createServer } from '../src/http/server.ts'
import type { Server } from '../src/http/types.ts'
import { createRegistry } from '../src/observability/metrics.ts'
import { startCall } from '../src/observability/spans.ts'
import { startTrace, traceparentOf } from '../src/observability/trace.ts'
import { logSink } from './support/log-sink.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`
const form = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

let app: Server
let url: string
let unresolvable = false
const { sink, lines } = logSink<{ trace_id?: string; msg: string }>()

beforeAll(async () => {
  app = createServer({
    logger: pino({}, sink),
    registry: createRegistry('test'),
    resolvePrincipal: async () => ({ kind: unresolvable ? 'unresolvable' : 'guest', internalKey: 'absent' }),
    resolveService: () => undefined,
    readiness: {},
  })
  const schema = { operationId: 'trace', summary: 'Tells its trace' }
  app.get('/trace', { config: { access: access.anyone }, schema }, async ({ principal }) => ({
    trace: principal.traceparent,
  }))
  app.post('/trace', { config: { access: access.anyone }, schema }, async ({ principal }) => ({
    trace: principal.traceparent,
  }))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app?.close())

async function traceOf(method: string, given?: string): Promise<string> {
  const response = await fetch(`${url}/trace`, {
    method,
    headers: {
      ...(given ? { traceparent: given } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify({ text: 'x'.repeat(100_000) }) } : {}),
  })
  return ((await response.json()) as { trace: string }).trace
}

test.each(['GET', 'POST'])(
  'a %s request goes on with its caller’s trace, as a step of its own',
  async (method) => {
    const trace = await traceOf(method, traceparent)
    expect(trace).toMatch(form)
    expect(trace.split('-')[1]).toBe(traceId)
    expect(trace).not.toBe(traceparent)
    await vi.waitFor(
      () =>
        expect(lines.splice(0)).toContainEqual(
          expect.objectContaining({ msg: 'request', trace_id: traceId }),
        ),
      30_000,
    )
  },
)

test('concurrent requests keep their traces separate', async () => {
  const given = Array.from(
    { length: 50 },
    (_, index) => `00-${String(index + 1).padStart(32, '0')}-b7ad6b7169203331-01`,
  )
  const traces = await Promise.all(given.map((one, index) => traceOf(index % 2 ? 'POST' : 'GET', one)))
  expect(traces.map((trace) => trace.slice(0, 35))).toEqual(given.map((one) => one.slice(0, 35)))
})

test.each([
  undefined,
  '',
  'nonsense',
  traceparent.toUpperCase(),
  `${traceparent}-more`,
  `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  ['00', {}],
])('%s starts a new trace', (given) => {
  const trace = traceparentOf(startTrace(given))
  expect(trace).toMatch(form)
  expect(trace).not.toContain(traceId)
})

test('a caller treated as a guest keeps the trace', async () => {
  unresolvable = true
  const trace = await traceOf('GET', traceparent).finally(() => {
    unresolvable = false
  })
  expect(trace.split('-')[1]).toBe(traceId)
})

test('outside a trace a call carries none', () => {
  expect(startCall(null, 'GET', 'http://example.org', '/').headers).toEqual({})
  expect(startCall(traceparent, 'GET', 'http://example.org', '/').headers).toEqual({ traceparent })
})
