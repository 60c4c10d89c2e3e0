import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserPrincipal } from '../src/contracts/principal.ts'
import { access } from '../src/http/access.ts'
import { createServer } from '../src/http/server.ts'
import type { Server } from '../src/http/types.ts'
import { createLogger } from '../src/observability/logger.ts'
import { logSink } from './support/log-sink.ts'

let app: Server
const { sink, lines } = logSink<Record<string, unknown>>()

beforeAll(async () => {
  app = createServer({
    logger: createLogger('test', 'info', sink),
    registry: new Registry(),
    resolvePrincipal: () => ({ kind: 'guest', internalKey: 'absent' }),
    resolveService: () => undefined,
    readiness: {},
  })
  app.get('/told', { config: { access: access.anyone } }, async (request) => {
    request.log.warn(
      { headers: { cookie: 'sid=1', authorization: 'Basic x' }, account: { password: 'x' } },
      'told',
    )
    request.log.child({ part: 1 }).info('more')
    return {}
  })
  await app.ready()
})
afterAll(() => app?.close())

test('everything logged about a request names it and its trace, and contains no secret', async () => {
  const { headers } = await app.inject({ url: '/told?token=1', headers: { 'x-request-id': 'a-request' } })
  expect(headers['x-request-id']).toBe('a-request')
  await expect.poll(() => lines.length).toBe(3)
  const [told, more, line] = lines.splice(0)
  const trace_id = line?.trace_id
  expect(trace_id).toMatch(/^[0-9a-f]{32}$/)
  const both = { request_id: 'a-request', trace_id, service: 'test' }
  expect(line).toMatchObject({
    ...both,
    msg: 'request',
    method: 'GET',
    route: '/told',
    status: 200,
    level: 'info',
  })
  expect(line).not.toHaveProperty('address')
  expect(told).toMatchObject({
    ...both,
    msg: 'told',
    headers: { cookie: '[redacted]', authorization: '[redacted]' },
    account: { password: '[redacted]' },
  })
  expect(more).toMatchObject({ ...both, msg: 'more', part: 1 })
})

test('a public service’s log line names one guest’s address, member or service, never two', async () => {
  const { sink: own, lines: told } = logSink<Record<string, unknown>>()
  const member = { kind: 'user', id: '0190b6c0-0000-7000-8000-000000000001' } as UserPrincipal
  const edge = createServer({
    logger: createLogger('test', 'info', own),
    registry: new Registry(),
    resolvePrincipal: ({ headers }) =>
      headers.cookie ? { ...member, internalKey: 'absent' } : { kind: 'guest', internalKey: 'absent' },
    resolveService: () => 'forum',
    readiness: {},
    logsAddresses: true,
  })
  edge.get('/told', { config: { access: access.anyone } }, async () => ({}))
  edge.get('/internal/told', { config: { access: access.services('forum') } }, async () => ({}))
  await edge.inject({ url: '/told', remoteAddress: '203.0.113.7' })
  await edge.inject({ url: '/told', remoteAddress: '203.0.113.7', headers: { cookie: 'sid=1' } })
  await edge.inject({ url: '/internal/told', remoteAddress: '10.0.0.7' })
  const whose = () => told.map(({ address, member, caller }) => ({ address, member, caller }))
  await expect.poll(whose).toEqual([{ address: '203.0.113.7' }, { member: member.id }, { caller: 'forum' }])
  await edge.close()
})

test('probes write no line', async () => {
  await app.inject('/health/live')
  await app.inject('/health/ready')
  expect(lines).toEqual([])
})
