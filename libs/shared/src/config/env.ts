import type { Logger } from 'pino'
import { type Static, type TObject, Type } from 'typebox'
import { declarationOf, type ServiceName } from '../contracts/services.ts'
import { createAjv } from '../http/validation.ts'
import { faultsOf } from './faults.ts'

/** For whatever runs a service process. */
export const drainEnv = {
  DRAIN_SECONDS: Type.Number({
    minimum: 0,
    maximum: 60,
    default: 0,
    description:
      'How long a service that was asked to end still serves while it reports that it is not ready, so that proxies stop sending to it.',
  }),
} as const

/** What every service reads from its environment; a service spreads its own keys after these. */
export const serviceEnv = {
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on.' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, description: 'Port to listen on.' }),
  ...drainEnv,
  LOG_LEVEL: Type.String({
    default: 'info',
    pattern: '^(trace|debug|info|warn|error|fatal|silent)$',
    examples: ['debug', 'info', 'warn', 'error'],
  }),
  AGORA_CONFIG: Type.String({ description: 'Path of the startup configuration.' }),
  SERVICE_CALLERS: Type.String({
    default: '',
    description: 'Who may call /internal: name=sha256hex, comma separated.',
  }),
  SERVICE_KEY: Type.String({
    default: '',
    description: 'This service’s own credential for calls to others.',
  }),
} as const

/** For every process; OpenTelemetry's library reads this and the variables beside it itself. */
export const tracingEnv = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      format: 'http-url',
      description: 'Where spans are sent (OTLP over HTTP). Without it none are made.',
    }),
  ),
} as const

/** For the services behind the gateway. */
export const principalEnv = {
  PRINCIPAL_KEYS: Type.String({
    description: 'JWKS (JSON) of the gateway’s public keys, up to two while they rotate.',
  }),
} as const

const DATABASE_ADDRESS = {
  pattern: '^postgres(ql)?://',
  examples: ['postgresql://user:password@host:5432/agora', 'postgresql://user:password@a:5432,b:5432/agora'],
}

/** For commands that work on a service's data. */
export const databaseUrlEnv = { DATABASE_URL: Type.String(DATABASE_ADDRESS) } as const

/** For a service that keeps something in Postgres. */
export const databaseEnv = (service: ServiceName) =>
  ({
    ...databaseUrlEnv,
    DATABASE_DIRECT_URL: Type.Optional(
      Type.String({
        ...DATABASE_ADDRESS,
        description:
          'The address past a pooler in transaction mode, where DATABASE_URL is such a one: for LISTEN, locks and readiness.',
      }),
    ),
    DATABASE_POOLER_PREPARES: Type.Union([Type.Literal('true'), Type.Literal('false')], {
      default: 'false',
      description:
        'Whether that pooler keeps track of prepared statements, as PgBouncer does from 1.21 on; none are prepared otherwise.',
    }),
    DATABASE_POOL_SIZE: Type.Integer({
      minimum: 1,
      maximum: 200,
      default: declarationOf(service).connections?.pool ?? 1,
      description: 'Most connections of one process for requests and work.',
    }),
  }) as const

/** A service's pool settings from the environment. */
export function poolSettings(env: Static<TObject<ReturnType<typeof databaseEnv>>>) {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_POOL_SIZE: size } = env
  return { url, directUrl, size, poolerPrepares: env.DATABASE_POOLER_PREPARES === 'true' }
}

/** For a service whose guests' reads may come from a replica. */
export const readReplicaEnv = {
  DATABASE_READ_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://[^,]+$',
      examples: ['postgresql://user:password@replica:5432/agora'],
      description:
        'The address of one streaming replica of DATABASE_URL’s server, past any pooler: what guests read comes from it ' +
        'while it is at most five seconds behind.',
    }),
  ),
} as const

export function readReplicaSettings(env: Static<TObject<typeof readReplicaEnv>>, logger: Logger) {
  const { DATABASE_READ_URL: url } = env
  return { readReplica: url === undefined ? undefined : { url, logger } }
}

