import { createECDH } from 'node:crypto'

/** A private key for ES256, as a JWK (RFC 7518, section 6.2). */
export interface SigningKey {
  kty: 'EC'
  crv: 'P-256'
  alg: 'ES256'
  use: 'sig'
  x: string
  y: string
  d: string
}

/** `keys`: private keys in hexadecimal, comma separated (ID_TOKEN_KEYS). @throws for a number that is no key of P-256 */
export const signingKeys = (keys: string): readonly SigningKey[] =>
  keys.split(',').map((key) => {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(key, 'hex')
    // 0x04, x, y.
    const point = pair.getPublicKey()
    return {
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: Buffer.from(key, 'hex').toString('base64url'),
    }
  })
