import type { AdmittedResponse } from './admission/admitted-response.ts'
import type { Reservation } from './memory-budget/memory-budget.ts'
import type { CachedPage, Flight } from './response-cache/cache.ts'
import type { CacheStatus } from './response-cache/cache-status.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where requests are passed on. */
    passage: Passage | undefined
  }
}

/** Whom a service's answer is for. */
export interface Recipient {
  response: AdmittedResponse
  /** How long its caller has waited for something else than the service, in milliseconds. */
  waitedMs: number
}

/** What the web service sees as well: it calls the API for its caller, at this address. */
export interface VisitHeaders {
  visitor: string
  origin: string
}

/** What a request carries from step to step on its way to a service and back. */
export interface Passage {
  /** Under which others may have the same answer; undefined if it is for this caller alone. */
  readonly cacheKey: string | undefined
  /** What the answer's `Cache-Status` says. */
  cacheStatus: CacheStatus
  /** Others wait for this answer too. */
  flight?: Flight
  /** The cached page that this is answered with. */
  page?: CachedPage
  /** The memory for its body. */
  body?: Reservation
  /** The memory for the answer; undefined until its size is known. */
  answer?: Reservation
  /** The principal as the service receives it. */
  principal?: string
  /** Whom the service's answer is for. */
  recipient?: Recipient
  /** What the web service is told as well. */
  visit?: VisitHeaders
}
