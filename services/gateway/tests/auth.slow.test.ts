import { basic, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from './query.ts'

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway'],
    replicas: { gateway: 2 },
    config: { site: { cors_origins: ['https://app.example'], trusted_proxies: ['127.0.0.1'] } },
  })
})
afterAll(() => suite?.close())

const guest = { type: 'Guest', scope: 'Default' }
const self = (headers: Record<string, string> = {}, base = suite.url) =>
  suite.call('GET', `${base}/api/v1/auth/self`, { headers })
const signIn = (login: string, password: string, headers: Record<string, string> = {}) =>
  suite.call('PUT', '/auth/self', { body: { login, password }, headers })
const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

describe('signing in', () => {
  test('returns the user context and a cookie that authenticates on every replica', async () => {
    const member = await suite.member('signer')
    const answer = await signIn('signer', member.password)
    const context = {
      type: 'User',
      scope: 'Default',
      user: { type: 'User', id: member.id, display_name: { current: { value: 'signer' } } },
      is_administrator: false,
    }
    expect([answer.status, answer.body]).toEqual([200, context])
    for (const base of suite.urls.gateway) {
      expect((await self({ cookie: cookieOf(answer) }, base)).body).toEqual(context)
    }
  })

  test.each([
    ['a wrong password', 'wrong_one', 'no'],
    ['an unknown name', 'nobody_at_all', 'no'],
    ['an unknown email', 'nobody@example.org', 'no'],
    ['a name that is none', "Robert'); --", 'no'],
    ['a client', 'somebody@clients', 'no'],
  ])('refuses %s in the same words', async (_, login, password) => {
    await suite.call('POST', '/users', {
      body: { username: 'wrong_one', display_name: 'Wrong', password: 'the right one' },
    })
    const answer = await signIn(login, password)
    expect([answer.status, answer.body]).toEqual([401, { error: 'invalid login or password' }])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test.each([
    [{ login: 'a' }, 'password'],
    [{ login: ['a'], password: 'b' }, 'login'],
    [{ login: 'a', password: { length: 3 } }, 'password'],
    [{ login: 'a\0', password: 'b' }, 'login'],
    [{ login: '', password: 'b' }, 'login'],
    [{ login: 'a', password: 'b', 'cap-token': [] }, 'cap-token'],
  ])('refuses the shape %j', async (body, field) => {
    const answer = await suite.call('PUT', '/auth/self', { body })
    expect(answer.status).toBe(422)
    expect(answer.body.error).toContain(`\`${field}\``)
  })

  test('accepts a verified email in any letter case', async () => {
    const member = await suite.member('mailed')
    await query(
      suite,
      `INSERT INTO user_link (id, account_id, type, external_id, display_name)
       VALUES (gen_random_uuid(), $1, 'Email', 'mailed@example.org', 'Mailed@example.org')`,
      [member.id],
    )
    expect((await signIn('MAILED@Example.org', member.password)).body.user?.id).toBe(member.id)
    expect((await self(basic('mailed@example.org', member.password).headers)).body.user?.id).toBe(member.id)
  })

  test('sends a secure cookie if a trusted proxy says that the caller used TLS', async () => {
    const member = await suite.member('secure')
    const answer = await signIn('secure', member.password, { 'x-forwarded-proto': 'https' })
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure(;|$)/)
  })
})

describe('signing out', () => {
  test('ends the session itself, on every replica at once', async () => {
    const member = await suite.member('leaver')
    const answer = await suite.call('DELETE', '/auth/self', { as: member })
    expect([answer.status, answer.body]).toEqual([200, guest])
    expect(answer.headers.getSetCookie()[0]).toMatch(/^sid=; Max-Age=0; /)
    for (const base of suite.urls.gateway) expect((await self(member.headers, base)).body).toEqual(guest)
  })

  test('a guest who signs out stays a guest', async () => {
    const answer = await suite.call('DELETE', '/auth/self')
    expect([answer.status, answer.body]).toEqual([200, guest])
  })
})

describe('a session', () => {
  test('is not stored in the database in a form that signs anybody in', async () => {
    const member = await suite.member('hashed')
    const value = member.headers.cookie?.slice('sid='.length) ?? ''
    const rows = await query<{ token_hash: Buffer }>(
      suite,
      'SELECT token_hash FROM session WHERE account_id = $1',
      [member.id],
    )
    expect(rows).toHaveLength(1)
    const hash = rows[0]!.token_hash
    expect(hash).toHaveLength(32)
    for (const text of [hash.toString('base64url'), hash.toString('hex')]) expect(text).not.toBe(value)
    expect((await self({ cookie: `sid=${hash.toString('base64url')}` })).body).toEqual(guest)
  })

  test('that has expired is a guest', async () => {
    const member = await suite.member('expired')
    await query(suite, `UPDATE session SET expires_at = now() - interval '1 second' WHERE account_id = $1`, [
      member.id,
    ])
    expect((await self(member.headers)).body).toEqual(guest)
  })

  test('is its own member’s among those of others that are read at once', async () => {
    const [first, second, over, banned] = await Promise.all(
      ['first_of', 'second_of', 'over_of', 'banned_of'].map((name) => suite.member(name)),
    )
    await query(suite, `UPDATE session SET expires_at = now() WHERE account_id = $1`, [over!.id])
    await query(
      suite,
      `INSERT INTO ban (id, account_id, created_by, reason) VALUES (gen_random_uuid(), $1, $1, 'a test')`,
      [banned!.id],
    )
    const unknown = { headers: { cookie: `sid=${'a'.repeat(43)}` }, id: undefined }
    const callers = [first!, second!, { ...over!, id: undefined }, { ...banned!, id: undefined }, unknown]
    // More than one statement reads.
    const asked = Array.from({ length: 150 }, (_, index) => callers[(index * 7) % callers.length]!)
    const answers = await Promise.all(asked.map(({ headers }) => self(headers)))
    expect(answers.map(({ body }) => body.user?.id)).toEqual(asked.map(({ id }) => id))
  })

  test('is extended when it is used, but not on every request', async () => {
    const member = await suite.member('sliding')
    const end = async () => {
      const rows = await query<{ expires_at: Date }>(
        suite,
        'SELECT expires_at FROM session WHERE account_id = $1',
        [member.id],
      )
      return rows[0]!.expires_at.getTime()
    }
    const before = await end()
    const fresh = await self(member.headers)
    expect(fresh.headers.getSetCookie()).toEqual([])
    expect(await end()).toBe(before)
    await query(suite, `UPDATE session SET expires_at = now() + interval '1 day' WHERE account_id = $1`, [
      member.id,
    ])
    const used = await self(member.headers)
    expect(used.headers.getSetCookie()[0]).toMatch(new RegExp(`^${member.headers.cookie}; Max-Age=2592000; `))
    await expect.poll(end, { timeout: 20_000 }).toBeGreaterThanOrEqual(before)
  })

  test.each([
    'sid=',
    'sid=x',
    `sid=${'a'.repeat(43)}`,
    `sid=${'%'.repeat(43)}`,
    'sid',
    `xsid=${'a'.repeat(43)}`,
  ])('cookie %s is a guest', async (cookie) => {
    expect((await self({ cookie })).body).toEqual(guest)
  })

  test('cookie is found among others', async () => {
    const { headers, id } = await suite.member('crowded')
    const answer = await self({ cookie: `a=b; ${headers.cookie}; sidx=1` })
    expect(answer.body.user?.id).toBe(id)
  })

  test('is ignored if there are credentials in Authorization', async () => {
    const { headers } = await suite.member('cookied')
    const other = await suite.member('headered')
    const right = await self({ ...headers, ...basic('headered', other.password).headers })
    expect(right.body.user?.id).toBe(other.id)
    const wrong = await self({ ...headers, ...basic('headered', 'wrong').headers })
    expect(wrong.body).toEqual(guest)
    for (const authorization of ['Digest abc', 'Basic', 'Basic %%%', 'Bearer x y', 'x']) {
      expect((await self({ ...headers, authorization })).body).toEqual(guest)
    }
  })
})

describe('a write with the cookie', () => {
  const change = (cookie: string, headers: Record<string, string>, id: string) =>
    suite.call('PATCH', `/users/${id}`, {
      body: { display_name: 'Changed' },
      headers: { cookie, ...headers },
    })

  test('must come from this site or name no origin', async () => {
    const { headers, id } = await suite.member('forged')
    const cookie = headers.cookie ?? ''
    for (const origin of [
      'https://evil.example',
      'null',
      `${suite.url}.evil.example`,
      'https://app.example',
    ]) {
      const answer = await change(cookie, { origin }, id)
      expect([answer.status, answer.body]).toEqual([403, { error: 'invalid origin' }])
    }
    expect((await change(cookie, { origin: suite.url }, id)).status).toBe(200)
    expect((await change(cookie, {}, id)).status).toBe(200)
    const signOut = await suite.call('DELETE', '/auth/self', {
      headers: { cookie, origin: 'https://evil.example' },
    })
    expect(signOut.status).toBe(403)
    expect((await self({ cookie, origin: 'https://evil.example' })).body.type).toBe('User')
  })

  test('must do so whoever sends it: with a password that the browser remembers, or as a guest', async () => {
    const member = await suite.member('basic_writer')
    const rename = (headers: Record<string, string>) =>
      suite.call('PATCH', `/users/${member.id}`, {
        as: basic('basic_writer', member.password),
        body: { display_name: 'Changed' },
        headers,
      })
    const signIn = (headers: Record<string, string>) =>
      suite.call('PUT', '/auth/self', {
        body: { login: member.username, password: member.password },
        headers,
      })
    for (const write of [rename, signIn]) {
      for (const headers of [
        { origin: 'https://evil.example' },
        // Its bearer tokens may, nothing else.
        { origin: 'https://app.example' },
        { origin: 'null' },
        { origin: '' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ] as Record<string, string>[]) {
        const answer = await write(headers)
        expect([headers, answer.status, answer.body]).toEqual([headers, 403, { error: 'invalid origin' }])
        expect(answer.headers.getSetCookie()).toEqual([])
      }
      for (const headers of [
        {},
        { origin: suite.url },
        { origin: suite.url, 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'none' },
      ] as Record<string, string>[])
        expect([headers, (await write(headers)).status]).toEqual([headers, 200])
    }
  })
})

describe('cross-origin requests', () => {
  const preflight = (origin: string) =>
    suite.call('OPTIONS', '/forum/sections', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })

  test('are allowed to configured origins, without cookies', async () => {
    const before = await preflight('https://app.example')
    expect(before.status).toBe(204)
    expect(before.headers.get('access-control-allow-origin')).toBe('https://app.example')
    for (const name of ['authorization', 'if-none-match', 'last-event-id'])
      expect(before.headers.get('access-control-allow-headers')).toContain(name)
    expect(before.headers.get('access-control-allow-credentials')).toBeNull()
    const answer = await suite.call('GET', '/config', { headers: { origin: 'https://app.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example')
    for (const name of ['etag', 'idempotency-replayed', 'retry-after', 'www-authenticate', 'x-request-id'])
      expect(answer.headers.get('access-control-expose-headers')).toContain(name)
    const refused = await suite.call('GET', '/users/nobody', { headers: { origin: 'https://app.example' } })
    expect(refused.status).toBe(404)
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://app.example')
  })

  test('are not allowed to others', async () => {
    for (const origin of ['https://evil.example', 'http://app.example', 'null']) {
      // It is forwarded like any other OPTIONS, here to a service that does not run.
      const refused = await preflight(origin)
      expect(refused.headers.get('access-control-allow-origin')).toBeNull()
      expect(refused.headers.get('access-control-allow-methods')).toBeNull()
      const answer = await suite.call('GET', '/config', { headers: { origin } })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

test('every answer has a request id, the caller’s own if it is valid', async () => {
  const own = await self({ 'x-request-id': 'my-id.1' })
  expect(own.headers.get('x-request-id')).toBe('my-id.1')
  const made = await self({ 'x-request-id': 'my id; rm -rf /' })
  expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const lost = await suite.call('GET', '/nowhere')
  expect([lost.status, lost.body]).toEqual([404, { error: 'not found' }])
  expect(lost.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})
