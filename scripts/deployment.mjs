// Makes the secrets of a deployment in containers once, and writes what each service reads from its environment:
//   node scripts/deployment.mjs compose    -> deploy/
//   node scripts/deployment.mjs k8s-dev    -> k8s/overlays/dev/secrets/
//   node scripts/deployment.mjs k8s        -> k8s/overlays/production/secrets/, to be given the addresses of your stores
// A second word names another folder to write to.
// A second run keeps the secrets that are there. The folders hold secrets: they are not for the repository.
import './lib/node-version.mjs'
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from './lib/build.mjs'
import { root } from './lib/project.mjs'

const folders = {
  compose: 'deploy',
  'k8s-dev': 'k8s/overlays/dev/secrets',
  k8s: 'k8s/overlays/production/secrets',
}
const [target, named] = process.argv.slice(2)
if (!(target in folders)) {
  console.error('usage: node scripts/deployment.mjs compose|k8s-dev|k8s [FOLDER]')
  process.exit(2)
}
await build()
const { keptSecrets } = await import('@agora/suite/secrets')
const { secretEnvironmentOf } = await import('@agora/suite/deployment')
const { schemaOf, services, withDatabase } = await import('@agora/shared/contracts/services')

const folder = path.resolve(root, named ?? folders[target])
mkdirSync(folder, { recursive: true })
chmodSync(folder, 0o700)
const secrets = keptSecrets(folder)
/**
 * @template Value
 * @param {(service: import('@agora/shared/contracts/services').ServiceName) => Value} of
 */
const each = (of) =>
  /** @type {Record<import('@agora/shared/contracts/services').ServiceName, Value>} */ (
    Object.fromEntries(services.map((service) => [service, of(service)]))
  )
const roleOf = (service) => `agora_${schemaOf(service)}`

/** Whose passwords the services' addresses hold. */
const host = (store) => (target === 'k8s' ? `${store}.example` : store)
const databaseUrlOf = (service) =>
  `postgresql://${roleOf(service)}:${secrets.databasePasswords[service]}@${host('postgres')}:5432/agora`
/** @type {import('@agora/suite/deployment').SecretPart} */
const deployment = {
  databaseUrls: each(databaseUrlOf),
  redisUrl: `redis://:${secrets.storePasswords.redis}@${host('redis')}:6379`,
  natsUrl: `nats://agora:${secrets.storePasswords.nats}@${host('nats')}:4222`,
  smtpUrl: target === 'k8s' ? 'smtps://user:password@mail.example:465' : 'smtp://mail:1025',
  secrets,
}

for (const service of services) {
  const env = Object.entries(secretEnvironmentOf(deployment, service))
  const lines = env.map(([key, value]) => `${key}=${value}`)
  // What stands in the file already is the operator's, or a rotation's.
  if (target !== 'k8s' || !existsSync(path.join(folder, `${service}.env`))) write(`${service}.env`, lines)
}

const statements = withDatabase.flatMap((service) => [
  `CREATE ROLE ${roleOf(service)} LOGIN PASSWORD '${secrets.databasePasswords[service]}';`,
  `CREATE SCHEMA ${schemaOf(service)} AUTHORIZATION ${roleOf(service)};`,
])
if (target === 'k8s') {
  if (!existsSync(path.join(folder, 'backup.env')))
    write('backup.env', ['AWS_ACCESS_KEY_ID=…', 'AWS_SECRET_ACCESS_KEY=…'])
} else writeStores(secrets.storePasswords)
write('roles.sql', ['-- Run once, as the superuser of the database agora.', ...statements])
if (target === 'k8s-dev') {
  // Kustomize reads nothing outside an overlay's folder.
  for (const name of ['agora.yaml', 'nats.conf'])
    copyFileSync(path.join(root, 'config', name), path.join(folder, name))
}
console.log(`wrote the environment of ${services.length} services to ${folder}/`)
if (target === 'compose')
  console.log(`Grafana's user is admin, with the password ${secrets.storePasswords.grafana}`)
console.log(`the administrator's first password is ${secrets.administratorPassword}`)

/** For the stores that these deployments bring along. */
function writeStores(passwords) {
  write('postgres.env', [`POSTGRES_PASSWORD=${passwords.postgres}`])
  // The server reads the file, its client asks with the variable how the server is.
  write('redis.conf', [`requirepass ${passwords.redis}`])
  write('redis.env', [`REDISCLI_AUTH=${passwords.redis}`])
  write('nats.env', [`NATS_PASSWORD=${passwords.nats}`])
  if (target === 'compose') write('grafana.env', [`GF_SECURITY_ADMIN_PASSWORD=${passwords.grafana}`])
}

function write(name, lines) {
  const file = path.join(folder, name)
  writeFileSync(file, `${lines.join('\n')}\n`)
  // Stores read these as other users of their containers; the folder keeps them from this machine's.
  chmodSync(file, /\.(sql|conf)$/.test(name) ? 0o644 : 0o600)
}
