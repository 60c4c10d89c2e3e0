// Makes the secrets of a deployment in containers, once, and writes each service's environment:
//   node scripts/deployment.mjs compose    -> deploy/
//   node scripts/deployment.mjs k8s-dev    -> k8s/overlays/dev/secrets/
//   node scripts/deployment.mjs k8s        -> k8s/overlays/production/secrets/, to be given the addresses of your stores
// A second argument names another folder to write to.
// A second run keeps the existing secrets, and generates the pooler's files from the services' present addresses. The
// folders contain secrets: they do not belong in the repository.
import './lib/node-version.mjs'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from './lib/build.mjs'
import { root } from './lib/project.mjs'

/** @type {Record<string, string>} */
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
const { readWriteRoleStatements } = await import('@agora/suite/read-write-role')
const { poolerSecrets } = await import('@agora/suite/files/pooler')
const { portsOf, storesPolicy } = await import('@agora/suite/files/store-ports')
const { chartValues } = await import('@agora/suite/files/chart/values')
const { envPrefixOf, schemaOf, services, withDatabase } = await import('@agora/shared/contracts/services')

const folder = path.resolve(root, named ?? folders[target])
mkdirSync(folder, { recursive: true })
chmodSync(folder, 0o700)
const secrets = keptSecrets(folder)
/** @typedef {import('@agora/shared/contracts/services').ServiceName} ServiceName */

/**
 * @template Value
 * @param {(service: ServiceName) => Value} of
 */
const each = (of) =>
  /** @type {Record<ServiceName, Value>} */ (
    Object.fromEntries(services.map((service) => [service, of(service)]))
  )
/** @param {ServiceName} service */
const ownerOf = (service) => `agora_${schemaOf(service)}`
/** @param {ServiceName} service */
const readWriterOf = (service) => `${ownerOf(service)}_rw`

/**
 * Whose passwords the services' addresses contain.
 *
 * @param {string} store
 */
const host = (store) => (target === 'k8s' ? `${store}.example` : store)
/**
 * @param {string} role
 * @param {string} password
 */
const databaseUrlOf = (role, password) => `postgresql://${role}:${password}@${host('postgres')}:5432/agora`
/** @param {ServiceName} service */
const ownerUrlOf = (service) => databaseUrlOf(ownerOf(service), secrets.databasePasswords[service])
/** @param {ServiceName} service */
const readWriteUrlOf = (service) => databaseUrlOf(readWriterOf(service), secrets.readWritePasswords[service])
/** @type {import('@agora/suite/deployment').SecretPart} */
const deployment = {
  databaseUrls: each(readWriteUrlOf),
  redisUrl: `redis://:${secrets.storePasswords.redis}@${host('redis')}:6379`,
  natsUrl: `nats://agora:${secrets.storePasswords.nats}@${host('nats')}:4222`,
  smtpUrl: target === 'k8s' ? 'smtps://user:password@mail.example:465' : 'smtp://mail:1025',
  mediaUrl:
    target === 'k8s' ? 's3://KEY:SECRET@s3.example/agora-media?region=…' : 'file:///var/lib/agora/media',
  secrets,
}

for (const service of services) {
  const env = Object.entries(secretEnvironmentOf(deployment, service))
  writeOnce(
    `${service}.env`,
    env.map(([key, value]) => `${key}=${value}`),
  )
}

const statements = withDatabase.flatMap((service) => [
  `CREATE ROLE ${ownerOf(service)} LOGIN PASSWORD '${secrets.databasePasswords[service]}';`,
  `CREATE SCHEMA ${schemaOf(service)} AUTHORIZATION ${ownerOf(service)};`,
  ...readWriteStatements(service),
])
writeOnce(
  'databases.env',
  withDatabase.map((service) => `${envPrefixOf(service)}_DATABASE_URL=${ownerUrlOf(service)}`),
)
if (target === 'k8s') {
  writeOnce('backup.env', ['AWS_ACCESS_KEY_ID=…', 'AWS_SECRET_ACCESS_KEY=…'])
  try {
    writePooler()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
  write('network.yaml', storesPolicy(storePorts()))
  write('values.yaml', chartValues(folder, storePorts()))
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

/** @param {ServiceName} service */
function readWriteStatements(service) {
  const password = secrets.readWritePasswords[service]
  return readWriteRoleStatements({
    name: readWriterOf(service),
    password,
    owner: ownerOf(service),
    service,
  })
}

/** From the services' present addresses. */
function writePooler() {
  const urls = each(
    (service) =>
      /^DATABASE_URL=(.*)$/m.exec(readFileSync(path.join(folder, `${service}.env`), 'utf8'))?.[1] ?? '',
  )
  const unusable = withDatabase.filter((service) => !URL.canParse(urls[service]))
  if (unusable.length > 0)
    console.log(
      `the pooler gets no configuration: DATABASE_URL of ${unusable.join(', ')} names no single host`,
    )
  else {
    const hasAuthority = existsSync(path.join(folder, '../authority.pem'))
    const place = { at: 'agora-pooler:5432', hasAuthority }
    for (const [name, lines] of Object.entries(poolerSecrets(urls, place))) write(name, lines)
  }
}

/** Those that the services' present addresses name, the backup's and the migrations' included. */
function storePorts() {
  const files = [...services, 'databases', 'backup'].map((name) => path.join(folder, `${name}.env`))
  return portsOf(files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8')))
}

/**
 * For the stores that come with these deployments.
 *
 * @param {import('@agora/suite/secrets').Secrets['storePasswords']} passwords
 */
function writeStores(passwords) {
  write('postgres.env', [`POSTGRES_PASSWORD=${passwords.postgres}`])
  // The server reads the file; the client of its health check reads the variable.
  write('redis.conf', [`requirepass ${passwords.redis}`])
  write('redis.env', [`REDISCLI_AUTH=${passwords.redis}`])
  write('nats.env', [`NATS_PASSWORD=${passwords.nats}`])
  if (target === 'compose') write('grafana.env', [`GF_SECURITY_ADMIN_PASSWORD=${passwords.grafana}`])
}

/**
 * Existing values of a deployment of one's own are the operator's, or a rotation's.
 *
 * @param {string} name
 * @param {string[]} lines
 */
function writeOnce(name, lines) {
  if (target !== 'k8s' || !existsSync(path.join(folder, name))) write(name, lines)
}

/**
 * @param {string} name
 * @param {string[]} lines
 */
function write(name, lines) {
  const file = path.join(folder, name)
  writeFileSync(file, `${lines.join('\n')}\n`)
  // The stores read these as other users in their containers; the folder protects them on this machine.
  chmodSync(file, /\.(sql|conf)$/.test(name) ? 0o644 : 0o600)
}
