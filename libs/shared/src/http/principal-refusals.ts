import { performance } from 'node:perf_hooks'
import { errors } from 'jose'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { counter } from '../observability/instruments.ts'

/** Why a principal does not verify. The first two tell of clocks, the next two of keys. */
const reasons = ['late', 'early', 'unknown_key', 'signature', 'claims', 'malformed'] as const
export type RefusalReason = (typeof reasons)[number]

/** A process that has refused for this long and accepted nothing is at fault, in milliseconds. */
const FAULTY_MS = 5_000
/** The pause between two lines of the log, in milliseconds: whoever sends a bad one may send thousands. */
const QUIET_MS = 10_000

export interface Refusals {
  /** Counts one and says so in the log; returns the reason. Without a cause it has outlived its time. */
  count(cause: unknown): RefusalReason
  /** Called for each principal that verifies. */
  accepted(): void
  /** Whether all principals of the last seconds were refused, and there was one. */
  areAll(): boolean
}

/** Counts the principals that a service refuses. */
export function countRefusals(logger: Logger, registry: Registry): Refusals {
  const refused = counter(
    registry,
    'principals_refused_total',
    'Signed principals that this process could not verify, by reason: late and early tell of clocks that differ, unknown_key and signature of keys.',
    { reason: reasons },
  )
  let acceptedAt = Number.NEGATIVE_INFINITY
  let refusedAt = Number.NEGATIVE_INFINITY
  let saidAt = Number.NEGATIVE_INFINITY
  return {
    count: (cause) => {
      const reason = reasonOf(cause)
      refused.inc({ reason })
      refusedAt = performance.now()
      if (refusedAt - saidAt > QUIET_MS) {
        saidAt = refusedAt
        logger.error(
          { reason, gateway_ahead_s: aheadOf(cause) },
          'a principal of the gateway does not verify',
        )
      }
      return reason
    },
    accepted: () => {
      acceptedAt = performance.now()
    },
    areAll: () => {
      const now = performance.now()
      return now - refusedAt < FAULTY_MS && now - acceptedAt >= FAULTY_MS
    },
  }
}

function reasonOf(cause: unknown): RefusalReason {
  if (cause === undefined || cause instanceof errors.JWTExpired) return 'late'
  if (cause instanceof errors.JWTClaimValidationFailed)
    return cause.claim === 'iat' && cause.reason === 'check_failed' ? 'early' : 'claims'
  if (cause instanceof errors.JWKSNoMatchingKey) return 'unknown_key'
  return cause instanceof errors.JWSSignatureVerificationFailed ? 'signature' : 'malformed'
}

/** By how many seconds the clock of whoever signed is ahead of this one, less the age of the principal. */
function aheadOf(cause: unknown): number | undefined {
  const isOfClaims = cause instanceof errors.JWTExpired || cause instanceof errors.JWTClaimValidationFailed
  const { iat } = isOfClaims ? cause.payload : {}
  return iat === undefined ? undefined : Math.round(iat - Date.now() / 1000)
}
