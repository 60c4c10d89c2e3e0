import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in base64url. */
const form = /^[A-Za-z0-9_-]{43}$/

export const newToken = (): string => randomBytes(32).toString('base64url')

/** What the database stores of a token; undefined for malformed ones. No salt: 256 bits cannot be guessed. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> | undefined {
  return form.test(token) ? Uint8Array.from(createHash('sha256').update(token).digest()) : undefined
}
