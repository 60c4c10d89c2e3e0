import { pageQuery } from '@agora/shared/contracts/pagination'
import type { Principal } from '@agora/shared/contracts/principal'
import { text } from '@agora/shared/contracts/types'
import { ApiError, catalogue } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { access } from '@agora/shared/http/access'
import { responses } from '@agora/shared/http/responses'
import { createServer } from '@agora/shared/http/server'
import type { Server } from '@agora/shared/http/types'
import { createLogger } from '@agora/shared/observability/logger'
import { Registry } from 'prom-client'
import { Type } from 'typebox'
import { afterEach, describe, expect, test } from 'vitest'

const errors = catalogue({
  teapot: { status: 418, message: 'short and stout' },
  hidden: { status: 403, message: 'no reason given' },
})
const Ok = Type.Object({ ok: Type.Boolean() })
const user: Principal = {
  kind: 'user',
  id: '01890000-0000-7000-8000-000000000000',
  displayName: 'Ada',
  isAdministrator: false,
  isRecent: true,
  ceiling: 'full',
  createdAt: '2026-01-01T00:00:00.000Z',
  internalKey: 'absent',
}

let open: Server | undefined
afterEach(async () => open?.close())

function server(principal: Principal | undefined, service?: string): Server {
  const app = createServer({
    logger: createLogger('test', 'silent'),
    registry: new Registry(),
    resolvePrincipal: async () => principal,
    resolveService: () => service,
    readiness: { ok: async () => {} },
  })
  const body = Type.Object({ title: text(2, 8), size: Type.Optional(Type.Integer()) })
  app.post(
    '/echo',
    { config: { access: access.anyone }, schema: { body, response: responses(Ok) } },
    async () => ({ ok: true }),
  )
  app.delete(
    '/optional',
    {
      config: { access: access.anyone, bodyOptional: true },
      schema: { body: Type.Object({ comment: Type.Optional(text(0, 8)) }) },
    },
    async (request) => ({ body: request.body }),
  )
  app.get(
    '/page',
    { config: { access: access.anyone }, schema: { querystring: pageQuery(20) } },
    async (request) => request.query,
  )
  app.post(
    '/masked',
    { config: { access: access.anyone, everyFailure: errors.hidden }, schema: { body } },
    async (): Promise<void> => {
      throw new ApiError(errors.teapot)
    },
  )
  app.get('/broken', { config: { access: access.anyone } }, async (): Promise<void> => {
    throw new Error('the secret reason')
  })
  app.get('/member', { config: { access: access.member } }, async () => ({ ok: true }))
  app.get('/resolvable', { config: { access: access.resolvable } }, async (request) => ({
    kind: request.principal.kind,
  }))
  app.get('/anyone', { config: { access: access.anyone } }, async (request) => ({
    kind: request.principal.kind,
  }))
  app.get('/administrator', { config: { access: access.administrator } }, async () => ({ ok: true }))
  app.post('/internal-key', { config: { access: access.internalKey }, schema: { body } }, async () => ({
    ok: true,
  }))
  app.get('/internal/thing', { config: { access: access.services('forum') } }, async (request) => ({
    service: request.service,
  }))
  open = app
  return app
}

const guest: Principal = { kind: 'guest', internalKey: 'absent' }
const json = { 'content-type': 'application/json' }

