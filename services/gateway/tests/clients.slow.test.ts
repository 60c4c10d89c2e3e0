import { basic, type Caller, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway'],
    replicas: { gateway: 2 },
    env: { gateway: { CONFIGURED_CLIENT_SECRET: 'from the environment' } },
    config: {
      clients: [
        {
          key: 'configured@clients',
          display_name: 'Configured',
          app_uri: 'https://configured.example/',
          callback_uri: 'https://configured.example/callback',
          secret_env: 'CONFIGURED_CLIENT_SECRET',
          allowed_scopes: { base: true, forum_read: true, forum_write: false, forum_moderate: false },
        },
      ],
    },
  })
})
afterAll(() => suite?.close())

const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex')
const client = (over: object = {}) => ({
  key: 'reader@clients',
  display_name: 'Reader (beta)',
  app_uri: 'https://reader.example/',
  callback_uri: 'https://reader.example/callback?x=1',
  secret: hex('a secret 🔑'),
  ...over,
})
const register = (body: unknown, headers?: Record<string, string>, replica = 0) =>
  suite.call('POST', `${suite.urls.gateway[replica]}/api/v1/oauth_clients`, {
    body,
    headers: headers ?? { 'Svc-Internal-Auth': suite.secrets.internalKey },
  })
const self = (login: string, secret: string, replica = 0) =>
  suite.call('GET', `${suite.urls.gateway[replica]}/api/v1/auth/self`, { as: basic(login, secret) })

describe('registering a client', () => {
  test('returns the client without its secret in any form', async () => {
    const answer = await register(client())
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        type: 'OauthClient',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        key: 'reader@clients',
        display_name: 'Reader (beta)',
        app_uri: 'https://reader.example/',
        callback_uri: 'https://reader.example/callback?x=1',
        owner: null,
      },
    ])
  })

  test('updates in place under the same key, or under the same id', async () => {
    const made = await register(client({ key: 'placed@clients', id: '019A0000-0000-7000-8000-00000000000A' }))
    expect(made.body.id).toBe('019a0000-0000-7000-8000-00000000000a')
    const byKey = await register(client({ key: 'placed@clients', id: null, display_name: 'Renamed' }))
    expect(byKey.body).toEqual({ ...made.body, display_name: 'Renamed' })
    const byId = await register(client({ key: 'moved@clients', id: made.body.id }))
    expect(byId.body).toEqual({ ...made.body, key: 'moved@clients' })
    expect((await self('placed@clients', 'a secret 🔑')).body.type).toBe('Guest')
    expect((await self('moved@clients', 'a secret 🔑')).body.type).toBe('OauthClient')
  })

  test('is a 500 if id and key name two clients, and changes neither', async () => {
    const one = await register(client({ key: 'one_of_two@clients' }))
    await register(client({ key: 'two_of_two@clients' }))
    const answer = await register(client({ id: one.body.id, key: 'two_of_two@clients' }))
    expect([answer.status, answer.body]).toEqual([500, { error: 'internal error' }])
    expect((await register(client({ key: 'one_of_two@clients' }))).body.id).toBe(one.body.id)
  })

  test('twenty times at once makes one client', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        register(client({ key: 'twenty@clients' }), undefined, index % 2),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  test('without scopes leaves the allowance unchanged', async () => {
    const scopes = { base: true, forum_read: true, forum_write: true, forum_moderate: false }
    const allowance = async (key: string) =>
      (
        await query<{ allowed_scopes: unknown }>(
          suite,
          'SELECT allowed_scopes FROM oauth_client WHERE key = $1',
          [key],
        )
      )[0]?.allowed_scopes
    await register(client({ key: 'scoped@clients' }))
    expect(await allowance('scoped@clients')).toBeNull()
    await register(client({ key: 'scoped@clients', allowed_scopes: scopes }))
    await register(client({ key: 'scoped@clients' }))
    expect(await allowance('scoped@clients')).toEqual(scopes)
  })

  test.each([
    ['a key without its ending', { key: 'reader' }, 'key'],
    ['a key with capitals', { key: 'Reader@clients' }, 'key'],
    ['a key that is too short', { key: 'r@clients' }, 'key'],
    ['a key of 33 letters', { key: `${'r'.repeat(33)}@clients` }, 'key'],
    ['a display name with digits', { display_name: 'Reader 2' }, 'display_name'],
    ['a relative address', { app_uri: '/home' }, 'app_uri'],
    ['a fragment', { callback_uri: 'https://reader.example/callback#x' }, 'callback_uri'],
    ['a script address', { callback_uri: 'javascript:alert(1)' }, 'callback_uri'],
    ['a secret in plain text', { secret: 'a secret' }, 'secret'],
    ['a secret in capitals', { secret: 'ABCD' }, 'secret'],
    ['an odd number of digits', { secret: 'abc' }, 'secret'],
    ['an empty secret', { secret: '' }, 'secret'],
    ['a secret that is no UTF-8', { secret: 'ff' }, 'secret'],
    ['scopes as text', { allowed_scopes: 'base forum:read' }, 'allowed_scopes'],
    ['half the scopes', { allowed_scopes: { base: true } }, 'forum_read'],
    ['an id that is none', { id: 'reader' }, 'id'],
  ])('refuses %s', async (_, over, field) => {
    const answer = await register(client(over))
    expect(answer.status).toBe(422)
    expect(answer.body.error).toContain(field)
  })

  test('needs the internal key, checked before the body', async () => {
    const missing = [401, { error: 'missing internal authentication header' }]
    const wrong = [403, { error: 'invalid internal authentication key' }]
    const judge = async (headers: Record<string, string>) => {
      const { status, body } = await register('{', headers)
      return [status, body]
    }
    const administrator = await suite.administrator()
    expect(await judge({})).toEqual(missing)
    expect(await judge({ 'svc-internal-auth': '' })).toEqual(missing)
    expect(await judge(administrator.headers)).toEqual(missing)
    expect(await judge({ svc_internal_auth: suite.secrets.internalKey })).toEqual(missing)
    expect(await judge({ 'svc-internal-auth': 'wrong' })).toEqual(wrong)
    expect(await judge({ 'svc-internal-auth': `${suite.secrets.internalKey}x` })).toEqual(wrong)
    expect(await judge({ 'svc-internal-auth': suite.secrets.internalKey.toUpperCase() })).toEqual(wrong)
    expect((await judge({ 'svc-internal-auth': suite.secrets.internalKey }))[0]).toBe(400)
  })
})

