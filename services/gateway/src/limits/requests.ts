import type { Budget, Counters } from '@agora/shared/limits/counters'
import { createLeases } from '@agora/shared/limits/leases'
import { createLimiter } from '@agora/shared/limits/limiter'
import type { FastifyRequest } from 'fastify'
import { networkOf } from './network.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route hashes a password or sends a mail, so fewer requests to it are allowed. */
    costly?: boolean
  }
}

/**
 * What a page requests for its caller is already `counted` as that caller's request; costly routes count regardless.
 */
export type AdmitRequest = (request: FastifyRequest, counted: boolean) => undefined | Promise<void>

/** Counts requests by address, before anything else about them is examined. */
export function requestLimits(counters: Counters, budgets: { all: Budget; costly: Budget }): AdmitRequest {
  const leasesOf = (budget: Budget) => createLeases(createLimiter(counters, budget), budget)
  const [take, takeCostly] = [leasesOf(budgets.all), leasesOf(budgets.costly)]
  return (request, counted) => {
    const { access, costly } = request.routeOptions.config
    // Operators' probes and the suite's own services come from few addresses.
    if (access === undefined ? request.url.startsWith('/health/') : access.caller === 'service')
      return undefined
    const address = networkOf(request.ip)
    const taken = counted ? undefined : take(address)
    if (costly !== true) return taken
    return taken ? taken.then(() => takeCostly(address)) : takeCostly(address)
  }
}
