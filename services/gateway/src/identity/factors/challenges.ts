import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const NONCE_BYTES = 16
const TIME_BYTES = 6
/** How long a passkey has to answer, in milliseconds. */
export const CHALLENGE_MS = 5 * 60 * 1000

/** A challenge that was answered; `hash` tells it from all others. */
export interface Answered {
  hash: Buffer
  expiresAt: Date
}

/**
 * The challenges of passkeys. They carry their own end and a seal, so none is stored before it is answered: however many
 * somebody asks for, nothing grows.
 */
export interface Challenges {
  /** `purpose`: what an answer is for, and whose; it counts for nothing else. */
  make(purpose: string): Buffer<ArrayBuffer>
  /** The challenge in base64url; undefined unless it was made for this purpose and has not ended. */
  read(challenge: string, purpose: string): Answered | undefined
}

/** `keys`: comma separated, in hexadecimal. The first seals, all are accepted. */
export function createChallenges(keys: string): Challenges {
  const all = keys
    .split(',')
    .map((key) => Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', 'challenges of passkeys', 32)))
  const sealOf = (key: Buffer, content: Buffer, purpose: string) =>
    createHmac('sha256', key).update(content).update(purpose).digest()
  return {
    make: (purpose) => {
      const content = Buffer.concat([randomBytes(NONCE_BYTES), Buffer.alloc(TIME_BYTES)])
      content.writeUIntBE(Date.now() + CHALLENGE_MS, NONCE_BYTES, TIME_BYTES)
      return Buffer.concat([content, sealOf(all[0]!, content, purpose)])
    },
    read: (challenge, purpose) => {
      const bytes = Buffer.from(challenge, 'base64url')
      const content = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
      const seal = bytes.subarray(NONCE_BYTES + TIME_BYTES)
      const isOurs = all.some((key) => {
        const expected = sealOf(key, content, purpose)
        return expected.length === seal.length && timingSafeEqual(expected, seal)
      })
      if (!isOurs) return undefined
      const expiresMs = content.readUIntBE(NONCE_BYTES, TIME_BYTES)
      if (expiresMs <= Date.now()) return undefined
      return { hash: hash('sha256', bytes, 'buffer'), expiresAt: new Date(expiresMs) }
    },
  }
}
