import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The little of CBOR that an attestation needs (RFC 8949). */
function cbor(value: Cbor): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

const PRESENT = 0x01
const RECOGNISED = 0x04
const HAS_KEY = 0x40

/** What an answer says that is not so. */
export interface Lies {
  origin?: string
  host?: string
  handle?: string
  type?: string
  isPresent?: boolean
  isRecognised?: boolean
  count?: number
  /** Signs with another key. */
  forged?: boolean
}

/** A passkey whose answers can be made to lie; its key is of P-256. */
export class SoftAuthenticator {
  readonly id = randomBytes(32)
  readonly #origin: string
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  handle = ''
  count = 0

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }

  #client(type: string, challenge: string, origin = this.#origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data(
    { host = new URL(this.#origin).hostname, isPresent = true, isRecognised = true }: Lies,
    more: Buffer | undefined,
  ) {
    const flags = (isPresent ? PRESENT : 0) | (isRecognised ? RECOGNISED : 0) | (more ? HAS_KEY : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.count)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, more ?? Buffer.alloc(0)])
  }

  /** `RegistrationResponseJSON` */
  make({ challenge, user }: { challenge: string; user: { id: string } }, lies: Lies = {}) {
    this.handle = user.id
    const length = Buffer.from([0, this.id.length])
    const data = this.#data(lies, Buffer.concat([Buffer.alloc(16), length, this.id, this.#publicKey]))
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ])
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(this.#client(lies.type ?? 'webauthn.create', challenge, lies.origin)),
        attestationObject: text(cbor(attestation)),
      },
    }
  }

  /** `AuthenticationResponseJSON`; each counts one more. */
  answer({ challenge }: { challenge: string }, lies: Lies = {}) {
    this.count = lies.count ?? this.count + 1
    const client = this.#client(lies.type ?? 'webauthn.get', challenge, lies.origin)
    const data = this.#data(lies, undefined)
    const key = lies.forged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : this.#key
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'cross-platform',
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), key)),
        userHandle: lies.handle ?? this.handle,
      },
    }
  }
}
