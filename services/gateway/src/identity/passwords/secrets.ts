import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** What a client's secret is checked against; without a hash the client is public. */
export interface ClientSecret {
  readonly id: string
  readonly secretHash: string | null
  /** The HMAC-SHA256 of the secret, with the version that it belongs to and the key it was made with. */
  readonly secretDigest: string | null
  readonly credentialVersion: number
}

/** Digests of clients' secrets: a copy of the database alone is no help in guessing one. */
export interface SecretDigests {
  make(version: number, secret: string): string
  /** Whether the secret is right, in a time that tells nothing of it; undefined if the digest is of no help. */
  judge(client: ClientSecret, secret: string): boolean | undefined
}

/** `keys`: comma separated, 32 bytes in hexadecimal each. The first makes digests, all judge. */
export function createSecretDigests(keys: string): SecretDigests {
  const all = keys.split(',').map((key) => {
    const own = createHmac('sha256', Buffer.from(key, 'hex')).update('secrets of clients').digest()
    return { own, name: hash('sha256', own, 'base64url').slice(0, 8) }
  })
  /** With the version, which a gateway that cannot make these changes with the hash. It knows none that begins so. */
  const beginning = (version: number, { name }: (typeof all)[number]) => `k${version}.${name}.`
  const digest = (version: number, key: (typeof all)[number], secret: string) =>
    `${beginning(version, key)}${createHmac('sha256', key.own).update(secret).digest('base64url')}`
  return {
    make: (version, secret) => digest(version, all[0]!, secret),
    judge: ({ secretDigest, credentialVersion }, secret) => {
      const key = all.find((one) => secretDigest?.startsWith(beginning(credentialVersion, one)))
      if (!secretDigest || !key) return undefined
      const given = Buffer.from(digest(credentialVersion, key, secret))
      const expected = Buffer.from(secretDigest)
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
