import type { Audience } from '@agora/shared/contracts/services'
import type { Context } from '../context.ts'

export type AreaState = 'ready' | 'not ready' | 'unreachable' | 'not deployed'

const PROBE_TIMEOUT_MS = 2_000
/** A service's health answer is shorter than this, in bytes. */
const PROBE_BYTES = 65_536
/** Probes within this time share one check of the services. In milliseconds. */
const REMEMBER_MS = 1_000

/** The gateway's readiness besides its own stores. */
export interface AreaReadiness {
  /** Rejects until every service has been ready once and the configuration is applied, or the grace period ends. */
  check(): Promise<void>
  states(): Record<string, AreaState>
}

/**
 * The gateway first becomes ready once all services have been; from then on it serves without one that is away. After
 * the grace period, a service that never came does not keep it down either.
 */
export function areaReadiness({ areas, env }: Context, isConfigured: () => boolean): AreaReadiness {
  const graceEnds = Date.now() + env.READY_GRACE_SECONDS * 1000
  const states = new Map<Audience, AreaState>()
  const hasBeenReady = new Set<Audience>()
  let askedAt = 0
  let asking: Promise<unknown> = Promise.resolve()

  const probe = async (name: Audience): Promise<AreaState> => {
    const { replicas } = areas[name]
    if (replicas.isEmpty) return 'not deployed'
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    try {
      const { statusCode, body } = await replicas.send({ method: 'GET', path: '/health/ready', signal })
      await body.dump({ limit: PROBE_BYTES, signal })
      return statusCode === 200 ? 'ready' : 'not ready'
    } catch {
      return 'unreachable'
    }
  }

  const ask = async () => {
    const names = Object.keys(areas) as Audience[]
    await Promise.all(
      names.map(async (name) => {
        const state = await probe(name)
        states.set(name, state)
        if (state === 'ready' || state === 'not deployed') hasBeenReady.add(name)
      }),
    )
  }

  return {
    check: async () => {
      if (Date.now() - askedAt > REMEMBER_MS) {
        askedAt = Date.now()
        asking = ask()
      }
      const isComplete = () => isConfigured() && hasBeenReady.size === Object.keys(areas).length
      // From now on a hanging service must not delay the answer to the gateway's own probes.
      if (isComplete() || Date.now() >= graceEnds) return
      await asking
      if (!isComplete()) throw new Error('not all services have been ready yet')
    },
    states: () => Object.fromEntries(states),
  }
}
