import type { IncomingHttpHeaders } from 'node:http'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import {
  PRINCIPAL_HEADER,
  PRINCIPAL_ISSUER,
  PRINCIPAL_LIFETIME_S,
  type Principal,
} from '../contracts/principal.ts'
import type { Audience } from '../contracts/services.ts'

interface Verified {
  principal: Principal
  /** Milliseconds since the epoch. */
  expires: number
}

/**
 * Reads the signed principal that the gateway sends (a compact EdDSA JWS for this audience).
 * Answers undefined for anything else: absent, forged, expired, for another service.
 * A token that was verified once is not verified again while it lives: the signature is all that is remembered.
 */
export function principalVerifier(keys: JSONWebKeySet, audience: Audience) {
  const keySet = createLocalJWKSet(keys)
  const verified = new LRUCache<string, Verified>({ max: 10_000 })

  const verify = async (token: string): Promise<Principal | undefined> => {
    try {
      const { payload } = await jwtVerify<{ principal: Principal }>(token, keySet, {
        algorithms: ['EdDSA'],
        audience,
        issuer: PRINCIPAL_ISSUER,
        maxTokenAge: PRINCIPAL_LIFETIME_S,
        requiredClaims: ['exp', 'principal'],
        clockTolerance: 5,
      })
      const { principal } = payload
      verified.set(token, { principal, expires: (payload.exp ?? 0) * 1000 })
      return principal
    } catch {
      return undefined
    }
  }

  // Synchronous in the usual case, when the token has been verified before.
  return (headers: IncomingHttpHeaders): Principal | undefined | Promise<Principal | undefined> => {
    const token = headers[PRINCIPAL_HEADER]
    if (typeof token !== 'string') return undefined
    const known = verified.get(token)
    if (!known) return verify(token)
    if (known.expires > Date.now()) return known.principal
    verified.delete(token)
    return undefined
  }
}
