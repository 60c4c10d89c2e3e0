import { bearer, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({ services: ['gateway', 'forum'], env: { gateway: { MAX_IN_PROGRESS: '300' } } })
})
afterAll(() => suite?.close())

/** Everything in an answer by which a stranger could tell two paths apart. */
async function faceOf(method: string, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${suite.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  const text = await answer.text()
  const kept = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { status: answer.status, text, headers: Object.fromEntries(kept) }
}

describe('a route for the suite’s own services', () => {
  const inner = [
    ['POST', '/internal/users/resolve'],
    ['POST', '/internal/users/batch'],
    ['POST', '/internal/mail-tokens'],
    ['POST', '/internal/mail-recipients'],
    ['POST', '/internal/mail-refusals'],
    ['POST', '/internal/digests'],
    ['POST', '/internal/configured-sections'],
    ['GET', '/internal/users/resolve'],
    ['GET', '/internal'],
    ['GET', '/metrics'],
  ] as const

  test.each(inner)('%s %s looks to a stranger like a path that names nothing', async (method, path) => {
    const nothing = await faceOf(method, '/there-is-nothing-here')
    expect(nothing.status).toBe(404)
    for (const headers of [{}, bearer('x'.repeat(64)).headers, { 'svc-internal-auth': 'guess' }])
      expect(await faceOf(method, path, headers)).toEqual(nothing)
  })

  test('answers a service that shows its key', async () => {
    const { status } = await faceOf(
      'POST',
      '/internal/users/batch',
      bearer(suite.secrets.serviceKeys.forum).headers,
    )
    expect(status).toBe(422)
  })
})

describe('headers', () => {
  const sniffing = (answer: { headers: Headers }) => answer.headers.get('x-content-type-options')
  const keeping = (answer: { headers: Headers }) => answer.headers.get('cache-control')

  test('forbid guessing the type, whichever service answers', async () => {
    const member = await suite.member('sniffed')
    for (const [method, path] of [
      ['GET', '/config'],
      ['GET', '/forum/sections'],
      ['GET', '/forum/threads/nothing'],
      ['GET', '/users/%zz'],
      ['GET', '/archive/game_c/users/1'],
      ['PUT', '/auth/self'],
      ['GET', '//health/live'],
      ['GET', '//nothing'],
      ['GET', '//oauth/authorize'],
      ['GET', '//.well-known/oauth-authorization-server'],
    ] as const) {
      for (const headers of [{}, member.headers])
        expect(sniffing(await suite.call(method, path, { headers })), `${method} ${path}`).toBe('nosniff')
    }
  })

  test('are whole for everybody who does not call for the visitor of a page', async () => {
    const author = await suite.member('wordy')
    const body = 'word '.repeat(4_000)
    const opened = await suite.call('POST', '/forum/sections/welcome', {
      as: author,
      body: { title: 'Long', body },
    })
    const callers: Record<string, string>[] = [{ 'x-agora-shown-length': '9000' }, {}]
    for (const headers of callers) {
      const { text } = await suite.call('GET', `/forum/threads/${opened.body.id}`, { headers })
      expect(text.length).toBeGreaterThan(body.length)
    }
  })

  test('keep personal content out of every cache, and public content in any', async () => {
    const member = await suite.member('cached')
    for (const path of ['/auth/self', `/users/${member.id}`, '/forum/sections', '/forum/self/reports'])
      expect(keeping(await suite.call('GET', path, { as: member })), path).toBe('no-store')
    expect(keeping(await suite.call('POST', '/forum/sections/none', { as: member, body: {} }))).toBe(
      'no-store',
    )
    expect(keeping(await suite.call('PUT', '/auth/self', { body: { login: 'x', password: 'x' } }))).toBe(
      'no-store',
    )
    for (const path of ['/users/none', '/forum/threads/none', '/auth/self']) {
      expect(keeping(await suite.call('GET', path)), path).toBe('no-store')
      expect(keeping(await suite.call('GET', path, { as: bearer('no token') })), path).toBe('no-store')
    }
    for (const path of ['/config', '/forum/sections', `/users/${member.id}`]) {
      const { headers } = await suite.call('GET', path)
      expect(headers.get('cache-control'), path).toBe('public, no-cache')
      expect(headers.get('vary'), path).toBe('Authorization, Cookie, Accept-Encoding')
    }
  })
})
