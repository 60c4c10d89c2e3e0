import { backends, storesAmong } from '@agora/shared/contracts/service-declaration'
import {
  calledByService,
  declarationOf,
  envPrefixOf,
  type ServiceName,
  schemaOf,
  services,
  urlsKeyOf,
} from '@agora/shared/contracts/services'
import { readWriteRoleStatements } from '../read-write-role.ts'
import { connectionRows } from './connections.ts'
import { objectiveRules } from './objectives.ts'
import { withRegions } from './regions.ts'
import { requestRows } from './requests.ts'

/** The startup configuration, where every service of Compose's file reads it. */
const CONFIG = './config/agora.yaml:/etc/agora/agora.yaml:ro'
/** The port of every service in its own container. */
export const CONTAINER_PORT = 8080

/** One service in Compose's file, and the step before it. */
function composeService(service: ServiceName): string[] {
  const { backends: needed, metricsPort, files } = declarationOf(service)
  const hasDatabase = needed.includes('postgres')
  const stores = storesAmong(needed)
  const waits = [
    ...stores.map((store) => `${store}: { condition: service_healthy }`),
    ...(hasDatabase ? [`migrate-${service}: { condition: service_completed_successfully }`] : []),
  ]
  const addressOf = (name: ServiceName) => `http://${name}:${CONTAINER_PORT}`
  const addresses = calledByService(service)
  const environment = [
    `GATEWAY_URL: ${addressOf('gateway')}`,
    ...addresses.map((name) => `${urlsKeyOf(name)}: ${addressOf(name)}`),
    ...(metricsPort === undefined ? [] : ['METRICS_HOST: 0.0.0.0', `METRICS_PORT: ${metricsPort}`]),
    // A service's name resolves to all its containers (docker compose up --scale forum=2).
    ...(service === 'gateway'
      ? ['REPLICA_HOSTS: "{service}"', 'PROMETHEUS_URL: http://prometheus:9090']
      : []),
  ]
  return [
    ...(hasDatabase ? composeMigration(service) : []),
    `${service}:`,
    '  <<: *service',
    `  build: { context: ., args: { SERVICE: ${service} } }`,
    `  env_file: deploy/${service}.env`,
    '  environment:',
    '    <<: *place',
    ...environment.map((line) => `    ${line}`),
    ...(service === 'gateway' ? [`  ports: ["8080:${CONTAINER_PORT}"]`] : []),
    ...(files === undefined ? [] : [`  volumes: ["${CONFIG}", "${service}:/var/lib/agora"]`]),
    ...(waits.length === 0 ? [] : ['  depends_on:']),
    ...waits.map((wait) => `    ${wait}`),
    '',
  ]
}

/** Migrates the schema of a service, as the role that owns it, and ends. */
function composeMigration(service: ServiceName): string[] {
  const migrate = `exec node dist/bundle/migrate.js ${schemaOf(service)} prisma/migrations`
  return [
    `migrate-${service}:`,
    '  <<: *migration',
    `  build: { context: ., args: { SERVICE: ${service} } }`,
    `  command: [sh, -c, "DATABASE_URL=$$${envPrefixOf(service)}_DATABASE_URL ${migrate}"]`,
    '',
  ]
}

/** Prometheus scrapes each port's services by name. */
function scrapeTargets(): string[] {
  const portOf = (service: ServiceName) => declarationOf(service).metricsPort ?? CONTAINER_PORT
  const ports = [...new Set(services.map(portOf))]
  return ports.map((port) => {
    const names = services.filter((service) => portOf(service) === port).join(', ')
    return `- { names: [${names}], type: A, port: ${port}, refresh_interval: 10s }`
  })
}

/** In each namespace that had processes within the hour; one label that is replaced by none is how PromQL adds one. */
function missing(): string[] {
  const anywhere = 'count by (namespace) (last_over_time(agora_build_info[1h]))'
  const absent = services.map(
    (service) =>
      `label_replace(${anywhere} unless on (namespace) agora_build_info{service="${service}"}, "service", "${service}", "", "")`,
  )
  return [
    'expr: >-',
    ...absent.map((one, index) => `  ${index === 0 ? '' : 'or '}${one}`),
    '  or absent(agora_build_info)',
  ]
}

/** What a service's Secret must hold: its backends' addresses, its credentials, and its own secrets. */
function secretRow(service: ServiceName): string {
  const { backends: needed, secrets } = declarationOf(service)
  const calls = services.filter((name) => declarationOf(name).calledBy.includes(service))
  const { calledBy } = declarationOf(service)
  const keys = [
    ...needed.map((name) => backends[name].key),
    ...(service === 'gateway' ? [] : ['PRINCIPAL_KEYS']),
    ...(calls.length > 0 ? ['SERVICE_KEY'] : []),
    ...(calledBy.length > 0 ? ['SERVICE_CALLERS'] : []),
    ...Object.keys(secrets),
  ]
  const quoted = keys.map((key) => `\`${key}\``)
  return `| \`agora-${service}\` | ${quoted.join(', ')} | ${calledBy.join(', ')} |`
}

const readWriteRoleExample = (): string[] => [
  '',
  '```sql',
  ...readWriteRoleStatements({
    name: 'agora_forum_rw',
    password: '…',
    owner: 'agora_forum',
    service: 'forum',
  }),
  '```',
  '',
]

/** Compose, Prometheus and the operators' tables, generated from the declared services. */
export const containerFiles = (): Record<string, string> => ({
  'docker-compose.yml': withRegions('docker-compose.yml', {
    services: services.flatMap(composeService),
    volumes: services.filter((name) => declarationOf(name).files !== undefined).map((name) => `${name}:`),
  }),
  'config/prometheus.yml': withRegions('config/prometheus.yml', { services: scrapeTargets() }),
  'config/alerts.yml': withRegions('config/alerts.yml', {
    objectives: objectiveRules(),
    services: missing(),
  }),
  'docs/operations.md': withRegions('docs/operations.md', {
    secrets: ['', '| Secret | Keys | Takes calls of |', '|---|---|---|', ...services.map(secretRow), ''],
    requests: requestRows(),
    connections: connectionRows(),
  }),
  'docs/stores.md': withRegions('docs/stores.md', { 'read-write-role': readWriteRoleExample() }),
})
