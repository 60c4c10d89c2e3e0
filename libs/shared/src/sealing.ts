import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets at rest. A secret sealed for one owner cannot be opened for another. */
export interface Sealer {
  seal(secret: Buffer, owner: string): Buffer<ArrayBuffer>
  /** Undefined if the bytes were changed, or sealed with another key or for another owner. */
  open(sealed: Uint8Array, owner: string): Buffer | undefined
  /** The same secret sealed with the newest key; undefined if it already is, or none of the keys opens it. */
  sealAnew(sealed: Uint8Array, owner: string): Buffer<ArrayBuffer> | undefined
}

/** `keys`: comma separated, 32 bytes in hexadecimal each. The first seals, all open. */
export function createSealer(keys: string): Sealer {
  const [newest, ...older] = keys.split(',').map((key) => Buffer.from(key, 'hex'))
  if (!newest) throw new Error('there is no key to seal with')
  const seal: Sealer['seal'] = (secret, owner) => sealWith(newest, secret, owner)
  const openWithAny = (all: readonly Buffer[], sealed: Uint8Array, owner: string) => {
    for (const key of all) {
      const secret = openWith(key, sealed, owner)
      if (secret) return secret
    }
    return undefined
  }
  return {
    seal,
    open: (sealed, owner) => openWithAny([newest, ...older], sealed, owner),
    sealAnew: (sealed, owner) => {
      if (openWith(newest, sealed, owner)) return undefined
      const secret = openWithAny(older, sealed, owner)
      return secret && seal(secret, owner)
    },
  }
}

function sealWith(key: Buffer, secret: Buffer, owner: string): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

function openWith(key: Buffer, sealed: Uint8Array, owner: string): Buffer | undefined {
  // Too short for either: nothing of ours.
  if (sealed.length < IV_BYTES + TAG_BYTES) return undefined
  const iv = sealed.subarray(0, IV_BYTES)
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  const secret = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([secret, decipher.final()])
  } catch {
    return undefined
  }
}
