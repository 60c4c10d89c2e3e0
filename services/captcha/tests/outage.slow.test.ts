import { migrate } from '@agora/shared/database/migrate'
import { migrationsOf } from '@agora/suite/project'
import { type PostgresServer, startPostgres } from '@agora/suite/servers/postgres'
import { temporaryFolder } from '@agora/suite/temporary'
import { type Suite, startSuite } from '@agora/testing/suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CaptchaClient, captchaClient, easy, outcome, refused } from './support.ts'

const folder = temporaryFolder('captcha-outage')
let postgres: PostgresServer
let suite: Suite
let captcha: CaptchaClient

beforeAll(async () => {
  // A durable store of its own, as in production.
  postgres = await startPostgres({ folder: folder.path })
  await migrate({ url: postgres.url, schema: 'captcha', directory: migrationsOf('captcha') })
  suite = await startSuite({
    services: ['captcha'],
    config: { captcha: easy },
    env: { captcha: { DATABASE_URL: postgres.url } },
  })
  captcha = captchaClient(suite)
})
afterAll(async () => {
  await suite?.close()
  await postgres?.stop()
  folder.remove()
})

const unavailable = [503, { error: 'service unavailable' }]

describe('while the store is away', () => {
  it('redeeming and spending fail closed, and afterwards nothing can be replayed', async () => {
    const redeemed = await captcha.solved()
    const waiting = await captcha.solved()
    const spentToken = (await captcha.redeem(redeemed)).body.token
    const waitingToken = await captcha.earn()
    expect((await captcha.spend({ token: spentToken, scope: 'register' })).body.outcome).toBe('spent')

    await postgres.kill()
    for (const body of [redeemed, waiting]) expect(outcome(await captcha.redeem(body))).toEqual(unavailable)
    for (const token of [spentToken, waitingToken])
      expect(outcome(await captcha.spend({ token, scope: 'register' }))).toEqual(unavailable)
    // What needs no store is still checked, and challenges need none.
    expect(outcome(await captcha.redeem({ token: 'forged' }))).toEqual(refused.challenge)
    expect(outcome(await captcha.redeem({ ...waiting, solutions: [] }))).toEqual(refused.solutions)
    expect((await captcha.spend({ token: 'forged', scope: 'register' })).body).toEqual({ outcome: 'invalid' })
    expect((await captcha.mint()).challenge.c).toBe(easy.puzzles)
    expect((await suite.call('GET', `${captcha.url}/health/ready`)).status).toBe(503)

    await postgres.restart()
    await suite.processes.captcha[0]?.ready()
    expect(outcome(await captcha.redeem(redeemed))).toEqual(refused.redeemed)
    expect((await captcha.spend({ token: spentToken, scope: 'register' })).body.outcome).toBe('invalid')
    expect((await captcha.redeem(waiting)).status).toBe(200)
    expect((await captcha.spend({ token: waitingToken, scope: 'register' })).body.outcome).toBe('spent')
  })

  it('a store that never answers a statement is a failure too, not an endless wait', async () => {
    const body = await captcha.solved()
    const blocker = new pg.Client({ connectionString: postgres.url, options: '-c search_path=captcha' })
    await blocker.connect()
    try {
      await blocker.query('BEGIN; LOCK TABLE redeemed_challenge IN ACCESS EXCLUSIVE MODE')
      expect(outcome(await captcha.redeem(body))).toEqual(unavailable)
    } finally {
      await blocker.end()
    }
    // The statement may or may not have taken effect; the challenge counts once in either case.
    const answers = [await captcha.redeem(body), await captcha.redeem(body)]
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.map(outcome)[1]).toEqual(refused.redeemed)
  })
})
