import { type ServiceName, services } from '@agora/shared/contracts/services'
import { type Suite, startSuite } from '@agora/testing/suite'
import { startTestDatabase } from '@agora/testing/test-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAll, type Community, freeze, slowest } from './freezing.ts'

/** Any request, whatever it needs. */
const ENDS_WITHIN_MS = 10_000
/** A read that a healthy replica can answer. */
const READ_WITHIN_MS = 3_000
const WELL_WITHIN_MS = 5_000

const pathsOf: Partial<Record<ServiceName, RegExp>> = {
  forum: / \/forum\//,
  captcha: / \/captcha\//,
  apps: / \/apps/,
  archive: / \/archive\//,
  'mail-jobs': / \/job\//,
  media: / \/media$| \/users\/[^/]+\/avatar/,
}

export const HALF_A_MINUTE_MS = 30_000
export const stores = ['postgres', 'redis', 'nats'] as const

type Victim = ServiceName | (typeof stores)[number]
const isService = (victim: Victim): victim is ServiceName => services.some((service) => service === victim)

/** The guarantees while a store or a replica is frozen for this long; each service that freezes has so many replicas. */
export function whatFreezesIsNotWaitedFor(
  replicas: number,
  frozenMs: number,
  victims: readonly Victim[],
): void {
  describe(`with ${replicas} of each service that freezes`, () => {
    let community: Community
    let suite: Suite
    let database: Awaited<ReturnType<typeof startTestDatabase>>

    beforeAll(async () => {
      database = await startTestDatabase({ maxConnections: 300 })
      suite = await startSuite({
        services,
        database,
        replicas: Object.fromEntries(victims.filter(isService).map((service) => [service, replicas])),
      })
      const member = await suite.member('ada')
      const opened = await suite.call('POST', '/forum/sections/welcome', {
        as: member,
        body: { title: 'Steady', body: 'First' },
      })
      community = {
        suite,
        site: suite.urls.gateway.at(-1) ?? suite.url,
        member,
        visitor: await suite.member('nora'),
        administrator: await suite.administrator(),
        thread: opened.body.id,
      }
      // A process's first request takes longer.
      while ((await askAll(community)).some(({ status }) => status !== 200));
    }, 240_000)
    afterAll(async () => {
      await suite?.close()
      await database?.drop()
    })

    const pidOf = (victim: Victim): number => {
      const servers = { postgres: database.server, redis: suite.redis, nats: suite.nats }
      const pid = isService(victim) ? suite.processes[victim][0]?.pid : servers[victim]?.pid
      // 0 would be the test process itself.
      if (!pid) throw new Error(`${victim} is not running`)
      return pid
    }

    test.each(victims)(
      '%s stands still: every request ends, and all is well soon after',
      async (victim) => {
        const { outcomes, wellAfterMs } = await freeze(community, [pidOf(victim)], frozenMs)
        const said = `${victim} frozen, well after ${Math.round(wellAfterMs)} ms\n${slowest(outcomes)}`
        console.log(said)
        expect(Math.max(...outcomes.map(({ ms }) => ms)), said).toBeLessThan(ENDS_WITHIN_MS)
        expect(wellAfterMs, said).toBeLessThan(WELL_WITHIN_MS)
        if (!isService(victim)) return
        const path = pathsOf[victim]
        const others = outcomes.filter(({ route }) => !path?.test(route))
        expect(others.filter(({ status }) => status !== 200)).toEqual([])
        if (replicas === 1) return
        // The healthy replica answers its own requests, the healthy gateway all of them.
        const theirs = path ? outcomes.filter(({ route }) => path.test(route)) : outcomes
        const reads = theirs.filter(({ route }) => route.startsWith('GET '))
        expect(reads.filter(({ status }) => status !== 200)).toEqual([])
        expect(Math.max(0, ...reads.map(({ ms }) => ms)), said).toBeLessThan(READ_WITHIN_MS)
      },
      frozenMs + 120_000,
    )
  })
}
