import { setTimeout as sleep } from 'node:timers/promises'
import { solveCaptcha } from '@agora/testing/captcha-solver'
import { type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokens } from '../src/protocol/tokens.ts'
import { type CaptchaClient, captchaClient, easy, outcome, refused } from './support.ts'

let suite: Suite
let captcha: CaptchaClient

beforeAll(async () => {
  suite = await startSuite({
    services: ['captcha'],
    replicas: { captcha: 2 },
    config: { captcha: easy },
    env: {
      captcha: { CAPTCHA_CHALLENGE_SECONDS: '2', CAPTCHA_TOKEN_SECONDS: '2', CAPTCHA_PURGE_SECONDS: '1' },
    },
  })
  captcha = captchaClient(suite)
})
afterAll(() => suite?.close())

/** The service uses this machine's clock too. */
const until = (time: number) => sleep(Math.max(0, time - Date.now()))

describe('expiry', () => {
  it('a challenge is refused from its expiry on, even if solved correctly', async () => {
    const challenge = await captcha.mint()
    const solutions = solveCaptcha(challenge)
    await until(challenge.expires)
    expect(outcome(await captcha.redeem({ token: challenge.token, solutions }))).toEqual(refused.challenge)
  })

  it('a verification token is invalid from its expiry on', async () => {
    // Issued here, to live long enough on any machine.
    const key = Buffer.from(suite.secrets.captchaKey, 'hex')
    const parameters = { c: 2, s: 32, d: 1 }
    const { token } = createTokens([key], { challenge: 60_000, verification: 1 }).mintChallenge(
      'register',
      parameters,
    )
    const solutions = solveCaptcha({ token, challenge: parameters, expires: 0 })
    const { status, body } = await captcha.redeem({ token, solutions })
    expect(status).toBe(200)
    await until(body.expires)
    expect((await captcha.spend({ token: body.token, scope: 'register' })).body).toEqual({
      outcome: 'invalid',
    })
  })
})

describe('the purge', () => {
  it('deletes what expired long ago, whoever wrote it, and keeps all that could still be replayed', async () => {
    const client = new pg.Client({
      connectionString: suite.database.urls.captcha,
      options: '-c search_path=captcha',
    })
    await client.connect()
    try {
      for (const table of ['redeemed_challenge', 'spent_token']) {
        await client.query(
          `INSERT INTO ${table} (id, expires_at)
           SELECT gen_random_uuid(), now() + make_interval(hours => hours)
           FROM unnest('{-48, -2, 0, 1, 48}'::int[]) AS hours, generate_series(1, 3000)`,
        )
      }
      const due = async () => {
        const { rows } = await client.query<{ due: number; kept: number }>(
          `SELECT count(*) FILTER (WHERE expires_at < now() - interval '1 hour')::int AS due,
                  count(*) FILTER (WHERE expires_at > now() - interval '30 minutes')::int AS kept
           FROM (TABLE redeemed_challenge UNION ALL TABLE spent_token)`,
        )
        return rows[0]
      }
      await expect.poll(async () => (await due())?.due, { timeout: 50_000, interval: 100 }).toBe(0)
      expect((await due())?.kept).toBeGreaterThanOrEqual(2 * 3 * 3_000)
    } finally {
      await client.end()
    }
  })
})
