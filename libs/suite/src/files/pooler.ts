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

/** The files that a pooler and its clients need, derived from the services' addresses at Postgres. */
export function poolerSecrets(urls: Urls, place: PoolerPlace): Record<string, string[]> {
  const { sessionsOf = poolOf } = place
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
