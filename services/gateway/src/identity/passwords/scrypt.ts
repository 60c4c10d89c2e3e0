import { createHash, createHmac, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

/**
 * The header of the program `scrypt` as a hash, as scrypt-kdf and Eternaltwin store it: `scrypt`, a version, the parameters, a salt of
 * 32 bytes, 16 bytes of the SHA-256 of all that, and its HMAC with the second half of the derived key.
 */
const MARK = 'scrypt:'
const BYTES = 96
const SCRYPT = /^scrypt:[A-Za-z0-9+/]{128}$/
const HEAD = 16
const SALTED = 48
const CHECKED = 64
const KEY_BYTES = 64

/** Memory is `128 * N * r` bytes: 128 MiB, which is what half a second on one core makes of it. Time grows with `p` as well. */
const MAX_UNITS = 2 ** 20

interface Parts {
  bytes: Buffer
  options: { N: number; r: number; p: number; maxmem: number }
}

/** Undefined if it is no such hash, is damaged, or costs too much. */
function partsOf(hash: string): Parts | undefined {
  if (!SCRYPT.test(hash)) return undefined
  const bytes = Buffer.from(hash.slice(MARK.length), 'base64')
  const isOurs =
    bytes.length === BYTES && bytes.toString('latin1', 0, MARK.length - 1) === 'scrypt' && bytes[6] === 0
  const [log, r, p] = [bytes[7]!, bytes.readUInt32BE(8), bytes.readUInt32BE(12)]
  const isPayable = log > 0 && log <= 20 && r > 0 && p > 0 && 2 ** log * r * p <= MAX_UNITS
  if (!isOurs || !isPayable) return undefined
  const checksum = createHash('sha256').update(bytes.subarray(0, SALTED)).digest()
  if (!checksum.subarray(0, CHECKED - SALTED).equals(bytes.subarray(SALTED, CHECKED))) return undefined
  const N = 2 ** log
  // OpenSSL counts more than the memory of the blocks.
  return { bytes, options: { N, r, p, maxmem: 128 * r * (N + p) + 2 ** 20 } }
}

/** Whether it can be verified here. */
export const isScrypt = (hash: string): boolean => partsOf(hash) !== undefined

export async function verifyScrypt(hash: string, password: string): Promise<boolean> {
  const parts = partsOf(hash)
  if (!parts) return false
  const { bytes, options } = parts
  const key = await derive(password, bytes.subarray(HEAD, SALTED), KEY_BYTES, options)
  const mac = createHmac('sha256', key.subarray(KEY_BYTES / 2))
    .update(bytes.subarray(0, CHECKED))
    .digest()
  return timingSafeEqual(mac, bytes.subarray(CHECKED))
}
