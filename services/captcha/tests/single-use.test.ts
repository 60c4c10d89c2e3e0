import { type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaptchaClient, captchaClient, easy, outcome, refused } from './support.ts'

let suite: Suite
let first: CaptchaClient
let second: CaptchaClient

beforeAll(async () => {
  suite = await startSuite({ services: ['captcha'], replicas: { captcha: 2 }, config: { captcha: easy } })
  first = captchaClient(suite, 0)
  second = captchaClient(suite, 1)
})
afterAll(() => suite?.close())

/** Twenty calls at once, spread over both processes. */
function atOnce<Result>(call: (captcha: CaptchaClient) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: 20 }, (_, index) => call(index % 2 === 0 ? first : second)))
}

describe('two processes on one database', () => {
  it('exactly one of twenty simultaneous redemptions of one challenge succeeds', async () => {
    for (let round = 0; round < 3; round++) {
      const body = await first.solved()
      const answers = await atOnce((captcha) => captcha.redeem(body))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const others = answers.filter(({ status }) => status !== 200)
      expect(others.map(outcome)).toEqual(Array(19).fill(refused.redeemed))
    }
  })

  it('exactly one of twenty simultaneous spendings of one token succeeds', async () => {
    for (let round = 0; round < 3; round++) {
      const token = await second.earn('login')
      const answers = await atOnce((captcha) => captcha.spend({ token, scope: 'login' }))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      const outcomes = answers.map(({ body }) => body.outcome).sort()
      expect(outcomes).toEqual([...Array(19).fill('invalid'), 'spent'])
    }
  })

  it('a challenge from one is redeemed by the other, and its token spent by either', async () => {
    const body = await first.solved()
    const answer = await second.redeem(body)
    expect(answer.status).toBe(200)
    expect(outcome(await first.redeem(body))).toEqual(refused.redeemed)
    const claim = { token: answer.body.token, scope: 'register' }
    expect((await first.spend(claim)).body).toEqual({ outcome: 'spent' })
    expect((await second.spend(claim)).body).toEqual({ outcome: 'invalid' })
  })

  it('a killed and restarted process knows what was used', async () => {
    const body = await first.solved()
    const token = await first.earn()
    expect((await first.redeem(body)).status).toBe(200)
    expect((await first.spend({ token, scope: 'register' })).body.outcome).toBe('spent')
    const [process] = suite.processes.captcha
    await process?.kill()
    await process?.start()
    expect(outcome(await first.redeem(body))).toEqual(refused.redeemed)
    expect((await first.spend({ token, scope: 'register' })).body.outcome).toBe('invalid')
  })
})