describe('bodies', () => {
  const send = (payload: string | undefined, headers: Record<string, string> = json) =>
    server(guest).inject({
      method: 'POST',
      url: '/echo',
      headers,
      ...(payload === undefined ? {} : { payload }),
    })

  test.each([
    ['a right body', '{"title":"abc"}', 200],
    ['unknown fields', '{"title":"abc","more":1,"__proto__":{"x":1}}', 200],
    ['text that is not JSON', '{"title":', 400],
    ['an empty body', '', 400],
    ['a missing field', '{}', 422],
    ['an array for a string', '{"title":["abc"]}', 422],
    ['a number for a string: bodies are not coerced', '{"title":12}', 422],
    ['a NUL', '{"title":"a\\u0000c"}', 422],
    ['half a surrogate pair', '{"title":"a\\ud800"}', 422],
    ['a literal null', 'null', 422],
    ['an array', '[]', 422],
  ])('%s', async (_name, payload, status) => {
    const response = await send(payload)
    expect(response.statusCode).toBe(status)
    if (status !== 200) expect(Object.keys(response.json())).toEqual(['error'])
  })

  test('the error names the invalid field', async () => {
    expect((await send('{"title":"a"}')).json().error).toContain('`title`')
    expect((await send('{"title":"abc","size":1.5}')).json().error).toContain('`size`')
    expect((await send('{}')).json().error).toContain('`title`')
  })

  test('no body and no content type is 400 where a body is needed, {} where it is optional', async () => {
    expect((await send(undefined, {})).statusCode).toBe(400)
    expect((await server(guest).inject({ method: 'DELETE', url: '/optional' })).json()).toEqual({ body: {} })
    const empty = await server(guest).inject({
      method: 'DELETE',
      url: '/optional',
      headers: json,
      payload: '',
    })
    expect(empty.json()).toEqual({ body: {} })
  })

  test('fields that the route does not know do not reach it', async () => {
    const payload = '{"comment":"x","junk":[[],[]],"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'
    const response = await server(guest).inject({
      method: 'DELETE',
      url: '/optional',
      headers: json,
      payload,
    })
    expect(response.json()).toEqual({ body: { comment: 'x' } })
  })

  test('a body with too many values, or too deep, is refused before it is parsed', async () => {
    const more = (value: string) => send(`{"title":"abc","more":${value}}`)
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const wide = (number: number) => `[${Array(number).fill('{}').join()}]`
    const fields = (number: number) => `{${Array.from({ length: number }, (_, at) => `"${at}":0`).join()}}`
    const text = JSON.stringify(`${'[{,"\\'.repeat(10_000)}\\"`)
    const elements = (number: number) => `[${'0,'.repeat(number)}0]`
    for (const honest of [nested(31), wide(9_000), fields(19_000), elements(200_000), text])
      expect((await more(honest)).statusCode).toBe(200)
    // What would be no JSON is not looked at.
    const sized = [wide(20_000), fields(20_000), elements(250_000)]
    for (const costly of [...sized, nested(32), '['.repeat(33), `[${'{'.repeat(33)}`]) {
      const response = await more(costly)
      expect(response.statusCode).toBe(422)
      expect(response.json().error).toMatch(/^invalid request body/)
    }
  })

  test('another content type is 415, more than a mebibyte 413', async () => {
    expect(
      (await send('title=abc', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode,
    ).toBe(415)
    expect((await send(`{"title":"${'a'.repeat(1_048_576)}"}`)).statusCode).toBe(413)
  })
})

test.each(['-1', '1.5', 'x', '', '0x10', '1e2', ' 1', '99999999999999999999'])(
  'limit=%j is a bad query parameter',
  async (limit) => {
    const response = await server(guest).inject({ method: 'GET', url: '/page', query: { limit } })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'invalid `limit` query parameter' })
  },
)

test('a repeated query parameter is refused, absent ones take their defaults', async () => {
  const app = server(guest)
  expect((await app.inject('/page?offset=1&offset=2')).json()).toEqual({
    error: 'invalid `offset` query parameter',
  })
  expect((await app.inject('/page')).json()).toEqual({ offset: 0, limit: 20 })
})

test('unknown routes, unknown methods and broken escapes answer in the error shape', async () => {
  const app = server(guest)
  expect((await app.inject('/nothing')).json()).toEqual({ error: 'not found' })
  const patched = await app.inject({ method: 'PATCH', url: '/page' })
  expect([patched.statusCode, patched.headers.allow]).toEqual([405, 'GET, HEAD'])
  expect((await app.inject('/%E0%A4%A')).statusCode).toBe(400)
})

test('an unexpected failure reveals nothing', async () => {
  const response = await server(guest).inject('/broken')
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({ error: 'internal error' })
})

