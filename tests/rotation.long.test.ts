import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@agora/shared/contracts/services'
import { newSecrets, type Secrets } from '@agora/suite/secrets'
import { type CaptchaChallenge, solveCaptcha } from '@agora/testing/captcha-solver'
import { type Member, type Suite, startSuite } from '@agora/testing/suite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Balancer } from './support/balancer.ts'

/** The limit of a rotation, which restarts every process several times, in milliseconds. */
const LONG = 600_000
const DRAIN_SECONDS = '2'
const deployed = ['gateway', 'forum', 'captcha'] as const

type Key = Secrets['principalKey']
const publicOf = ({ d: _private, ...key }: Key) => key
const keySet = (...keys: Key[]) => JSON.stringify({ keys: keys.map(publicOf) })

/** The procedures of docs/operations.md, on two replicas of each service, under traffic. */
describe('keys are rotated without a request being refused:', () => {
  /** The environment of the processes' next start. */
  const env: Record<(typeof deployed)[number], Record<string, string>> = {
    gateway: { DRAIN_SECONDS },
    forum: { DRAIN_SECONDS },
    captcha: { DRAIN_SECONDS },
  }
  let balancer: Balancer
  let suite: Suite
  let ada: Member

  beforeAll(async () => {
    balancer = await Balancer.start()
    suite = await startSuite({
      services: deployed,
      replicas: { gateway: 2, forum: 2, captcha: 2 },
      config: { captcha: { puzzles: 2, difficulty: 2 } },
      env,
    })
    await balancer.serve(suite.urls.gateway)
    ada = await suite.member('ada')
  }, LONG)
  afterAll(async () => {
    await suite?.close()
    balancer?.close()
  })

  const call = (method: string, path: string, options: Parameters<Suite['call']>[2] = {}) =>
    suite.call(method, `${balancer.url}/api/v1${path}`, options)

  async function restartOneAfterAnother(service: ServiceName): Promise<void> {
    for (const process of suite.processes[service]) await process.restart()
  }

  /** Repeats requests from a few callers while the work runs; returns the unexpected answers. */
  async function during(
    work: () => Promise<void>,
    ask: () => Promise<string | undefined>,
  ): Promise<string[]> {
    const failures: string[] = []
    let isOver = false
    let asked = 0
    const caller = async () => {
      while (!isOver) {
        const failure = await ask().catch((error: Error) => String(error.cause ?? error))
        if (failure !== undefined) failures.push(failure)
        asked += 1
        await sleep(30)
      }
    }
    const callers = [caller(), caller(), caller()]
    try {
      await work()
    } finally {
      isOver = true
      await Promise.all(callers)
    }
    expect(asked).toBeGreaterThan(20)
    return failures
  }

  test(
    'the internal key',
    async () => {
      const [old, fresh] = [suite.secrets.internalKey, newSecrets().internalKey]
      const section = { key: 'rotated', display_name: 'Rotated', locale: null }
      const upsert = (key: string) =>
        call('POST', '/forum/sections', { body: section, headers: { 'svc-internal-auth': key } })
      let present = old
      const ask = async () => {
        const { status, text } = await upsert(present)
        return status === 200 ? undefined : `${status} ${text}`
      }
      const failures = await during(async () => {
        env.gateway.INTERNAL_KEY = `${old},${fresh}`
        await restartOneAfterAnother('gateway')
        present = fresh
        // A request with the old key may still be in progress.
        await sleep(1_000)
        env.gateway.INTERNAL_KEY = fresh
        await restartOneAfterAnother('gateway')
      }, ask)
      expect(failures).toEqual([])
      const late = await upsert(old)
      expect([late.status, late.body]).toEqual([403, { error: 'invalid internal authentication key' }])
    },
    LONG,
  )

  test(
    'the key that signs principals',
    async () => {
      const [old, fresh] = [suite.secrets.principalKey, newSecrets().principalKey]
      const ask = async () => {
        const { status, text, body } = await call('GET', '/forum/sections/welcome', { as: ada })
        return status === 200 && body.self.can_create_thread ? undefined : `${status} ${text}`
      }
      const failures = await during(async () => {
        for (const service of ['forum', 'captcha'] as const) {
          env[service].PRINCIPAL_KEYS = keySet(old, fresh)
          await restartOneAfterAnother(service)
        }
        env.gateway.PRINCIPAL_PRIVATE_KEY = JSON.stringify(fresh)
        await restartOneAfterAnother('gateway')
        for (const service of ['forum', 'captcha'] as const) {
          env[service].PRINCIPAL_KEYS = keySet(fresh)
          await restartOneAfterAnother(service)
        }
      }, ask)
      expect(failures).toEqual([])
      // What the old key has signed is no longer valid: whoever still signs with it is at fault, not the caller.
      const stale = await suite.principal({ kind: 'guest' }, 'forum')
      const [forum] = suite.urls.forum
      expect((await suite.call('GET', `${forum}/api/v1/forum/sections`, { as: stale })).status).toBe(503)
    },
    LONG,
  )

  test(
    'the key of the captcha',
    async () => {
      const [old, fresh] = [suite.secrets.captchaKey, newSecrets().captchaKey]
      const challenge = async () =>
        (await call('POST', '/captcha/register/challenge')).body as CaptchaChallenge
      const redeem = async (given: CaptchaChallenge) =>
        call('POST', '/captcha/register/redeem', {
          body: { token: given.token, solutions: solveCaptcha(given) },
        })
      const ask = async () => {
        const { status, text } = await redeem(await challenge())
        return status === 200 ? undefined : `${status} ${text}`
      }
      const before = await challenge()
      const failures = await during(async () => {
        // Accepted everywhere before it signs anywhere.
        env.captcha.CAPTCHA_KEYS = `${old},${fresh}`
        await restartOneAfterAnother('captcha')
        env.captcha.CAPTCHA_KEYS = `${fresh},${old}`
        await restartOneAfterAnother('captcha')
      }, ask)
      expect(failures).toEqual([])
      expect((await redeem(before)).status).toBe(200)

      // The old one is dropped once everything it signed has expired.
      const kept = await challenge()
      env.captcha.CAPTCHA_KEYS = fresh
      expect(await during(() => restartOneAfterAnother('captcha'), ask)).toEqual([])
      expect((await redeem(kept)).status).toBe(200)
    },
    LONG,
  )

  test(
    'the key of held usernames, and no name of an erased account is freed, whatever key is replaced',
    async () => {
      const gone = await suite.member('gone')
      const erased = await call('DELETE', `/users/${gone.id}`, {
        as: gone,
        body: { current_password: gone.password },
      })
      expect(erased.status).toBe(200)
      const body = { username: 'gone', display_name: 'Somebody else', password: 'another password' }
      const ask = async () => {
        const { status, text } = await call('POST', '/users', { body })
        return status === 409 ? undefined : `${status} ${text}`
      }
      const fresh = newSecrets()
      const present: Key = JSON.parse(env.gateway.PRINCIPAL_PRIVATE_KEY ?? '')
      const failures = await during(async () => {
        for (const service of ['forum', 'captcha'] as const) {
          env[service].PRINCIPAL_KEYS = keySet(present, fresh.principalKey)
          await restartOneAfterAnother(service)
        }
        env.gateway.HELD_NAMES_KEY = `${fresh.heldNamesKey},${suite.secrets.heldNamesKey}`
        env.gateway.PRINCIPAL_PRIVATE_KEY = JSON.stringify(fresh.principalKey)
        await restartOneAfterAnother('gateway')
      }, ask)
      expect(failures).toEqual([])
    },
    LONG,
  )
})