export const natsEnv = {
  NATS_URL: Type.String({
    pattern: '^(nats|tls)://',
    examples: ['nats://user:password@host:4222'],
    description: 'nats://host:port, comma separated for a cluster; tls with TLS.',
  }),
  NATS_REPLICAS: Type.Integer({
    minimum: 1,
    maximum: 5,
    default: 1,
    description:
      'How many servers keep each event: 3 in a cluster of three. A process adds copies that are missing and takes none away.',
  }),
} as const

/** A service's connection to NATS from the environment. */
export const natsSettings = (env: Static<TObject<typeof natsEnv>>, service: ServiceName) => ({
  url: env.NATS_URL,
  replicas: env.NATS_REPLICAS,
  name: `agora-${service}`,
})

export const redisEnv = {
  REDIS_URL: Type.String({
    pattern: '^rediss?(-sentinel)?://',
    examples: ['redis://:password@host:6379', 'redis-sentinel://:password@a:26379,b:26379/NAME'],
    description:
      'redis://host:port, or redis-sentinel://host:port,host:port/name, which asks the Sentinels; rediss with TLS.',
  }),
} as const
/** For services that count what accounts and addresses do. */
export const limitsEnv = {
  LIMITS_ENABLED: Type.Union([Type.Literal('true'), Type.Literal('false')], {
    default: 'true',
    description: 'False switches off the limits of the configuration, which count by account or address.',
  }),
} as const
/** For whoever calls other services. */
export const upstreamEnv = {
  DNS_SERVER: Type.String({
    default: '',
    pattern: '^$|^(\\d+(\\.\\d+){3}|\\[[0-9a-f:]+\\]):\\d+$',
    description:
      'The DNS server that knows the addresses of the services, as address:port; the system’s resolver where it is empty.',
  }),
} as const
/** Where a service of the suite is, for those that call it. */
export const urlsOf = (service: string) =>
  Type.String({
    default: '',
    pattern: '^(https?://[^,\\s]+(,https?://[^,\\s]+)*)?$',
    description:
      `Addresses of ${service}, comma separated; a name stands for every address that DNS has for it. ` +
      'Empty where it is not deployed.',
  })
/** The addresses in such a list. */
export const urlsIn = (list: string): string[] => list.split(',').filter((url) => url !== '')
/** For the operations page and what it shows. */
export const runbooksEnv = {
  RUNBOOKS_URL: Type.String({
    format: 'http-url',
    default: 'https://github.com/agora-community/agora/blob/main/docs/runbooks.md',
    description: 'Address of the runbooks, linked from each alert.',
  }),
} as const
/** For services that ask the gateway about users. */
export const gatewayClientEnv = {
  ...upstreamEnv,
  GATEWAY_URL: Type.String({
    format: 'http-url',
    description: 'Address of the gateway; a name stands for every address that DNS has for it.',
  }),
} as const

/** Reads and validates the environment once; the error names every invalid key but no values, which can be secrets. */
export function readEnv<Schema extends TObject>(
  schema: Schema,
  source: NodeJS.ProcessEnv = process.env,
): Static<Schema> {
  const { values, faults } = judge(schema, source)
  if (faults.length > 0) throw new Error(`the environment is not usable: ${faults.join('; ')}`)
  return values as Static<Schema>
}

/** What is wrong with the variables that are set, each with what it is for; those that are not set are passed over. */
export function faultsOfGiven(schema: TObject, source: NodeJS.ProcessEnv): string[] {
  return judge(Type.Partial(schema), source).faults
}

function judge(schema: TObject, source: NodeJS.ProcessEnv) {
  const values: Record<string, unknown> = {}
  for (const key of Object.keys(schema.properties)) {
    if (source[key] !== undefined && source[key] !== '') values[key] = source[key]
  }
  const validate = createAjv({ coerceTypes: true, allErrors: true, verbose: true }).compile(schema)
  const isRight = validate(values)
  const faults = isRight ? [] : faultsOf(validate.errors ?? []).map(({ message }) => message)
  return { values, faults }
}
