import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets at rest. What was sealed for one owner opens for no other. */
export interface Sealer {
  seal(secret: Buffer, owner: string): Buffer<ArrayBuffer>
  /** Undefined when the bytes were changed, or sealed with another key or for another owner. */
  open(sealed: Uint8Array, owner: string): Buffer | undefined
}

/** `key`: 32 bytes in hexadecimal (WEBHOOK_KEY). */
export function createSealer(key: string): Sealer {
  const keyBytes = Buffer.from(key, 'hex')
  return {
    seal: (secret, owner) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, keyBytes, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    open: (sealed, owner) => {
      const iv = sealed.subarray(0, IV_BYTES)
      const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
      const decipher = createDecipheriv(ALGORITHM, keyBytes, iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      const secret = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([secret, decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
