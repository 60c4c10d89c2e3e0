import { randomBytes, timingSafeEqual } from 'node:crypto'

const BYTES = 32

const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)))

/**
 * A form's token for a page: a secret of 32 bytes under a mask that is new each time. Of a constant one, the size of
 * compressed pages would tell who watches the wire a little more each time (BREACH).
 */
export function maskedToken(secret: Buffer): string {
  const mask = randomBytes(BYTES)
  return Buffer.concat([mask, xor(mask, secret)]).toString('base64url')
}

/** Whether this was made by `maskedToken` of the same secret. */
export function isMaskedToken(secret: Buffer, given: unknown): boolean {
  const bytes = Buffer.from(typeof given === 'string' ? given : '', 'base64url')
  if (bytes.length !== 2 * BYTES) return false
  return timingSafeEqual(xor(bytes.subarray(0, BYTES), bytes.subarray(BYTES)), secret)
}
