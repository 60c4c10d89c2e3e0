import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { JWK } from 'jose'
import { type ServiceName, services } from './services.ts'

/** What a deployment must know and nobody else. */
export interface Secrets {
  internalKey: string
  administratorPassword: string
  /** The gateway's Ed25519 key pair, with the private part. */
  principalKey: JWK
  /** Each service's credential for its calls to others. */
  serviceKeys: Record<ServiceName, string>
  databasePasswords: Record<ServiceName, string>
  captchaKey: string
  mailPixelKey: string
  webhookKey: string
}

const hex = () => randomBytes(32).toString('hex')

/** No letter or digit that reads like another one; 32 of them, so that a byte picks one evenly. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twenty readable characters, 100 bits. */
function readablePassword(): string {
  const characters = [...randomBytes(20)].map((byte) => READABLE[byte % READABLE.length])
  return characters.join('').replaceAll(/.{5}(?=.)/g, '$&-')
}

const perService = () =>
  Object.fromEntries(services.map((name) => [name, hex()])) as Record<ServiceName, string>

export function newSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    internalKey: hex(),
    administratorPassword: readablePassword(),
    principalKey: {
      ...privateKey.export({ format: 'jwk' }),
      kid: randomBytes(8).toString('hex'),
      alg: 'EdDSA',
    },
    serviceKeys: perService(),
    databasePasswords: perService(),
    captchaKey: hex(),
    mailPixelKey: hex(),
    webhookKey: hex(),
  }
}

/** The secrets of the deployment in this folder, made at its first start; only the file's owner can read them. */
export function keptSecrets(folder: string): Secrets {
  const file = path.join(folder, 'secrets.json')
  const kept: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets = { ...newSecrets(), ...kept }
  const text = `${JSON.stringify(secrets, null, 2)}\n`
  // Also when a newer version asks for a secret that the file has not got yet. A half-written file never has its name.
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secrets
}