test('a route that answers every failure alike does so for bodies, shapes and operations', async () => {
  const app = server(guest)
  for (const payload of ['{', '', '{}', '{"title":"abc"}']) {
    const response = await app.inject({ method: 'POST', url: '/masked', headers: json, payload })
    expect([response.statusCode, response.json()]).toEqual([403, { error: 'no reason given' }])
  }
})

describe('access', () => {
  const unresolvable: Principal = { kind: 'unresolvable', internalKey: 'absent' }
  const client: Principal = { kind: 'client', id: user.id, internalKey: 'absent' }
  const administrator: Principal = { ...user, isAdministrator: true }
  const callers = { nobody: undefined, guest, unresolvable, client, user, administrator }

  test.each<[keyof typeof callers, string, number]>([
    ['nobody', '/anyone', 401],
    ['guest', '/anyone', 200],
    ['unresolvable', '/anyone', 200],
    ['unresolvable', '/resolvable', 401],
    ['client', '/resolvable', 200],
    ['guest', '/member', 401],
    ['client', '/member', 401],
    ['unresolvable', '/member', 401],
    ['user', '/member', 200],
    ['guest', '/administrator', 401],
    ['user', '/administrator', 403],
    ['administrator', '/administrator', 200],
    ['administrator', '/internal/thing', 401],
  ])('%s at %s gets %i', async (caller, url, status) => {
    expect((await server(callers[caller]).inject(url)).statusCode).toBe(status)
  })

  test('an administrator under a token is not one', async () => {
    expect((await server({ ...administrator, ceiling: ['base'] }).inject('/administrator')).statusCode).toBe(
      403,
    )
  })

  test('invalid credentials get a 401 with a challenge', async () => {
    const challenge = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      const response = await server(unresolvable).inject({ url: '/member', headers })
      expect(response.json()).toEqual({ error: 'invalid credentials' })
      await open?.close()
      return response.headers['www-authenticate']
    }
    expect(await challenge('Basic eDp5')).toBe('Basic realm="agora", charset="UTF-8"')
    expect(await challenge('Bearer x')).toBe('Bearer realm="agora", error="invalid_token"')
    expect(await challenge()).toBe('Bearer realm="agora"')
  })

  test('the internal key is checked before the body', async () => {
    const post = (internalKey: Principal['internalKey'], payload: string) =>
      server({ kind: 'guest', internalKey }).inject({
        method: 'POST',
        url: '/internal-key',
        headers: json,
        payload,
      })
    expect((await post('absent', '{')).json()).toEqual({ error: common.missingInternalKey.message })
    expect((await post('wrong', '{')).json()).toEqual({ error: common.wrongInternalKey.message })
    expect((await post('valid', '{')).statusCode).toBe(400)
    expect((await post('valid', '{"title":"abc"}')).statusCode).toBe(200)
  })

  test('another service is recognised, and needs no principal', async () => {
    expect((await server(undefined, 'forum').inject('/internal/thing')).json()).toEqual({ service: 'forum' })
  })

  test('a service that the route is not for is refused', async () => {
    expect((await server(undefined, 'web').inject('/internal/thing')).statusCode).toBe(403)
  })

  test('a route that declares no access does not start', () => {
    expect(() => server(guest).get('/open', async () => ({}))).toThrow('declares no access')
  })
})

test('a valid request id is kept, any other replaced', async () => {
  const app = server(guest)
  const id = async (value: string) =>
    (await app.inject({ url: '/anyone', headers: { 'x-request-id': value } })).headers['x-request-id']
  expect(await id('abc-123')).toBe('abc-123')
  expect(await id('a b\tc')).not.toBe('a b\tc')
  expect(await id('x'.repeat(200))).toMatch(/^[0-9a-f-]{36}$/)
})

test('metrics count by route template, and prescribed refusals separately from failures', async () => {
  const app = server(guest)
  await app.inject({ method: 'POST', url: '/masked', headers: json, payload: '{' })
  await app.inject('/broken')
  const { body } = await app.inject('/metrics')
  expect(body).toMatch(
    /http_request_duration_seconds_count\{[^}]*route="\/masked",status="403",expected="true"/,
  )
  expect(body).toMatch(
    /http_request_duration_seconds_count\{[^}]*route="\/broken",status="500",expected="false"/,
  )
})
