import { basic, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway'],
    replicas: { gateway: 2 },
    config: { site: { trusted_proxies: ['127.0.0.1'] } },
  })
})
afterAll(() => suite?.close())

/** A caller behind a trusted proxy, so that each test has addresses of its own. */
const from = (address: string, login: string, password: string) => ({
  headers: { ...basic(login, password).headers, 'x-forwarded-for': address },
})
/** A route that lists 401, with an unknown id: 404 for any authenticated caller. */
const statusOf = async (caller: { headers: Record<string, string> }, replica = 0) => {
  const answer = await suite.call('PATCH', `${suite.urls.gateway[replica]}/api/v1/users/none`, {
    as: caller,
    body: {},
  })
  return answer.status
}
const IN = 404
const OUT = 401

describe('HTTP Basic', () => {
  test('accepts the username or the id, and a password with colons in any script', async () => {
    const member = await suite.member('basic_one', { password: 'co:lön::ed 🔑' })
    expect(await statusOf(basic('basic_one', member.password))).toBe(IN)
    expect(await statusOf(basic(member.id, member.password))).toBe(IN)
    expect(await statusOf(basic(member.id.toUpperCase(), member.password))).toBe(IN)
  })

  test.each([
    ['a wrong password', basic('basic_two', 'wrong')],
    ['an empty password', basic('basic_two', '')],
    ['an empty login', basic('', 'x')],
    ['an unknown name', basic('nobody_here', 'x')],
    ['an unknown id', basic('00000000-0000-7000-8000-000000000000', 'x')],
    ['an unknown email', basic('x@example.org', 'x')],
    ['a NUL in the email', basic('x\0@example.org', 'x')],
    ['an unknown client', basic('nobody@clients', 'x')],
    ['a name with a quote', basic("' OR 1=1 --", 'x')],
    ['no colon', { headers: { authorization: `Basic ${Buffer.from('basic_two').toString('base64')}` } }],
    ['bytes that are no UTF-8', { headers: { authorization: 'Basic /////////w==' } }],
    ['another scheme', { headers: { authorization: 'Digest abc' } }],
  ])('refuses %s', async (_, caller) => {
    const answer = await suite.call('PATCH', '/users/none', { as: caller, body: {} })
    expect([answer.status, answer.body]).toEqual([401, { error: 'invalid credentials' }])
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="agora", charset="UTF-8"')
  })

  test('checks ten wrong passwords for a login and address, then refuses even the right one, on every replica', async () => {
    const member = await suite.member('guessed')
    for (let wrong = 0; wrong < 10; wrong++) {
      expect(await statusOf(from('192.0.2.1', 'guessed', `wrong ${wrong}`), wrong % 2)).toBe(OUT)
    }
    expect(await statusOf(from('192.0.2.1', 'guessed', member.password), 0)).toBe(OUT)
    expect(await statusOf(from('192.0.2.1', 'guessed', member.password), 1)).toBe(OUT)
    expect(await statusOf(from('192.0.2.2', 'guessed', member.password))).toBe(IN)
    expect(await statusOf(from('192.0.2.1', 'administrator', suite.secrets.administratorPassword))).toBe(IN)
    // Sign-in is counted separately, and sessions are not locked out.
    expect(await statusOf(member)).toBe(IN)
    const signIn = await suite.call('PUT', '/auth/self', {
      body: { login: 'guessed', password: member.password },
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect(signIn.status).toBe(200)
  })

  test('a right one among the first ten resets the count', async () => {
    const member = await suite.member('forgetful')
    for (let round = 0; round < 2; round++) {
      for (let wrong = 0; wrong < 9; wrong++) {
        expect(await statusOf(from('192.0.2.3', 'forgetful', `wrong ${wrong}`))).toBe(OUT)
      }
      expect(await statusOf(from('192.0.2.3', 'forgetful', member.password))).toBe(IN)
    }
  })

  test('of forty parallel guesses at most ten are checked', async () => {
    const member = await suite.member('stormed')
    const guesses = Array.from({ length: 40 }, (_, index) =>
      statusOf(from('192.0.2.4', 'stormed', index === 39 ? member.password : `wrong ${index}`), index % 2),
    )
    const statuses = await Promise.all(guesses)
    expect(statuses.slice(0, 39).every((status) => status === OUT)).toBe(true)
    // The right one either was among the first ten checked, or was not checked: never were more than ten.
    const lockedOut = (await statusOf(from('192.0.2.4', 'stormed', member.password))) === OUT
    expect(lockedOut || statuses[39] === IN).toBe(true)
  })

  test('thirty parallel right ones are all accepted', async () => {
    const member = await suite.member('parallel')
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        statusOf(from('192.0.2.5', 'parallel', member.password), index % 2),
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([IN]))
  })

  test('addresses in one IPv6 /64 network count together, others separately', async () => {
    const member = await suite.member('sixth')
    for (let host = 1; host <= 10; host++) {
      expect(await statusOf(from(`2001:db8:1:2::${host}`, 'sixth', 'wrong'))).toBe(OUT)
    }
    expect(await statusOf(from('2001:db8:1:2:ffff::1', 'sixth', member.password))).toBe(OUT)
    expect(await statusOf(from('2001:db8:1:3::1', 'sixth', member.password))).toBe(IN)
  })

  test('counts per process while Redis is down, and together again when it is back', async () => {
    const member = await suite.member('offline')
    await suite.redis?.stop()
    try {
      for (let wrong = 0; wrong < 10; wrong++) {
        expect(await statusOf(from('192.0.2.6', 'offline', `wrong ${wrong}`))).toBe(OUT)
      }
      expect(await statusOf(from('192.0.2.6', 'offline', member.password))).toBe(OUT)
      expect(await statusOf(from('192.0.2.7', 'offline', member.password))).toBe(IN)
    } finally {
      await suite.redis?.restart()
    }
  })
})

describe('X-Forwarded-For', () => {
  test('counts only from a trusted proxy', async () => {
    const direct = await startSuite({ services: ['gateway'] })
    try {
      const member = await direct.member('direct')
      const attempt = async (address: string, password: string) =>
        (await direct.call('PATCH', '/users/none', { as: from(address, 'direct', password), body: {} }))
          .status
      for (let wrong = 0; wrong < 10; wrong++) expect(await attempt(`192.0.2.${wrong}`, 'wrong')).toBe(OUT)
      expect(await attempt('198.51.100.1', member.password)).toBe(OUT)
    } finally {
      await direct.close()
    }
  })
})
