import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type ServiceName, services } from '@agora/shared/contracts/services'
import type { JWK } from 'jose'

/** The secrets of a deployment. */
export interface Secrets {
  internalKey: string
  administratorPassword: string
  /** The gateway's Ed25519 key pair, including the private part. */
  principalKey: JWK
  /** Each service's credential for its calls to others. */
  serviceKeys: Record<ServiceName, string>
  /** For the roles that own the schemas. */
  databasePasswords: Record<ServiceName, string>
  /** For the roles that read and write them, in a cluster. */
  readWritePasswords: Record<ServiceName, string>
  /** For the servers that come with a deployment in containers. */
  storePasswords: Record<'postgres' | 'redis' | 'nats' | 'grafana', string>
  heldNamesKey: string
  idTokenKey: string
  authenticatorKey: string
  captchaKey: string
  mailPixelKey: string
  webhookKey: string
}

const hex = () => randomBytes(32).toString('hex')

/** No letters or digits that resemble each other; 32 of them, so that a byte picks one uniformly. */
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
    readWritePasswords: perService(),
    // NATS reads a value beginning with a digit as a number.
    storePasswords: { postgres: hex(), redis: hex(), nats: `n${hex()}`, grafana: hex() },
    heldNamesKey: hex(),
    idTokenKey: hex(),
    authenticatorKey: hex(),
    captchaKey: hex(),
    mailPixelKey: hex(),
    webhookKey: hex(),
  }
}

export const secretsIn = (folder: string): string => path.join(folder, 'secrets.json')

/** The secrets of the deployment in this folder, created at its first start; only the file's owner can read them. */
export function keptSecrets(folder: string): Secrets {
  const file = secretsIn(folder)
  const kept: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const fresh = newSecrets()
  const secrets = {
    ...fresh,
    ...kept,
    serviceKeys: { ...fresh.serviceKeys, ...kept.serviceKeys },
    databasePasswords: { ...fresh.databasePasswords, ...kept.databasePasswords },
    readWritePasswords: { ...fresh.readWritePasswords, ...kept.readWritePasswords },
    storePasswords: { ...fresh.storePasswords, ...kept.storePasswords },
  }
  const text = `${JSON.stringify(secrets, null, 2)}\n`
  // Also if a newer version needs a secret, or has a service, that the file lacks. A half-written file never gets its
  // name.
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return secrets
}
