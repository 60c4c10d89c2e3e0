import {
  declarationOf,
  envPrefixOf,
  type ServiceName,
  schemaOf,
  withDatabase,
} from '@agora/shared/contracts/services'
import { withRegions } from './regions.ts'

/** So that one may leave. As in `k8s/components/pooler/pooler.yaml`. */
export const POOLERS = 2

/** The sessions that one pooler keeps for all processes of a service: as many as a single process would. */
export const poolOf = (service: ServiceName): number => declarationOf(service).connections?.pool ?? 0

type Urls = Readonly<Record<ServiceName, string>>

export interface PoolerPlace {
  /** The pooler's address, `host:port`. */
  at: string
  /** Whether an authority of one's own signs Postgres' certificate (the component `authority`). */
  hasAuthority?: boolean
  sessionsOf?: (service: ServiceName) => number
}

/** The pooler's name for a service's database: each has a pool of its own. */
const aliasOf = (service: ServiceName) => `agora_${schemaOf(service)}`

const decoded = (url: string) => {
  const { username, password, hostname, port, pathname } = new URL(url)
  const [user, secret, database] = [username, password, pathname.slice(1)].map(decodeURIComponent)
  return { user, secret, database, host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port || '5432' }
}

const quoted = (text = '') => `'${text.replaceAll("'", "''")}'`
const inUsers = (text = '') => `"${text.replaceAll('"', '""')}"`

/** Each service's address at the pooler, derived from its address at Postgres. */
export function pooledUrls(urls: Urls, { at }: PoolerPlace): Record<ServiceName, string> {
  const pooled = (service: ServiceName) => {
    const { username, password } = new URL(urls[service])
    return `postgresql://${username}:${password}@${at}/${aliasOf(service)}`
  }
  return Object.fromEntries(withDatabase.map((service) => [service, pooled(service)])) as Record<
    ServiceName,
    string
  >
}

/** Where the component `authority` mounts the certificates of one's own authority. */
const AUTHORITY = '/etc/authority/authority.pem'
/** That of the system, in the image. */
const SYSTEM = '/etc/ssl/certs/ca-certificates.crt'
/** What node-postgres takes for an address without a word about it: no TLS. */
const UNSAID = 'disable'
const modes = [UNSAID, 'prefer', 'require', 'verify-ca', 'verify-full']

/**
 * How the pooler talks to Postgres, as the addresses say that the services would (`sslmode`): a pooler has one answer for
 * all of them. `no-verify` is `require` in PgBouncer's words; `require` verifies in node-postgres', and so it does here.
 *
 * @throws Error if the addresses differ in it, or name a mode that PgBouncer has not.
 */
export function poolerTls(urls: Urls, hasAuthority: boolean): string[] {
  const modesOf = new Map(
    withDatabase.map((service) => [service, new URL(urls[service]).searchParams.get('sslmode') ?? UNSAID]),
  )
  const [mode = UNSAID, ...others] = new Set(modesOf.values())
  if (others.length > 0) {
    const each = [...modesOf].map(([service, of]) => `${service}: ${of}`).join(', ')
    throw new Error(`the addresses differ in sslmode, and the pooler has one for all (${each})`)
  }
  if (mode === 'no-verify') return ['server_tls_sslmode = require']
  if (!modes.includes(mode)) throw new Error(`sslmode=${mode} is none of ${modes.join(', ')}, no-verify`)
  if (mode === UNSAID) return [`server_tls_sslmode = ${mode}`]
  // As node-postgres: whoever asks for TLS gets a certificate that was verified.
  const verifying = mode === 'verify-ca' ? mode : 'verify-full'
  return [`server_tls_sslmode = ${verifying}`, `server_tls_ca_file = ${hasAuthority ? AUTHORITY : SYSTEM}`]
}

/** The files that a pooler and its clients need, derived from the services' addresses at Postgres. */
export function poolerSecrets(urls: Urls, place: PoolerPlace): Record<string, string[]> {
  const { sessionsOf = poolOf, hasAuthority = false } = place
  const pooled = pooledUrls(urls, place)
  const each = (line: (service: ServiceName) => string) => withDatabase.map(line)
  return {
    'databases.ini': [
      '[databases]',
      ...each((service) => {
        const { host, port, database } = decoded(urls[service])
        const size = sessionsOf(service)
        return `${aliasOf(service)} = host=${quoted(host)} port=${port} dbname=${quoted(database)} pool_size=${size}`
      }),
    ],
    'tls.ini': poolerTls(urls, hasAuthority),
    'users.txt': each((service) => {
      const { user, secret } = decoded(urls[service])
      return `${inUsers(user)} ${inUsers(secret)}`
    }),
    'pooler.env': each((service) => `${envPrefixOf(service)}_DATABASE_URL=${pooled[service]}`),
  }
}

/** A service's requests and work go through the pooler, its sessions directly to Postgres. */
function servicePatch(service: ServiceName): string[] {
  const add = (key: string, secret: string, from: string) =>
    `    - { op: add, path: /spec/template/spec/containers/0/env/-, value: { name: ${key}, valueFrom: { secretKeyRef: { name: ${secret}, key: ${from} } } } }`
  return [
    `- target: { group: apps, version: v1, kind: Deployment, name: agora-${service} }`,
    '  patch: |-',
    add('DATABASE_URL', 'agora-pooler', `${envPrefixOf(service)}_DATABASE_URL`),
    add('DATABASE_DIRECT_URL', `agora-${service}`, 'DATABASE_URL'),
  ]
}

const FOLDER = 'k8s/components/pooler'

/** The component, as the services are declared. */
export const poolerFiles = (): Record<string, string> => ({
  [`${FOLDER}/kustomization.yaml`]: withRegions(`${FOLDER}/kustomization.yaml`, {
    services: withDatabase.flatMap(servicePatch),
  }),
  [`${FOLDER}/network.yaml`]: withRegions(`${FOLDER}/network.yaml`, {
    services: withDatabase.map(
      (service) => `- podSelector: { matchLabels: { app.kubernetes.io/name: ${service} } }`,
    ),
  }),
})
