import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

const ALGORITHM = 'sha256'
const MAC_BYTES = 32

/** Signs and checks short binary messages. */
export interface Seal {
  /** The message and its HMAC-SHA256 in base64url. */
  close(message: Buffer): string
  /** The message of `messageBytes` bytes in a text that `close` wrote under a current key; otherwise undefined. */
  open(text: string, messageBytes: number): Buffer | undefined
}

/** @param secrets the newest first: it signs, all are accepted. The algorithm is fixed; the text cannot choose one. */
export function createSeal(secrets: readonly Buffer[]): Seal {
  const keys = secrets.map((secret) => createSecretKey(secret))
  const mac = (key: KeyObject, message: Buffer) => createHmac(ALGORITHM, key).update(message).digest()

  return {
    close(message) {
      const [newest] = keys
      if (!newest) throw new Error('there is no key to sign with')
      return Buffer.concat([message, mac(newest, message)]).toString('base64url')
    },
    open(text, messageBytes) {
      const bytes = messageBytes + MAC_BYTES
      if (text.length !== Math.ceil((bytes * 4) / 3)) return undefined
      const decoded = Buffer.from(text, 'base64url')
      // Only the signed one of the texts that decode to the same bytes counts: the puzzles depend on the text.
      if (decoded.length !== bytes || decoded.toString('base64url') !== text) return undefined
      const message = decoded.subarray(0, messageBytes)
      const given = decoded.subarray(messageBytes)
      return keys.some((key) => timingSafeEqual(mac(key, message), given)) ? message : undefined
    },
  }
}
