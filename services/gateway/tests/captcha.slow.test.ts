import { earnCaptchaToken } from '@agora/testing/captcha-solver'
import { basic, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let suite: Suite
beforeAll(async () => {
  suite = await startSuite({
    services: ['gateway', 'captcha', 'web'],
    env: { gateway: { CAPTCHA_ENABLED: 'true' } },
    limits: true,
    config: {
      limits: { registrations_per_hour: 100, costly_requests_per_minute: 1_000 },
      captcha: { enabled: false, puzzles: 2, salt_length: 32, difficulty: 1 },
      site: { trusted_proxies: ['127.0.0.1'] },
    },
  })
})
afterAll(() => suite?.close())

const required = [401, { error: 'captcha is required' }]
const invalid = [403, { error: 'captcha is invalid' }]
const brief = ({ status, body }: { status: number; body: unknown }) => [status, body]
const register = (username: string, token?: unknown, headers: Record<string, string> = {}) =>
  suite.call('POST', '/users', {
    headers,
    body: { username, display_name: 'Somebody', password: 'eight or more', 'cap-token': token },
  })
const signIn = (password: string, address: string, token?: string, login = 'administrator') =>
  suite.call('PUT', '/auth/self', {
    body: { login, password, ...(token === undefined ? {} : { 'cap-token': token }) },
    headers: { 'x-forwarded-for': address },
  })

test('GET /config says that the captcha is enabled', async () => {
  expect((await suite.call('GET', '/config')).body.captcha).toEqual({ enabled: true })
})

describe('registration', () => {
  test('accepts a token of its own form, once', async () => {
    const token = await earnCaptchaToken(suite.url, 'register')
    expect((await register('first_one', token)).status).toBe(200)
    expect(brief(await register('second_one', token))).toEqual(invalid)
  })

  test('requires a token, checked after the shape and before the name', async () => {
    expect(brief(await register('administrator'))).toEqual(required)
    expect(brief(await register('administrator', ''))).toEqual(required)
    expect(brief(await register('administrator', 'forged'))).toEqual(invalid)
    expect(brief(await register('fine', await earnCaptchaToken(suite.url, 'login')))).toEqual(invalid)
    expect((await register('Not Fine')).status).toBe(422)
    expect((await register('fine', 7)).status).toBe(422)
    const taken = await register('administrator', await earnCaptchaToken(suite.url, 'register'))
    expect(brief(taken)).toEqual([409, { error: 'username already in use' }])
  })

  test('takes a token again where a name was taken, until it is used', async () => {
    const token = await earnCaptchaToken(suite.url, 'register')
    for (let taken = 0; taken < 2; taken++)
      expect(brief(await register('administrator', token))).toEqual([
        409,
        { error: 'username already in use' },
      ])
    expect((await register('another_name', token)).status).toBe(200)
    expect(brief(await register('one_more', token))).toEqual(invalid)
  })

  test('says of the eleventh name in an hour that was taken that its token is spent', async () => {
    const token = await earnCaptchaToken(suite.url, 'register')
    const choose = () => register('administrator', token, { 'x-forwarded-for': '192.0.2.30' })
    for (let taken = 0; taken < 10; taken++) {
      const { status, headers } = await choose()
      expect([status, headers.get('captcha-token')]).toEqual([409, null])
    }
    const over = await choose()
    expect([over.status, over.headers.get('captcha-token')]).toEqual([409, 'spent'])
    expect(brief(await choose())).toEqual(invalid)
  })

  test('succeeds for exactly one of ten at once with one token', async () => {
    const token = await earnCaptchaToken(suite.url, 'register')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => register(`shared_${index}`, token)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9)
  })
})

