import type { Suite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaptchaClient, captchaClient, easySuite } from './support.ts'

let suite: Suite
let captcha: CaptchaClient

beforeAll(async () => {
  suite = await easySuite()
  captcha = captchaClient(suite)
})
afterAll(() => suite?.close())

const spent = { outcome: 'spent' }
const invalid = { outcome: 'invalid' }

describe('POST /internal/captcha/spend', () => {
  it('spends a token once', async () => {
    const claim = { token: await captcha.earn('login'), scope: 'login' }
    expect((await captcha.spend(claim)).body).toEqual(spent)
    expect((await captcha.spend(claim)).body).toEqual(invalid)
  })

  it('accepts no token of the other form, in either direction, and leaves it unspent', async () => {
    for (const [own, other] of [
      ['register', 'login'],
      ['login', 'register'],
    ] as const) {
      const token = await captcha.earn(own)
      expect((await captcha.spend({ token, scope: other })).body).toEqual(invalid)
      expect((await captcha.spend({ token, scope: own })).body).toEqual(spent)
    }
  })

  it('accepts no challenge, solved or redeemed, as a token', async () => {
    const { token, solutions } = await captcha.solved()
    expect((await captcha.spend({ token, scope: 'register' })).body).toEqual(invalid)
    expect((await captcha.redeem({ token, solutions })).status).toBe(200)
    expect((await captcha.spend({ token, scope: 'register' })).body).toEqual(invalid)
  })

  it('answers invalid for whatever text a form may hold', async () => {
    const token = await captcha.earn()
    const texts = [
      '',
      '\0',
      '\ud800',
      'token',
      'A'.repeat(1_000_000),
      token.slice(1),
      `${token}A`,
      `${token}=`,
      `${token} `,
    ]
    for (const text of texts)
      expect((await captcha.spend({ token: text, scope: 'register' })).body).toEqual(invalid)
    const other = token.startsWith('A') ? 'B' : 'A'
    expect((await captcha.spend({ token: other + token.slice(1), scope: 'register' })).body).toEqual(invalid)
    expect((await captcha.spend({ token, scope: 'register' })).body).toEqual(spent)
  })

  it('takes a token again that was given back, and no other', async () => {
    const [token, other] = [await captcha.earn(), await captcha.earn()]
    for (const one of [token, other])
      expect((await captcha.spend({ token: one, scope: 'register' })).body).toEqual(spent)
    for (const claim of [
      { token, scope: 'login' },
      { token: `${other}x`, scope: 'register' },
    ])
      expect((await captcha.giveBack(claim)).status).toBe(200)
    expect(
      (await captcha.giveBack({ token, scope: 'register' }, suite.secrets.serviceKeys.forum)).status,
    ).toBe(401)
    expect((await captcha.spend({ token, scope: 'register' })).body).toEqual(invalid)
    expect((await captcha.giveBack({ token, scope: 'register' })).status).toBe(200)
    expect((await captcha.spend({ token, scope: 'register' })).body).toEqual(spent)
    expect((await captcha.spend({ token: other, scope: 'register' })).body).toEqual(invalid)
  })

  it('refuses callers other than services, before the body is read', async () => {
    const token = await captcha.earn()
    for (const key of ['wrong-but-long-enough', suite.secrets.internalKey, suite.secrets.serviceKeys.forum]) {
      const answer = await captcha.spend('{', key)
      expect([answer.status, answer.body]).toEqual([401, { error: 'authentication required' }])
    }
    const guest = await suite.principal({ kind: 'guest' }, 'captcha')
    const answer = await suite.call('POST', `${captcha.url}/internal/captcha/spend`, {
      as: guest,
      body: { token, scope: 'register' },
    })
    expect(answer.status).toBe(401)
    expect((await captcha.spend({ token, scope: 'register' })).body).toEqual(spent)
  })

  it('reports a malformed request, and spends nothing', async () => {
    const token = await captcha.earn()
    expect((await captcha.spend({ token })).status).toBe(422)
    expect((await captcha.spend({ token, scope: 'Register' })).status).toBe(422)
    expect((await captcha.spend({ token: [token], scope: 'register' })).status).toBe(422)
    expect((await captcha.spend({ scope: 'register' })).status).toBe(422)
    expect((await captcha.spend('{')).status).toBe(400)
    expect((await captcha.spend({ token, scope: 'register' })).body).toEqual(spent)
  })
})

describe('metrics', () => {
  it('count what was issued, redeemed, refused and spent', async () => {
    const before = await counters()
    const token = await captcha.earn('login')
    await captcha.redeem({ token: 'forged' })
    await captcha.redeem('{')
    await captcha.spend({ token, scope: 'login' })
    await captcha.spend({ token, scope: 'login' })
    const after = await counters()
    const grown = Object.entries(after)
      .map(([name, value]) => [name, value - (before[name] ?? 0)])
      .filter(([, growth]) => growth !== 0)
    expect(Object.fromEntries(grown)).toEqual({
      'captcha_challenges_minted_total{scope="login"}': 1,
      'captcha_challenges_redeemed_total{scope="login"}': 1,
      'captcha_redemptions_refused_total{reason="invalidChallenge"}': 2,
      'captcha_tokens_spent_total{scope="login",outcome="spent"}': 1,
      'captcha_tokens_spent_total{scope="login",outcome="invalid"}': 1,
    })
  })
})

async function counters(): Promise<Record<string, number>> {
  const { text } = await suite.call('GET', `${captcha.url}/metrics`)
  const samples = text.matchAll(/^(captcha_\w+)\{(.*)\} (\d+)$/gm)
  return Object.fromEntries(
    [...samples].map(([, name, labels = '', value]) => [
      `${name}{${labels.replace(/,?service="captcha",?/, '')}}`,
      Number(value),
    ]),
  )
}
