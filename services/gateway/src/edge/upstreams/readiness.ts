import { guest, PRINCIPAL_HEADER } from '@agora/shared/contracts/principal'
import type { UpstreamName } from '@agora/shared/contracts/services'
import { databaseReadiness } from '@agora/shared/database/readiness'
import type { ReadinessCheck } from '@agora/shared/http/health'
import { exposeStore } from '@agora/shared/observability/stores'
import { RefusedPrincipalError } from '@agora/shared/upstream/upstream'
import type { EdgeContext } from '../context.ts'

export type ServiceState = 'ready' | 'not ready' | 'refuses principals' | 'unreachable' | 'not deployed'

const PROBE_TIMEOUT_MS = 2_000
/** A service's health answer is shorter than this, in bytes. */
const PROBE_BYTES = 65_536
/** Probes within this time share one check of the services. In milliseconds. */
const REMEMBER_MS = 1_000

export interface Readiness {
  checks: Record<string, ReadinessCheck>
  states(): Record<string, ServiceState>
}

/**
 * The gateway is ready while it answers better than nobody would. So it first waits, for `READY_GRACE_SECONDS` at most,
 * until its database answers, each service has been ready once and the configuration is applied; later it stays without
 * any of them, since all gateways miss the same. It leaves if every service refuses what it signs: then its clock or its
 * key is at fault, and other gateways' need not be.
 */
export function readinessOf(context: EdgeContext, isConfigured: () => boolean): Readiness {
  const { services, env, pool, principals, registry } = context
  // By the clock that nothing sets: a wrong one is what is looked for.
  const graceEnds = performance.now() + env.READY_GRACE_SECONDS * 1000
  const states = new Map<UpstreamName, ServiceState>()
  const hasBeenReady = new Set<UpstreamName>()
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<unknown> = Promise.resolve()
  let hasStarted = false

  const database = databaseReadiness(pool)
  exposeStore(registry, 'postgres', database)

  const probe = async (name: UpstreamName): Promise<ServiceState> => {
    const { upstream } = services[name]
    if (upstream.isEmpty) return 'not deployed'
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    try {
      const headers = { [PRINCIPAL_HEADER]: await principals.sign(guest, name) }
      const { statusCode, body } = await upstream.send({
        method: 'GET',
        path: '/health/ready',
        headers,
        signal,
      })
      await body.dump({ limit: PROBE_BYTES, signal })
      return statusCode === 200 ? 'ready' : 'not ready'
    } catch (error) {
      return error instanceof RefusedPrincipalError ? 'refuses principals' : 'unreachable'
    }
  }

  const ask = async () => {
    const names = Object.keys(services) as UpstreamName[]
    await Promise.all(
      names.map(async (name) => {
        const state = await probe(name)
        states.set(name, state)
        if (state === 'ready' || state === 'not deployed') hasBeenReady.add(name)
      }),
    )
  }
  const askNowAndThen = () => {
    if (performance.now() - askedAt > REMEMBER_MS) {
      askedAt = performance.now()
      asking = ask()
    }
  }

  /** Until the start is over; from then on nothing that hangs may delay the answer to the gateway's own probes. */
  const atStart = (check: () => Promise<unknown>) => async () => {
    hasStarted ||= performance.now() >= graceEnds
    if (!hasStarted) await check()
  }
  const allHaveBeenReady = async () => {
    await asking
    if (!isConfigured() || hasBeenReady.size < Object.keys(services).length)
      throw new Error('not all services have been ready yet')
    await database()
    hasStarted = true
  }

  return {
    checks: {
      database: atStart(database),
      services: async () => {
        askNowAndThen()
        await atStart(allHaveBeenReady)()
      },
      principals: async () => {
        const answering = [...states.values()].filter(
          (state) => state !== 'unreachable' && state !== 'not deployed',
        )
        if (answering.length > 0 && answering.every((state) => state === 'refuses principals'))
          throw new Error('no service takes the principals that this gateway signs')
      },
    },
    states: () => Object.fromEntries(states),
  }
}
