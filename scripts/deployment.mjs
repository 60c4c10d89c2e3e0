// Makes the secrets of a deployment in containers once, and writes what each service reads from its environment:
//   node scripts/deployment.mjs compose    -> deploy/
//   node scripts/deployment.mjs k8s-dev    -> k8s/overlays/dev/secrets/
// A second word names another folder to write to.
// A second run keeps the secrets that are there. The folders hold secrets: they are not for the repository.
import './lib/node-version.mjs'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from './lib/build.mjs'
import { root } from './lib/project.mjs'

const folders = { compose: 'deploy', 'k8s-dev': 'k8s/overlays/dev/secrets' }
const [target, named] = process.argv.slice(2)
if (!(target in folders)) {
  console.error('usage: node scripts/deployment.mjs compose|k8s-dev [FOLDER]')
  process.exit(2)
}
await build()
const { keptSecrets } = await import('@agora/suite/secrets')
const { environmentOf } = await import('@agora/suite/deployment')
const { audiences, schemaOf, services, urlsKeyOf, withDatabase } = await import(
  '@agora/shared/contracts/services'
)

const folder = path.resolve(root, named ?? folders[target])
mkdirSync(folder, { recursive: true })
chmodSync(folder, 0o700)
const secrets = keptSecrets(folder)
/** As the network of the containers, or the cluster, names a service. */
const addressOf = (service) => `http://${target === 'compose' ? '' : 'agora-'}${service}:8080`
/**
 * @template Value
 * @param {(service: import('@agora/shared/contracts/services').ServiceName) => Value} of
 */
const each = (of) =>
  /** @type {Record<import('@agora/shared/contracts/services').ServiceName, Value>} */ (
    Object.fromEntries(services.map((service) => [service, of(service)]))
  )
const roleOf = (service) => `agora_${schemaOf(service)}`

/** @type {import('@agora/suite/deployment').Deployment} */
const deployment = {
  host: '0.0.0.0',
  ports: each(() => [8080]),
  config: '/etc/agora/agora.yaml',
  databaseUrls: each(
    (service) => `postgresql://${roleOf(service)}:${secrets.databasePasswords[service]}@postgres:5432/agora`,
  ),
  redisUrl: `redis://:${secrets.storePasswords.redis}@redis:6379`,
  natsUrl: `nats://agora:${secrets.storePasswords.nats}@nats:4222`,
  smtpUrl: 'smtp://mail:1025',
  secrets,
  common: { NODE_ENV: 'production', LOG_LEVEL: 'info' },
  overrides: {},
}

for (const service of services) {
  const addresses = audiences.map((name) => [urlsKeyOf(name), addressOf(name)])
  const env = {
    ...environmentOf(deployment, service, 8080),
    HOST: '0.0.0.0',
    GATEWAY_URL: addressOf('gateway'),
    ...(service === 'gateway' ? Object.fromEntries(addresses) : {}),
  }
  write(
    `${service}.env`,
    Object.entries(env).map(([key, value]) => `${key}=${value}`),
  )
}

const statements = withDatabase.flatMap((service) => [
  `CREATE ROLE ${roleOf(service)} LOGIN PASSWORD '${secrets.databasePasswords[service]}';`,
  `CREATE SCHEMA ${schemaOf(service)} AUTHORIZATION ${roleOf(service)};`,
])
const { storePasswords } = secrets
write('postgres.env', [`POSTGRES_PASSWORD=${storePasswords.postgres}`])
// The server reads the file, its client asks with the variable how the server is.
write('redis.conf', [`requirepass ${storePasswords.redis}`])
write('redis.env', [`REDISCLI_AUTH=${storePasswords.redis}`])
write('nats.env', [`NATS_PASSWORD=${storePasswords.nats}`])
if (target === 'compose') write('grafana.env', [`GF_SECURITY_ADMIN_PASSWORD=${storePasswords.grafana}`])
write('roles.sql', ['-- Run once, as the superuser of the database agora.', ...statements])
if (target === 'k8s-dev') {
  // Kustomize reads nothing outside an overlay's folder.
  for (const name of ['agora.yaml', 'nats.conf'])
    copyFileSync(path.join(root, 'config', name), path.join(folder, name))
}
console.log(`wrote the environment of ${services.length} services to ${folder}/`)
if (target === 'compose') console.log(`Grafana's user is admin, with the password ${storePasswords.grafana}`)
console.log(`the administrator's first password is ${secrets.administratorPassword}`)

function write(name, lines) {
  const file = path.join(folder, name)
  writeFileSync(file, `${lines.join('\n')}\n`)
  // Stores read these as other users of their containers; the folder keeps them from this machine's.
  chmodSync(file, /\.(sql|conf)$/.test(name) ? 0o644 : 0o600)
}
