import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaptchaClient, captchaClient, outcome } from './support.ts'

let suite: Suite
let captcha: CaptchaClient

beforeAll(async () => {
  suite = await startSuite({ services: ['captcha'], config: { captcha: { enabled: false } } })
  captcha = captchaClient(suite)
})
afterAll(() => suite?.close())

describe('POST /captcha/:scope/challenge', () => {
  it.each(['register', 'login'] as const)(
    'answers the default challenge for %s, captcha off',
    async (scope) => {
      const before = Date.now()
      const { status, body } = await captcha.post(`${scope}/challenge`)
      const after = Date.now()
      expect(status).toBe(200)
      expect(Object.keys(body).sort()).toEqual(['challenge', 'expires', 'token'])
      expect(body.challenge).toEqual({ c: 50, s: 32, d: 4 })
      expect(body.token).toMatch(/^[A-Za-z0-9_-]{20,128}$/)
      expect(Number.isSafeInteger(body.expires)).toBe(true)
      expect(body.expires).toBeGreaterThanOrEqual(before + 600_000)
      expect(body.expires).toBeLessThanOrEqual(after + 600_000)
    },
  )

  it('never returns the same token twice', async () => {
    const challenges = await Promise.all(Array.from({ length: 30 }, () => captcha.mint()))
    expect(new Set(challenges.map(({ token }) => token)).size).toBe(30)
  })

  it('ignores a body', async () => {
    expect((await captcha.post('login/challenge', { body: { c: 1, d: 1 } })).body.challenge).toEqual({
      c: 50,
      s: 32,
      d: 4,
    })
  })

  it.each(['forum', 'Register', 'registe', 'register ', '__proto__', '%00', 'toString'])(
    'answers 404 for the unknown scope %j, on both routes, whatever the body',
    async (scope) => {
      for (const options of [{}, { body: { token: 'x', solutions: [] } }, { body: '{' }]) {
        expect(outcome(await captcha.post(`${scope}/challenge`, options))).toEqual([
          404,
          { error: 'not found' },
        ])
        expect(outcome(await captcha.post(`${scope}/redeem`, options))).toEqual([404, { error: 'not found' }])
      }
    },
  )

  it('answers 404 for neighbouring paths, and 405 for other methods', async () => {
    const as = await suite.principal({ kind: 'guest' }, 'captcha')
    const none = [404, { error: 'not found' }]
    const notThis = [405, { error: 'method not allowed' }]
    for (const [method, path, refusal] of [
      ['GET', 'register/challenge', notThis],
      ['PUT', 'register/challenge', notThis],
      ['DELETE', 'login/redeem', notThis],
      ['POST', 'register', none],
      ['POST', 'register/challenge/', none],
    ] as const) {
      const answer = await suite.call(method, `${captcha.url}/api/v1/captcha/${path}`, { as })
      expect(outcome(answer), `${method} ${path}`).toEqual(refusal)
    }
  })

  it('refuses a caller that did not come through the gateway', async () => {
    const answer = await suite.call('POST', `${captcha.url}/api/v1/captcha/register/challenge`)
    expect(outcome(answer)).toEqual([401, { error: 'authentication required' }])
    const other = await suite.principal({ kind: 'guest' }, 'forum')
    expect(
      (await suite.call('POST', `${captcha.url}/api/v1/captcha/login/challenge`, { as: other })).status,
    ).toBe(503)
  })

  it('answers every caller: no credential is needed, a bad one does not matter', async () => {
    const callers = [{ kind: 'unresolvable' }, { kind: 'client', id: crypto.randomUUID() }] as const
    for (const caller of callers) {
      const as = await suite.principal(caller, 'captcha')
      expect((await suite.call('POST', `${captcha.url}/api/v1/captcha/login/challenge`, { as })).status).toBe(
        200,
      )
    }
  })
})
