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
const suite = path.join(root, 'libs/suite/dist')
const { keptSecrets } = await import(path.join(suite, 'secrets.js'))
const { environmentOf } = await import(path.join(suite, 'deployment.js'))
const { envPrefixOf, schemaOf, services } = await import(path.join(suite, 'services.js'))

const folder = path.resolve(root, named ?? folders[target])
mkdirSync(folder, { recursive: true, mode: 0o700 })
const secrets = keptSecrets(folder)
const roleOf = (service) => `agora_${schemaOf(service)}`

const deployment = {
  host: '0.0.0.0',
  ports: Object.fromEntries(services.map((service) => [service, [8080]])),
  config: '/etc/agora/agora.yaml',
  databaseUrls: Object.fromEntries(
    services.map((service) => [
      service,
      `postgresql://${roleOf(service)}:${secrets.databasePasswords[service]}@postgres:5432/agora`,
    ]),
  ),
  redisUrl: 'redis://redis:6379',
  natsUrl: 'nats://nats:4222',
  smtpUrl: 'smtp://mail:1025',
  secrets,
  common: { NODE_ENV: 'production', LOG_LEVEL: 'info' },
  overrides: {},
}

for (const service of services) {
  const addresses = services
    .filter((name) => name !== 'gateway')
    .map((name) => [`${envPrefixOf(name)}_URLS`, `http://${name}:8080`])
  const env = {
    ...environmentOf(deployment, service, 8080),
    HOST: '0.0.0.0',
    GATEWAY_URL: 'http://gateway:8080',
    ...(service === 'gateway' ? Object.fromEntries(addresses) : {}),
  }
  write(
    `${service}.env`,
    Object.entries(env).map(([key, value]) => `${key}=${value}`),
  )
}

const statements = services.flatMap((service) => [
  `CREATE ROLE ${roleOf(service)} LOGIN PASSWORD '${secrets.databasePasswords[service]}';`,
  `CREATE SCHEMA ${schemaOf(service)} AUTHORIZATION ${roleOf(service)};`,
])
write('postgres.env', [`password=${secrets.databasePasswords.gateway}`])
write('roles.sql', ['-- Run once, as the superuser of the database agora.', ...statements])
if (target === 'k8s-dev') {
  // Kustomize reads nothing outside an overlay's folder.
  for (const name of ['agora.yaml', 'nats.conf'])
    copyFileSync(path.join(root, 'config', name), path.join(folder, name))
}
console.log(`wrote the environment of ${services.length} services to ${folder}/`)
console.log(`the administrator's first password is ${secrets.administratorPassword}`)

function write(name, lines) {
  const file = path.join(folder, name)
  writeFileSync(file, `${lines.join('\n')}\n`)
  // Postgres reads its script as another user of its container.
  chmodSync(file, name.endsWith('.sql') ? 0o644 : 0o600)
}
