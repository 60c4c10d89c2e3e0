import { PRINCIPAL_LIFETIME_S, type Principal } from '@agora/shared/contracts/principal'
import type { UpstreamName } from '@agora/shared/contracts/services'
import { principalSigner } from '@agora/shared/http/principal-signer'
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'

/** A cached signature is reused only while the service has this long left to verify it, in milliseconds. */
const LEAST_VALIDITY_MS = 20_000
const REUSE_MS = PRINCIPAL_LIFETIME_S * 1000 - LEAST_VALIDITY_MS

interface Signed {
  signature: string
  /** By the clock that dates the principal, in milliseconds since the epoch. */
  signedAt: number
}

/** Never after a clock was set or a machine slept: services judge by their own clocks. */
const isFresh = ({ signedAt }: Signed): boolean => {
  const age = Date.now() - signedAt
  return age >= 0 && age < REUSE_MS
}

export interface SignedPrincipals {
  /** The signature at once if exactly this principal was signed recently, else a promise of it. */
  sign(principal: Principal, audience: UpstreamName): string | Promise<string>
}

/**
 * Signs the principal of a request. The cache key is the whole principal, so that a change of the account shows at
 * once: only the signature is cached, never who somebody is.
 */
export async function signedPrincipals(privateKey: JWK): Promise<SignedPrincipals> {
  const sign = await principalSigner(privateKey)
  const signatures = new LRUCache<string, Signed>({ max: 20_000 })
  return {
    sign: (principal, audience) => {
      const key = `${audience} ${JSON.stringify(principal)}`
      const known = signatures.get(key)
      if (known && isFresh(known)) return known.signature
      const signedAt = Date.now()
      return sign(principal, audience).then((signature) => {
        signatures.set(key, { signature, signedAt })
        return signature
      })
    },
  }
}
