import path from 'node:path'
import { declarationOf, envPrefixOf, type ServiceName, services } from '@agora/shared/contracts/services'
import { projectRoot } from './project.ts'

/** What a user of `npm start` may set through the environment. */
export interface Settings {
  host: string
  /** The gateway's; the other services use the ports after it. */
  port: number
  data: string
  config: string
  given: {
    databaseUrl: string | undefined
    redisUrl: string | undefined
    natsUrl: string | undefined
    smtpUrl: string | undefined
    mediaUrl: string | undefined
    /** For single services, from `FORUM_DATABASE_URL` and the like. */
    databaseUrls: Partial<Record<ServiceName, string>>
    internalKey: string | undefined
    administratorPassword: string | undefined
  }
  /** For every service. */
  common: Record<string, string>
  /** For one service: what begins with its name, and what its configuration asks for. */
  own: Record<ServiceName, Record<string, string>>
}

/** Names that any service may read; nothing else of the user's environment reaches the services. */
const COMMON =
  /^(LOG_LEVEL|TZ|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|DATABASE_POOL_SIZE|NATS_REPLICAS|LIMITS_ENABLED|OTEL_\w+)$/

/** The names that belong to a service. */
function ownOf(service: ServiceName): RegExp {
  const names = [`${envPrefixOf(service)}_*`, ...declarationOf(service).settings]
  return new RegExp(`^(${names.join('|').replaceAll('*', '\\w+')})$`)
}

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  // An empty variable counts as absent.
  const present = Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
  const matching = (pattern: RegExp) =>
    Object.fromEntries(
      Object.entries(present).filter(([name]) => pattern.test(name) && !/(_DATABASE_URL|_URLS)$/.test(name)),
    )
  return {
    host: present.HOST ?? '127.0.0.1',
    port: readPort(present.PORT ?? '8080'),
    data: path.resolve(present.AGORA_DATA ?? path.join(projectRoot, '.data')),
    config: path.resolve(present.AGORA_CONFIG ?? path.join(projectRoot, 'config/agora.yaml')),
    given: {
      databaseUrl: present.DATABASE_URL,
      redisUrl: present.REDIS_URL,
      natsUrl: present.NATS_URL,
      smtpUrl: present.SMTP_URL,
      mediaUrl: present.MEDIA_URL,
      databaseUrls: Object.fromEntries(
        services.flatMap((service) => {
          const url = present[`${envPrefixOf(service)}_DATABASE_URL`]
          return url === undefined ? [] : [[service, url]]
        }),
      ),
      internalKey: present.INTERNAL_KEY,
      administratorPassword: present.ADMIN_PASSWORD,
    },
    common: { NODE_ENV: 'production', TZ: 'UTC', ...matching(COMMON) },
    own: Object.fromEntries(
      services.map((service) => [service, matching(ownOf(service))]),
    ) as Settings['own'],
  }
}

/** The ports of the mail inbox and of the gateway's metrics follow those of the services. */
export const inboxPortFrom = (first: number): number => first + services.length
export const metricsPortFrom = (first: number): number => first + services.length + 1

/** The last first port that leaves room for all of them. */
const LAST_PORT = 65_535 - services.length - 1

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > LAST_PORT) {
    throw new Error(`PORT=${text} is not a port from 1 to ${LAST_PORT}: the services use the ports after it`)
  }
  return port
}

/** The ports of a deployment that begins at this one, one per service in the order of their list. */
export function portsFrom(first: number): Record<ServiceName, readonly number[]> {
  return Object.fromEntries(
    services.map((service, index) => [service, [first + index]]),
  ) as unknown as Record<ServiceName, readonly number[]>
}
