import { PRINCIPAL_LIFETIME_S, type Principal } from '@agora/shared/contracts/principal'
import type { Audience } from '@agora/shared/contracts/services'
import { principalSigner } from '@agora/shared/http/principal-signer'
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'

/** A signature is used again only while the service has this long left to read it. */
const LEAST_VALIDITY_MS = 20_000
const REUSE_MS = PRINCIPAL_LIFETIME_S * 1000 - LEAST_VALIDITY_MS

export interface SignedPrincipals {
  /** The signature at once where it was made lately for exactly this principal, else a promise of it. */
  sign(principal: Principal, audience: Audience): string | Promise<string>
}

/**
 * Signs what was resolved for this request. The cache is keyed by the whole principal, so that a change of the
 * account shows at once: only the signature is remembered, never who somebody is.
 */
export async function signedPrincipals(privateKey: JWK): Promise<SignedPrincipals> {
  const sign = await principalSigner(privateKey)
  const signatures = new LRUCache<string, string>({ max: 20_000, ttl: REUSE_MS })
  return {
    sign: (principal, audience) => {
      const key = `${audience} ${JSON.stringify(principal)}`
      const known = signatures.get(key)
      if (known !== undefined) return known
      return sign(principal, audience).then((signature) => {
        signatures.set(key, signature)
        return signature
      })
    },
  }
}
