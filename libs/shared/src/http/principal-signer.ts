import { importJWK, type JWK, SignJWT } from 'jose'
import { PRINCIPAL_ISSUER, PRINCIPAL_LIFETIME_S, type Principal } from '../contracts/principal.ts'
import type { UpstreamName } from '../contracts/services.ts'

/** Signs principals for the services. Only the gateway holds the private key (and the tests, for direct calls). */
export async function principalSigner(privateKey: JWK) {
  const key = await importJWK(privateKey, 'EdDSA')
  const header = { alg: 'EdDSA', ...(privateKey.kid === undefined ? {} : { kid: privateKey.kid }) }

  return (principal: Principal, audience: UpstreamName): Promise<string> =>
    new SignJWT({ principal })
      .setProtectedHeader(header)
      .setIssuer(PRINCIPAL_ISSUER)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${PRINCIPAL_LIFETIME_S}s`)
      .sign(key)
}
