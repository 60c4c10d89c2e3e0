import { readEnv } from '@agora/shared/config/env'
import type { MountedRoute } from '@agora/shared/http/types'
import { createLogger } from '@agora/shared/observability/logger'
import { basic, type Caller, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { Env } from '../src/config.ts'
import { closeContext, createContext } from '../src/context.ts'

/** The gateway's own routes as the server factory mounts them, called at a real process as every kind of caller. */
let suite: Suite
let routes: MountedRoute[]
let callers: Record<'guest' | 'unresolvable' | 'client' | 'member' | 'administrator', Caller>

beforeAll(async () => {
  suite = await startSuite({ services: ['gateway'] })
  const { secrets } = suite
  const env = readEnv(Env, {
    PORT: '0',
    AGORA_CONFIG: suite.config,
    DATABASE_URL: suite.database.urls.gateway,
    REDIS_URL: suite.redis?.url,
    NATS_URL: suite.nats?.url,
    PRINCIPAL_PRIVATE_KEY: JSON.stringify(secrets.principalKey),
    HELD_NAMES_KEY: secrets.heldNamesKey,
    ID_TOKEN_KEYS: secrets.idTokenKey,
    AUTHENTICATOR_KEY: secrets.authenticatorKey,
    GATEWAY_URL: suite.url,
  })
  const context = await createContext(env, createLogger('gateway', 'silent'))
  const app = createApp(context, () => true)
  await app.ready()
  routes = app.inventory.filter(({ url }) => /^\/(api\/v1|internal)\//.test(url))
  await app.close()
  await closeContext(context)

  await suite.call('POST', '/oauth_clients', {
    headers: { 'svc-internal-auth': secrets.internalKey },
    body: {
      key: 'walker@clients',
      display_name: 'Walker',
      app_uri: 'https://walker.example',
      callback_uri: 'https://walker.example/callback',
      secret: Buffer.from('walking').toString('hex'),
    },
  })
  callers = {
    guest: { headers: {} },
    unresolvable: basic('administrator', 'wrong'),
    client: basic('walker@clients', 'walking'),
    member: await suite.member('walker'),
    administrator: await suite.administrator(),
  }
})
afterAll(() => suite?.close())

const unauthenticated = [401, 'authentication required']
const invalidCredentials = [401, 'invalid credentials']
const forbidden = [403, 'forbidden']

const ask = async (route: MountedRoute, caller: Caller, headers: Record<string, string> = {}) => {
  const path = route.url.replace(/:\w+/g, 'x')
  const answer = await suite.call(route.method, `${suite.url}${path}`, { as: caller, headers })
  return [answer.status, answer.body?.error]
}
const of = (caller: string) => routes.filter(({ access }) => access.caller === caller)

describe('every route', () => {
  test('has a unique operation id, a summary, and declares the statuses that it returns', async () => {
    expect(routes.length).toBeGreaterThan(15)
    const ids = routes.map(({ schema }) => schema.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const route of routes) {
      expect(route.schema.summary).toEqual(expect.any(String))
      expect(Object.keys(route.schema.response as object)[0]).toMatch(/^(200|302)$/)
    }
  })

  test('for members: refuses guests, clients and bad credentials, each in its own words', async () => {
    expect(of('member').length).toBeGreaterThan(3)
    for (const route of of('member')) {
      expect(await ask(route, callers.guest)).toEqual(unauthenticated)
      expect(await ask(route, callers.client)).toEqual(unauthenticated)
      expect(await ask(route, callers.unresolvable)).toEqual(invalidCredentials)
      expect((await ask(route, callers.member))[0]).not.toBe(401)
    }
  })

  test('for administrators: refuses members too, before it reads the body', async () => {
    expect(of('administrator').length).toBeGreaterThan(4)
    for (const route of of('administrator')) {
      expect(await ask(route, callers.guest)).toEqual(unauthenticated)
      expect(await ask(route, callers.client)).toEqual(unauthenticated)
      expect(await ask(route, callers.unresolvable)).toEqual(invalidCredentials)
      expect(await ask(route, callers.member)).toEqual(forbidden)
      const namesNothing = route.method === 'GET' && !route.url.includes(':')
      const expected = namesNothing ? [200] : [400, 404]
      expect(expected).toContain((await ask(route, callers.administrator))[0])
    }
  })

  test('for the internal key: refuses everybody without it', async () => {
    expect(of('internal-key').length).toBeGreaterThan(0)
    for (const route of of('internal-key')) {
      for (const caller of Object.values(callers)) {
        expect(await ask(route, caller)).toEqual([401, 'missing internal authentication header'])
        expect(await ask(route, caller, { 'svc-internal-auth': 'x' })).toEqual([
          403,
          'invalid internal authentication key',
        ])
      }
    }
  })

  test('for other services: refuses everybody else', async () => {
    expect(of('service').length).toBeGreaterThan(2)
    for (const route of of('service')) {
      for (const caller of Object.values(callers))
        expect(await ask(route, caller)).toEqual([404, 'not found'])
    }
  })

  test('for anyone: treats bad credentials as a guest if it declares no 401 for them', async () => {
    for (const route of of('anyone').filter(({ access }) => access.unresolvable === 'guest')) {
      expect(await ask(route, callers.unresolvable)).toEqual(await ask(route, callers.guest))
    }
  })

  test('never answers 500, whoever asks for whatever does not exist', async () => {
    for (const route of routes) {
      for (const caller of Object.values(callers)) {
        expect((await ask(route, caller))[0]).toBeLessThan(500)
      }
    }
  })
})
