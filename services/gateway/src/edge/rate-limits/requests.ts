import type { AgoraConfig } from '@agora/shared/config/agora-file'
import { asksForHealth } from '@agora/shared/http/health'
import type { Budget, Counters } from '@agora/shared/limits/counters'
import { createLimiter } from '@agora/shared/limits/limiter'
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../callers/network.ts'
import { createLeases, type Leases } from './leases.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route hashes a password or sends a mail, so fewer requests to it are allowed. */
    costly?: boolean
  }
}

/** An answer of so many bytes costs the services about what a request does. */
const BYTES_OF_ONE = 64 * 1024

export interface RequestLimits {
  /**
   * Counts a request by its address, before anything else about it is examined.
   *
   * @throws ApiError 429, at once or from the promise
   */
  admit(request: FastifyRequest): undefined | Promise<void>
  /** Counts a request again for each 64 KiB of its answer: a page of long posts costs what hundreds of others do. */
  countAnswer(request: FastifyRequest, bytes: number): void
  /** What this address has left of the budgets, that of costly requests included or not, as headers of an answer. */
  headersFor(address: string, isCostly: boolean): Readonly<Record<string, string>>
  /** Counts a request from this address if that can be done at once; whether it was counted. */
  tryAdmit(address: string): boolean
  /** Settles when that may be possible; undefined if it will not be for a while. */
  admitSoon(address: string): Promise<void> | undefined
}

/** A budget and what is left of it, in the words of the draft for RateLimit header fields (draft-ietf-httpapi-ratelimit-headers-10). */
function quotaOf({ name, points, seconds }: Budget, leases: Leases, address: string) {
  const left = leases.left(address)
  return (
    left && {
      policy: `"${name}";q=${points};w=${seconds}`,
      left: `"${name}";r=${left.points};t=${left.seconds}`,
    }
  )
}

const NO_HEADERS = {}

export function requestLimits({ limits }: AgoraConfig, counters: Counters): RequestLimits {
  const perMinute = (name: string, points: number): Budget => ({ name, points, seconds: 60 })
  const budgets = {
    all: perMinute('requests', limits.requests_per_minute),
    costly: perMinute('costly-requests', limits.costly_requests_per_minute),
  }
  const leasesOf = (budget: Budget) => createLeases(createLimiter(counters, budget), budget)
  const [all, ofCostly] = [leasesOf(budgets.all), leasesOf(budgets.costly)]
  return {
    admit: (request) => {
      const { access, costly } = request.routeOptions.config
      // Operators' probes and the suite's own services come from few addresses.
      if (access === undefined ? asksForHealth(request) : access.caller === 'service') return undefined
      const address = networkOf(request.ip)
      const taken = all.take(address)
      if (costly !== true) return taken
      return taken ? taken.then(() => ofCostly.take(address)) : ofCostly.take(address)
    },
    headersFor: (address, isCostly) => {
      const network = networkOf(address)
      const told = [
        quotaOf(budgets.all, all, network),
        isCostly ? quotaOf(budgets.costly, ofCostly, network) : undefined,
      ].filter((one) => one !== undefined)
      if (told.length === 0) return NO_HEADERS
      return {
        'ratelimit-policy': told.map(({ policy }) => policy).join(', '),
        ratelimit: told.map(({ left }) => left).join(', '),
      }
    },
    countAnswer: (request, bytes) => {
      const more = Math.floor(bytes / BYTES_OF_ONE)
      if (more > 0) all.owe(networkOf(request.ip), more)
    },
    tryAdmit: (address) => all.tryTake(networkOf(address)),
    admitSoon: (address) => all.renew(networkOf(address)),
  }
}

/** Where limits are switched off. */
export const noRequestLimits: RequestLimits = {
  admit: () => undefined,
  headersFor: () => NO_HEADERS,
  countAnswer: () => {},
  tryAdmit: () => true,
  admitSoon: () => undefined,
}