describe('signing in', () => {
  test('requires a captcha after three wrong passwords from one address, and from no other', async () => {
    const right = suite.secrets.administratorPassword
    const address = '192.0.2.10'
    for (let wrong = 0; wrong < 3; wrong++) {
      const login = wrong === 1 ? 'nobody_there' : 'administrator'
      expect(brief(await signIn('wrong', address, undefined, login))).toEqual([
        401,
        { error: 'invalid login or password' },
      ])
    }
    expect(brief(await signIn(right, address))).toEqual(required)
    expect(brief(await signIn(right, address, 'forged'))).toEqual(invalid)
    const foreign = await earnCaptchaToken(suite.url, 'register')
    expect(brief(await signIn(right, address, foreign))).toEqual(invalid)
    expect((await signIn(right, '192.0.2.11')).status).toBe(200)
    const token = await earnCaptchaToken(suite.url, 'login')
    expect((await signIn(right, address, token)).status).toBe(200)
    expect(brief(await signIn(right, address, token))).toEqual(invalid)
  })

  test('tells a banned member why with the captcha that their sign-in took, once', async () => {
    const token = await earnCaptchaToken(suite.url, 'register')
    const { body: member } = await register('banned_one', token)
    const administrator = await suite.administrator()
    const ban = { as: administrator, body: { reason: 'Why.', expires_at: null } }
    expect((await suite.call('PUT', `/users/${member.id}/ban`, ban)).status).toBe(200)
    const address = '203.0.113.77'
    for (let guess = 0; guess < 3; guess++) await signIn('a guess', address, undefined, 'banned_one')
    const solved = await earnCaptchaToken(suite.url, 'login')
    const refusal = brief(await signIn('eight or more', address, solved, 'banned_one'))
    expect(refusal).toEqual([403, { error: 'account is banned' }])
    const why = () =>
      suite.call('POST', '/auth/ban', {
        body: { login: 'banned_one', password: 'eight or more', 'cap-token': solved },
        headers: { 'x-forwarded-for': address },
      })
    expect(brief(await why())).toEqual([200, { reason: 'Why.', expires_at: null }])
    expect(brief(await why())).toEqual(invalid)
  })

  test('checks three of many parallel guesses from one address', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn('wrong', '192.0.2.12')))
    const messages = answers.map(({ body }) => body.error)
    expect(messages.filter((message) => message === 'invalid login or password')).toHaveLength(3)
    expect(messages.filter((message) => message === 'captcha is required')).toHaveLength(9)
  })

  test('requires none for many right passwords at once from one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signIn(suite.secrets.administratorPassword, '192.0.2.13')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('is not affected by wrong passwords in HTTP Basic', async () => {
    for (let wrong = 0; wrong < 4; wrong++) {
      await suite.call('GET', '/auth/self', {
        headers: { ...basic('administrator', 'wrong').headers, 'x-forwarded-for': '192.0.2.14' },
      })
    }
    expect((await signIn(suite.secrets.administratorPassword, '192.0.2.14')).status).toBe(200)
  })
})

test('many wrong passwords for one login from many addresses make its sign-in require a captcha, and no other’s', async () => {
  const limited = await startSuite({
    services: ['gateway', 'captcha', 'web'],
    limits: true,
    env: { gateway: { CAPTCHA_ENABLED: 'true' } },
    config: {
      captcha: { enabled: false, puzzles: 2, salt_length: 32, difficulty: 1 },
      site: { trusted_proxies: ['127.0.0.1'] },
      limits: { wrong_passwords_of_account_per_day: 4 },
    },
  })
  try {
    const attempt = (login: string, password: string, host: number, token?: string) =>
      limited.call('PUT', '/auth/self', {
        body: { login, password, ...(token === undefined ? {} : { 'cap-token': token }) },
        headers: { 'x-forwarded-for': `192.0.2.${host}` },
      })
    const right = limited.secrets.administratorPassword
    for (const login of ['administrator', 'nobody_there']) {
      for (let host = 0; host < 4; host++) expect((await attempt(login, 'wrong', host)).status).toBe(401)
      expect(brief(await attempt(login, right, 10))).toEqual(required)
    }
    const page = await fetch(`${limited.url}/sign-in`, { headers: { 'x-forwarded-for': '192.0.2.11' } })
    expect(await page.text()).not.toContain('cap-widget')
    const token = await earnCaptchaToken(limited.url, 'login')
    expect((await attempt('administrator', right, 11, token)).status).toBe(200)
    expect(brief(await attempt('another_one', 'wrong', 12))).toEqual([
      401,
      { error: 'invalid login or password' },
    ])
  } finally {
    await limited.close()
  }
})

test('while the captcha service is down, what needs it is 503, and the rest works', async () => {
  for (let wrong = 0; wrong < 3; wrong++) await signIn('wrong', '192.0.2.15')
  await suite.processes.captcha[0]?.kill()
  const registration = await register('late_comer', 'any')
  expect(brief(registration)).toEqual([503, { error: 'service unavailable' }])
  expect(registration.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await signIn(suite.secrets.administratorPassword, '192.0.2.15', 'any')).status).toBe(503)
  expect(brief(await register('late_comer'))).toEqual(required)
  expect((await signIn(suite.secrets.administratorPassword, '192.0.2.16')).status).toBe(200)
})
