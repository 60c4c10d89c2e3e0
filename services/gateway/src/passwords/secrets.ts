import { hash, timingSafeEqual } from 'node:crypto'

/** What a client's secret is checked against; without a hash the client is public. */
export interface ClientSecret {
  readonly id: string
  readonly secretHash: string | null
  /** The SHA-256 of the secret, with the version that it belongs to. */
  readonly secretDigest: string | null
  readonly credentialVersion: number
}

/** With the version: a gateway that knows nothing of digests may replace the hash alone. */
export const digestSecret = (version: number, secret: string): string =>
  `${version}.${hash('sha256', secret, 'base64url')}`

/** Whether the digest is of the present secret. */
export const isCurrent = ({ secretDigest, credentialVersion }: ClientSecret): boolean =>
  secretDigest?.startsWith(`${credentialVersion}.`) === true

/** In a time that tells nothing of the secret. */
export function isDigestOf({ secretDigest, credentialVersion }: ClientSecret, secret: string): boolean {
  const given = Buffer.from(digestSecret(credentialVersion, secret))
  const expected = Buffer.from(secretDigest ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
