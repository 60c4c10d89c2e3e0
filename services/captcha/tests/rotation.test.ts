import { randomBytes } from 'node:crypto'
import { solveCaptcha } from '@agora/testing/captcha-solver'
import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokens } from '../src/protocol/tokens.ts'
import { type CaptchaClient, captchaClient, outcome, refused } from './support.ts'

const [older, newer, foreign] = [randomBytes(32), randomBytes(48), randomBytes(32)]
const parameters = { c: 2, s: 32, d: 1 }
const lifetimes = { challenge: 60_000, verification: 60_000 }

let suite: Suite
let captcha: CaptchaClient

beforeAll(async () => {
  const keys = [newer, older].map((key) => key.toString('hex')).join(',')
  suite = await startSuite({ services: ['captcha'], env: { captcha: { CAPTCHA_KEYS: keys } } })
  captcha = captchaClient(suite)
})
afterAll(() => suite?.close())

describe('while keys rotate', () => {
  it.each([
    ['the older', older],
    ['the newer', newer],
  ])('tokens of %s key are accepted', async (_name, key) => {
    const tokens = createTokens([key], lifetimes)
    const { token } = tokens.mintChallenge('login', parameters)
    const solutions = solveCaptcha({ token, challenge: parameters, expires: 0 })
    expect((await captcha.redeem({ token, solutions }, 'login')).status).toBe(200)
    const verification = tokens.mintVerification('login')
    expect((await captcha.spend({ token: verification.token, scope: 'login' })).body.outcome).toBe('spent')
  })

  it('tokens of no other key are', async () => {
    const tokens = createTokens([foreign], lifetimes)
    const { token } = tokens.mintChallenge('login', parameters)
    expect(outcome(await captcha.redeem({ token, solutions: [0, 0] }, 'login'))).toEqual(refused.challenge)
    const verification = tokens.mintVerification('login')
    expect((await captcha.spend({ token: verification.token, scope: 'login' })).body.outcome).toBe('invalid')
  })

  it('the newest key signs', async () => {
    const { token } = await captcha.mint()
    expect(createTokens([newer], lifetimes).readChallenge(token)?.scope).toBe('register')
    expect(createTokens([older], lifetimes).readChallenge(token)).toBeUndefined()
  })
})
