import { request } from 'node:http'
import { basic, bearer, type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Client,
  obtainTokens,
  registerClient,
  signedIn,
} from '../services/gateway/tests/oauth/client.ts'
import { areasOf } from '../services/web/src/areas/areas.ts'
import { inventory } from './support/inventory.ts'

let suite: Suite
let member: Member
let moderator: Member
let client: Client
let thread: string
let post: string
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'forum', 'captcha', 'apps', 'archive', 'mail-jobs', 'web', 'media'],
  })
  member = await suite.member('challenged')
  moderator = await suite.member('moderating')
  const administrator = await suite.administrator()
  client = await registerClient(suite, 'curious')
  const opened = await suite.call('POST', '/forum/sections/welcome', {
    as: member,
    body: { title: 'To be moderated', body: 'A post.' },
  })
  thread = opened.body.id
  post = opened.body.posts.items[0].id
  await suite.call('POST', '/forum/sections/welcome/role_grants', {
    as: administrator,
    body: { type: 'User', id: moderator.id },
  })
})
afterAll(() => suite?.close())

const nobody = '00000000-0000-7000-8000-000000000000'

describe('a refused credential (medplum/medplum#9182, micronaut-projects/micronaut-security#2025)', () => {
  test.each([
    ['PATCH', `/users/${nobody}`],
    ['GET', `/users/${nobody}/sessions`],
    ['POST', '/forum/read_floor'],
    ['GET', '/notifications'],
    ['GET', '/notifications/stream'],
    ['GET', '/forum/self/reports'],
    ['GET', '/apps/deliveries/dead-letters'],
    ['POST', `/apps/${nobody}/channels/main/resume`],
  ])('is challenged by its own scheme: %s %s', async (method, path) => {
    const challenge = async (headers: Record<string, string>) => {
      const { status, headers: answered } = await suite.call(method, path, {
        headers,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      return [status, answered.get('www-authenticate')]
    }
    const token = 'Bearer realm="agora", error="invalid_token"'
    expect(await challenge(bearer('x'.repeat(43)).headers)).toEqual([401, token])
    expect(await challenge(bearer('nothing').headers)).toEqual([401, token])
    expect(await challenge(basic('challenged', 'wrong').headers)).toEqual([
      401,
      'Basic realm="agora", charset="UTF-8"',
    ])
    for (const none of [{}, { cookie: `sid=${'x'.repeat(43)}` }, { authorization: '' }])
      expect(await challenge(none as Record<string, string>)).toEqual([401, 'Bearer realm="agora"'])
  })

  test('of a sign-in is no dialog', async () => {
    const wrong = await suite.call('PUT', '/auth/self', { body: { login: 'challenged', password: 'wrong' } })
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="agora"'])
  })
})

describe('a credential', () => {
  test('is taken whatever the case of its scheme', async () => {
    const { username, password } = member
    const encoded = Buffer.from(`${username}:${password}`).toString('base64')
    for (const scheme of ['Basic', 'basic', 'BASIC']) {
      const answer = await suite.call('GET', '/notifications', {
        headers: { authorization: `${scheme} ${encoded}` },
      })
      expect([scheme, answer.status]).toEqual([scheme, 200])
    }
    const browser = await signedIn(suite.url, username, password)
    const { access_token } = await obtainTokens(suite, browser, client, 'base forum:read')
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await suite.call('GET', '/notifications', {
        headers: { authorization: `${scheme} ${access_token}` },
      })
      expect([scheme, answer.status]).toEqual([scheme, 200])
    }
  })

  test('is sent once: two are a malformed request', async () => {
    const { hostname, port } = new URL(suite.url)
    const encoded = Buffer.from(`${member.username}:${member.password}`).toString('base64')
    for (const second of [`Basic ${encoded}`, `Bearer ${'x'.repeat(43)}`]) {
      const answer = await new Promise<{ status?: number; text: string }>((resolve, reject) => {
        const asked = request({ hostname, port, path: '/api/v1/notifications' }, async (response) => {
          let text = ''
          for await (const chunk of response.setEncoding('utf8')) text += chunk
          resolve({ ...(response.statusCode ? { status: response.statusCode } : {}), text })
        })
        asked.setHeader('authorization', [`Basic ${encoded}`, second])
        asked.on('error', reject).end()
      })
      expect([answer.status, JSON.parse(answer.text)]).toEqual([400, { error: 'malformed request' }])
    }
  })
})

describe('every route of every service', () => {
  const credentials = {
    none: [{}, 'Bearer realm="agora"'],
    'an empty one': [{ authorization: '' }, 'Bearer realm="agora"'],
    'an ended session': [{ cookie: `sid=${'x'.repeat(43)}` }, 'Bearer realm="agora"'],
    'an unknown scheme': [
      { authorization: 'Digest username="challenged"' },
      'Basic realm="agora", charset="UTF-8"',
    ],
    'a refused token': [bearer('x'.repeat(43)).headers, 'Bearer realm="agora", error="invalid_token"'],
    'a malformed token': [{ authorization: 'Bearer' }, 'Bearer realm="agora", error="invalid_token"'],
    'a wrong password': [basic('challenged', 'wrong').headers, 'Basic realm="agora", charset="UTF-8"'],
    'a malformed password': [{ authorization: 'Basic' }, 'Basic realm="agora", charset="UTF-8"'],
  } as const satisfies Record<string, readonly [Record<string, string>, string]>

  interface Walked {
    where: string
    method: string
    address: string
  }
  /** The scheme and its error; what protects the realm names it as it likes. */
  const essence = (challenge: string | null) =>
    [/^\w+(?= realm=)/.exec(challenge ?? ''), /error="(\w+)"/.exec(challenge ?? '')?.[1]].join(' ')
  const filled = (url: string) =>
    url.replace(':scope', 'register').replaceAll(/:\w+/g, nobody).replace('*', 'nothing')
  const addresses = async (): Promise<Walked[]> => {
    const services = await inventory()
    const own = services.flatMap(({ name, routes }) =>
      routes
        .filter(({ method, url }) => method !== 'HEAD' && method !== 'OPTIONS' && !url.startsWith('/static'))
        .flatMap(({ method, url }) =>
          [...new Set([suite.urls[name]?.[0], suite.url])].map((site) => ({
            where: `${method} ${url} of ${name}`,
            method,
            address: `${site}${filled(url)}`,
          })),
        ),
    )
    const pages: Walked[] = []
    const page = (method: string) => (url: string) => {
      pages.push({ where: `${method} ${url} of web`, method, address: `${suite.url}${filled(url)}` })
    }
    for (const mount of areasOf({ env: { RUNBOOKS_URL: '' } }))
      mount({ get: page('GET'), post: page('POST'), postByAnybody: page('POST') })
    return [...own, ...pages]
  }

  test('challenges each refused credential by its own scheme, and nobody else by Basic', async () => {
    const faults: string[] = []
    const refused = new Map<string, number>()
    const judge = async ({ where, method, address }: Walked, what: keyof typeof credentials) => {
      const [headers, challenge] = credentials[what]
      const answer = await fetch(address, {
        method,
        headers: { accept: 'text/html, application/json', ...headers },
        redirect: 'manual',
      })
      await answer.body?.cancel()
      // Clients authenticate by Basic alone there, and a header says that one tried.
      const isForClients = /\/oauth\/(?:token|revoke|introspect|device)$/.test(address)
      const isTried = 'authorization' in headers && headers.authorization !== ''
      const expected = isForClients && isTried ? credentials['a wrong password'][1] : challenge
      const given = answer.headers.get('www-authenticate')
      if (answer.status === 401) refused.set(what, (refused.get(what) ?? 0) + 1)
      const isRight =
        answer.status === 401 ? essence(given) === essence(expected) : !given?.startsWith('Basic')
      if (!isRight) faults.push(`${where}, ${what}: ${answer.status} ${given}`)
    }
    for (const walked of await addresses())
      await Promise.all(
        (Object.keys(credentials) as (keyof typeof credentials)[]).map((what) => judge(walked, what)),
      )
    expect(faults).toEqual([])
    // Each of them is refused somewhere.
    for (const what of Object.keys(credentials)) expect(refused.get(what), what).toBeGreaterThan(50)
  }, 300_000)
})

describe('a token without the scope', () => {
  const tokenOf = async ({ username, password }: Member, scope: string) => {
    const browser = await signedIn(suite.url, username, password)
    return bearer((await obtainTokens(suite, browser, client, scope)).access_token)
  }
  const insufficient = (scope?: string) =>
    `Bearer error="insufficient_scope"${scope ? `, scope="${scope}"` : ''}`
  const refused = async (
    method: string,
    path: string,
    as: Awaited<ReturnType<typeof tokenOf>>,
    body?: object,
  ) => {
    const answer = await suite.call(method, path, { as, ...(body ? { body } : {}) })
    return [answer.status, answer.headers.get('www-authenticate')]
  }
  const reply = () => ['POST', `/forum/threads/${thread}`] as const
  const lock = () => ['PATCH', `/forum/threads/${thread}`] as const

  test('is told which one would help, and of none that would not', async () => {
    const base = await tokenOf(moderator, 'base')
    const read = await tokenOf(moderator, 'base forum:read')
    const write = await tokenOf(moderator, 'base forum:write')
    const plain = await tokenOf(member, 'base forum:write')
    const body = { body: 'A reply.' }
    const locked = { is_locked: true }
    expect(await refused(...reply(), base, body)).toEqual([403, insufficient('forum:write')])
    expect(await refused(...reply(), read, body)).toEqual([403, insufficient('forum:write')])
    expect(await refused('GET', '/notifications', base)).toEqual([403, insufficient('forum:read')])
    expect(await refused('PUT', '/notifications/read', read, { ids: [] })).toEqual([
      403,
      insufficient('forum:write'),
    ])
    expect(await refused('PUT', '/notifications/read', base, { ids: [] })).toEqual([
      403,
      insufficient('forum:write'),
    ])
    expect(await refused(...lock(), write, locked)).toEqual([403, insufficient('forum:moderate')])
    const edit = { last_revision_id: nobody, content: 'x', comment: null }
    expect(await refused('PATCH', `/forum/posts/${post}`, write, edit)).toEqual([
      403,
      insufficient('forum:moderate'),
    ])
    expect(await refused(...lock(), plain, locked)).toEqual([403, null])
    expect(await refused('PATCH', `/users/${member.id}`, plain, { display_name: 'Another' })).toEqual([
      403,
      insufficient(),
    ])
    expect(await refused(...lock(), { headers: member.headers }, locked)).toEqual([403, null])
    expect((await suite.call(...reply(), { as: plain, body })).status).toBe(200)
  })
})