describe('a client', () => {
  test('authenticates with Basic, and is not a member', async () => {
    const { body } = await register(client({ key: 'shown@clients', display_name: 'Shown' }))
    const answer = await self('shown@clients', 'a secret 🔑')
    expect(answer.body).toEqual({
      type: 'OauthClient',
      scope: 'Default',
      client: { type: 'OauthClient', id: body.id, key: 'shown@clients', display_name: 'Shown' },
    })
    const write = await suite.call('PATCH', `/users/${body.id}`, {
      as: basic('shown@clients', 'a secret 🔑'),
      body: {},
    })
    expect([write.status, write.body]).toEqual([401, { error: 'authentication required' }])
  })

  test('loses its old secret on every replica at once', async () => {
    await register(client({ key: 'rotated@clients' }))
    for (const replica of [0, 1]) {
      expect((await self('rotated@clients', 'a secret 🔑', replica)).body.type).toBe('OauthClient')
    }
    await register(client({ key: 'rotated@clients', secret: hex('another') }))
    for (const replica of [0, 1]) {
      expect((await self('rotated@clients', 'a secret 🔑', replica)).body.type).toBe('Guest')
      expect((await self('rotated@clients', 'another', replica)).body.type).toBe('OauthClient')
    }
  })

  test('of the configuration exists from the start, even if two replicas create it at once', async () => {
    const answer = await self('configured@clients', 'from the environment')
    expect(answer.body.client.display_name).toBe('Configured')
  })
})

test('an instance without an internal key accepts none', async () => {
  const bare = await startSuite({ services: ['gateway'], env: { gateway: { INTERNAL_KEY: '' } } })
  try {
    for (const [key, status] of [
      ['', 401],
      ['undefined', 403],
      ['x', 403],
    ] as const) {
      const answer = await bare.call('POST', '/oauth_clients', {
        body: {},
        headers: { 'svc-internal-auth': key },
      })
      expect(answer.status).toBe(status)
    }
  } finally {
    await bare.close()
  }
})

const internal = () => ({ headers: { 'Svc-Internal-Auth': suite.secrets.internalKey } })
const remove = (reference: string, as: Caller = internal(), replica = 0) =>
  suite.call('DELETE', `${suite.urls.gateway[replica]}/api/v1/oauth_clients/${reference}`, { as })

