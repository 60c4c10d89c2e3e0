import { type CaptchaChallenge, solveCaptcha } from '@agora/testing/captcha-solver'
import type { Answer, CallOptions } from '@agora/testing/client'
import { sharedSuite } from '@agora/testing/shared-suite'
import type { Suite } from '@agora/testing/suite'

export type Scope = 'register' | 'login'

/** Enough puzzles to tell them apart, solved in a moment. */
export const easy = { puzzles: 4, salt_length: 32, difficulty: 2 }

/** With easy puzzles, which the worker's files share. */
export const easySuite = (): Promise<Suite> =>
  sharedSuite({ services: ['captcha'], config: { captcha: easy } })

/** Calls one captcha process as the gateway does for guests. */
export function captchaClient(suite: Suite, replica = 0) {
  const url = suite.urls.captcha[replica]

  async function post(path: string, options: Omit<CallOptions, 'as'> = {}): Promise<Answer> {
    const as = await suite.principal({ kind: 'guest' }, 'captcha')
    return suite.call('POST', `${url}/api/v1/captcha/${path}`, { as, ...options })
  }

  async function mint(scope: Scope = 'register'): Promise<CaptchaChallenge> {
    const answer = await post(`${scope}/challenge`)
    if (answer.status !== 200) throw new Error(`no challenge: ${answer.status} ${answer.text}`)
    return answer.body
  }

  const redeem = (body: unknown, scope: Scope = 'register') => post(`${scope}/redeem`, { body })

  /** A challenge with its solutions: a complete redeem body. */
  async function solved(scope: Scope = 'register'): Promise<{ token: string; solutions: number[] }> {
    const challenge = await mint(scope)
    return { token: challenge.token, solutions: solveCaptcha(challenge) }
  }

  async function earn(scope: Scope = 'register'): Promise<string> {
    const answer = await redeem(await solved(scope), scope)
    if (answer.status !== 200) throw new Error(`not redeemed: ${answer.status} ${answer.text}`)
    return answer.body.token
  }

  const internal =
    (act: 'spend' | 'return') =>
    (body: unknown, key = suite.secrets.serviceKeys.gateway) =>
      suite.call('POST', `${url}/internal/captcha/${act}`, {
        as: { headers: { authorization: `Bearer ${key}` } },
        body,
      })

  return { url, post, mint, redeem, solved, earn, spend: internal('spend'), giveBack: internal('return') }
}
export type CaptchaClient = ReturnType<typeof captchaClient>

/** The complete answer to a refused redemption. */
export const refused = {
  challenge: [400, { error: 'invalid captcha challenge' }],
  scope: [400, { error: 'captcha challenge was issued for another scope' }],
  solutions: [400, { error: 'invalid captcha solutions' }],
  redeemed: [400, { error: 'captcha challenge was already redeemed' }],
} as const

export const outcome = ({ status, body }: Answer) => [status, body]
