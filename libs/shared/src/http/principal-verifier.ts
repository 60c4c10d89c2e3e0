import type { IncomingHttpHeaders } from 'node:http'
import { performance } from 'node:perf_hooks'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import {
  CLOCK_TOLERANCE_S,
  PRINCIPAL_HEADER,
  PRINCIPAL_ISSUER,
  PRINCIPAL_LIFETIME_S,
  PRINCIPAL_REFUSED_HEADER,
  type Principal,
} from '../contracts/principal.ts'
import { declarationOf, type UpstreamName } from '../contracts/services.ts'
import { ApiError } from '../errors/catalogue.ts'
import { unavailableIn } from '../errors/unavailable.ts'
import { countRefusals } from './principal-refusals.ts'

interface Verified {
  principal: Principal
  /** When it was first seen, on the clock of `performance.now()`, which nothing sets. */
  seenAt: number
  /** In milliseconds since the epoch. */
  expires: number
}

export interface PrincipalVerifier {
  /**
   * The principal that the gateway sent (a compact EdDSA JWS for this audience); undefined where it sent none.
   *
   * @throws ApiError 503 for one that does not verify: the gateway signs for whoever calls, so a clock or a key is wrong.
   */
  verify: (headers: IncomingHttpHeaders) => Principal | undefined | Promise<Principal | undefined>
  /** Rejects while principals are refused: the one in the headers, or else all of the last seconds. */
  check: (headers: IncomingHttpHeaders) => Promise<void>
}

interface VerifierOptions {
  keys: JSONWebKeySet
  audience: UpstreamName
  logger: Logger
  registry: Registry
}

/** A token that was verified is not verified again while it lives: the signature is all that is remembered. */
export function principalVerifier({ keys, audience, logger, registry }: VerifierOptions): PrincipalVerifier {
  const keySet = createLocalJWKSet(keys)
  const verified = new LRUCache<string, Verified>({ max: 10_000 })
  const unavailable = unavailableIn(declarationOf(audience))
  const refusals = countRefusals(logger, registry)

  const refuse = (cause: unknown): never => {
    const reason = refusals.count(cause)
    throw new ApiError(unavailable, {
      cause,
      headers: { 'retry-after': '2', [PRINCIPAL_REFUSED_HEADER]: reason },
    })
  }

  const verifyAnew = async (token: string): Promise<Principal> => {
    try {
      const { payload } = await jwtVerify<{ principal: Principal }>(token, keySet, {
        algorithms: ['EdDSA'],
        audience,
        issuer: PRINCIPAL_ISSUER,
        maxTokenAge: PRINCIPAL_LIFETIME_S,
        requiredClaims: ['exp', 'principal'],
        clockTolerance: CLOCK_TOLERANCE_S,
      })
      const { principal, exp = 0 } = payload
      const expires = (exp + CLOCK_TOLERANCE_S) * 1000
      verified.set(token, { principal, seenAt: performance.now(), expires })
      refusals.accepted()
      return principal
    } catch (error) {
      return refuse(error)
    }
  }

  // Synchronous in the usual case, when the token has been verified before.
  const verify: PrincipalVerifier['verify'] = ({ [PRINCIPAL_HEADER]: token }) => {
    if (typeof token !== 'string' || token === '') return undefined
    const known = verified.get(token)
    if (!known) return verifyAnew(token)
    const isAlive =
      performance.now() - known.seenAt < PRINCIPAL_LIFETIME_S * 1000 && Date.now() < known.expires
    // However far apart the clocks are, nobody uses it for longer than it lives.
    if (!isAlive) return refuse(undefined)
    refusals.accepted()
    return known.principal
  }

  return {
    verify,
    check: async (headers) => {
      if ((await verify(headers)) === undefined && refusals.areAll())
        throw new Error('principals are refused')
    },
  }
}