describe('the list of clients', () => {
  test('has them as they were registered, ordered by key', async () => {
    const { body: listed } = await register(client({ key: 'a_listed@clients' }))
    const administrator = await suite.administrator()
    for (const as of [internal(), administrator, basic('administrator', administrator.password)]) {
      const { status, body, text } = await suite.call('GET', '/oauth_clients', { as })
      expect(status, text).toBe(200)
      expect(body).toMatchObject({ offset: 0, limit: 20, count: body.items.length })
      expect(body.items[0]).toEqual(listed)
      const keys = body.items.map(({ key }: { key: string }) => key)
      expect(keys).toEqual([...keys].sort())
    }
    const page = await suite.call('GET', '/oauth_clients?offset=1&limit=1', { as: internal() })
    expect(page.body).toMatchObject({ offset: 1, limit: 1, items: [{ type: 'OauthClient' }] })
  })

  test('and their removal need the internal key or an administrator', async () => {
    const member = await suite.member('a_member')
    const administrator = await suite.administrator()
    const { body } = await register(client({ key: 'kept@clients' }))
    const wrong = { 'Svc-Internal-Auth': 'wrong' }
    for (const [as, status, error] of [
      [{ headers: {} }, 401, 'authentication required'],
      [{ headers: { 'Svc-Internal-Auth': '' } }, 401, 'authentication required'],
      [basic('a_member', 'wrong'), 401, 'invalid credentials'],
      [basic('kept@clients', 'a secret 🔑'), 401, 'authentication required'],
      [member, 403, 'forbidden'],
      [{ headers: wrong }, 403, 'invalid internal authentication key'],
      [{ headers: { ...administrator.headers, ...wrong } }, 403, 'invalid internal authentication key'],
    ] as const) {
      for (const [method, path] of [
        ['GET', '/oauth_clients'],
        ['DELETE', `/oauth_clients/${body.id}`],
        ['DELETE', '/oauth_clients/nobody@clients'],
      ] as const) {
        const answer = await suite.call(method, path, { as })
        expect([method, answer.status, answer.body]).toEqual([method, status, { error }])
      }
    }
    const crossed = await suite.call('DELETE', `/oauth_clients/${body.id}`, {
      as: administrator,
      headers: { origin: 'https://evil.example' },
    })
    expect([crossed.status, crossed.body]).toEqual([403, { error: 'invalid origin' }])
    expect((await remove(body.id, administrator)).status).toBe(200)
  })
})

describe('removing a client', () => {
  test('ends it on every replica from the next request on', async () => {
    const { body } = await register(client({ key: 'doomed@clients' }))
    for (const replica of [0, 1])
      expect((await self('doomed@clients', 'a secret 🔑', replica)).body.type).toBe('OauthClient')
    const answer = await remove(encodeURIComponent('doomed@clients'))
    expect([answer.status, answer.body]).toEqual([200, {}])
    for (const replica of [0, 1])
      expect((await self('doomed@clients', 'a secret 🔑', replica)).body.type).toBe('Guest')
    for (const reference of [body.id, 'doomed@clients', 'nonsense', '%00']) {
      const gone = await remove(reference)
      expect([gone.status, gone.body]).toEqual([404, { error: 'client not found' }])
    }
  })

  test('succeeds for exactly one of twenty at once, alongside twenty registrations', async () => {
    await register(client({ key: 'raced@clients' }))
    const removals = await Promise.all(
      Array.from({ length: 20 }, (_, index) => remove('raced@clients', internal(), index % 2)),
    )
    expect(removals.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
    const mixed = await Promise.all(
      Array.from({ length: 10 }, (_, index) => [
        remove('raced@clients', internal(), index % 2),
        register(client({ key: 'raced@clients' }), undefined, index % 2),
      ]).flat(),
    )
    expect(mixed.filter(({ status }) => status !== 200 && status !== 404)).toEqual([])
  })

  test('is refused for a configured one', async () => {
    for (const reference of [
      'configured@clients',
      (await register(client({ key: 'configured@clients' }))).body.id,
    ]) {
      const answer = await remove(reference)
      expect([answer.status, answer.body]).toEqual([409, { error: 'client is in the configuration' }])
    }
  })
})
