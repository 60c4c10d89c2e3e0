import { readEnv } from '@agora/shared/config/env'
import { createLogger } from '@agora/shared/observability/logger'
import { solveCaptcha } from '@agora/testing/captcha-solver'
import { type Suite, startSuite } from '@agora/testing/suite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../src/app.ts'
import { Env } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import { faultsOf } from '../src/protocol/parameters.ts'
import { createTokens } from '../src/protocol/tokens.ts'
import { captchaClient, outcome } from './support.ts'

async function suiteWith(captcha: Record<string, unknown>): Promise<Suite> {
  const suite = await startSuite({ services: ['captcha'], config: { captcha } })
  onTestFinished(() => suite.close())
  return suite
}

describe('parameters out of range', () => {
  it.each([
    [{ c: 0 }, 'captcha.puzzles is 0, not 1 to 1000'],
    [{ c: -50 }, 'captcha.puzzles is -50, not 1 to 1000'],
    [{ c: 1_001 }, 'captcha.puzzles is 1001, not 1 to 1000'],
    [{ s: 0 }, 'captcha.salt_length is 0, not 1 to 256'],
    [{ s: 257 }, 'captcha.salt_length is 257, not 1 to 256'],
    [{ d: 0 }, 'captcha.difficulty is 0, not 1 to 8'],
    [{ d: 9 }, 'captcha.difficulty is 9, not 1 to 8'],
  ])('%j is named with its range', (over, fault) => {
    expect(faultsOf({ c: 50, s: 32, d: 4, ...over })).toEqual([fault])
  })

  it.each([
    ['no puzzles', { puzzles: 0 }],
    ['more work than a browser can do', { difficulty: 9 }],
  ])('with %s the service starts, warns, and mints nothing', async (_name, captcha) => {
    const suite = await suiteWith(captcha)
    const client = captchaClient(suite)
    for (const scope of ['register', 'login'])
      expect(outcome(await client.post(`${scope}/challenge`))).toEqual([
        500,
        { error: 'captcha is misconfigured' },
      ])
    await expect
      .poll(() => suite.processes.captcha[0]?.log())
      .toContain('captcha parameters are out of range')
  })

  it('existing challenges can still be redeemed', async () => {
    const suite = await suiteWith({ puzzles: 0 })
    const tokens = createTokens([Buffer.from(suite.secrets.captchaKey, 'hex')], {
      challenge: 60_000,
      verification: 60_000,
    })
    const parameters = { c: 2, s: 32, d: 1 }
    const { token } = tokens.mintChallenge('login', parameters)
    const solutions = solveCaptcha({ token, challenge: parameters, expires: 0 })
    expect((await captchaClient(suite).redeem({ token, solutions }, 'login')).status).toBe(200)
  })

  it('the bounds themselves are in range', async () => {
    for (const captcha of [
      { puzzles: 1, salt_length: 1, difficulty: 1 },
      { puzzles: 1_000, salt_length: 256, difficulty: 8 },
    ]) {
      const { challenge } = await captchaClient(await suiteWith(captcha)).mint()
      expect(challenge).toEqual({ c: captcha.puzzles, s: captcha.salt_length, d: captcha.difficulty })
    }
  })
})

describe('a service that cannot sign', () => {
  it('answers 500 and spends no challenge', async () => {
    const suite = await suiteWith({ puzzles: 2, difficulty: 1 })
    const { x, crv, kty, kid } = suite.secrets.principalKey
    const env = readEnv(Env, {
      PORT: '0',
      AGORA_CONFIG: suite.config,
      DATABASE_URL: suite.database.urls.captcha,
      PRINCIPAL_KEYS: JSON.stringify({ keys: [{ x, crv, kty, kid }] }),
      CAPTCHA_KEYS: suite.secrets.captchaKey,
    })
    const context = createContext(env, createLogger('captcha', 'silent'))
    onTestFinished(() => context.db.close())
    const whole = captchaClient(suite)
    const body = await whole.solved()
    const mintless = createTokens([], { challenge: 1, verification: 1 })
    const app = createApp({
      ...context,
      tokens: { ...mintless, readChallenge: context.tokens.readChallenge },
    })
    const { headers } = await suite.principal({ kind: 'guest' }, 'captcha')
    const post = (path: string, payload?: object) =>
      app.inject({
        method: 'POST',
        url: `/api/v1/captcha/register/${path}`,
        headers,
        ...(payload ? { payload } : {}),
      })

    for (const answer of [await post('challenge'), await post('redeem', body)])
      expect([answer.statusCode, answer.json()]).toEqual([500, { error: 'internal error' }])
    expect((await whole.redeem(body)).status).toBe(200)
  })
})
