import { createHash } from 'node:crypto'
import type { Secrets } from './secrets.ts'
import { envPrefixOf, type ServiceName, services } from './services.ts'

/** One deployment of the suite: all that the environments of its processes follow from. */
export interface Deployment {
  host: string
  /** The ports of each service's replicas; none for a service that is not deployed. */
  ports: Record<ServiceName, readonly number[]>
  /** Path of the startup configuration. */
  config: string
  databaseUrls: Record<ServiceName, string>
  redisUrl: string
  natsUrl: string
  smtpUrl: string
  secrets: Secrets
  /** Passed to every process as they are, such as LOG_LEVEL. */
  common: Record<string, string>
  /** What one service gets besides or instead. */
  overrides: Partial<Record<ServiceName, Record<string, string>>>
}

/** Whose calls to its /internal routes each service accepts. */
const callers: Record<ServiceName, readonly ServiceName[]> = {
  gateway: ['forum', 'captcha', 'apps', 'archive', 'mail-jobs'],
  forum: ['gateway', 'apps'],
  captcha: ['gateway'],
  apps: ['gateway'],
  archive: ['gateway'],
  'mail-jobs': ['gateway'],
}

/** An address that a server on `host` can be reached at from the same machine. */
export function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

function urlsOf({ host, ports }: Deployment, service: ServiceName): string[] {
  // Only the gateway is for the world; the services behind it stay on the loopback interface.
  return ports[service].map((port) => urlOf(service === 'gateway' ? host : '127.0.0.1', port))
}

function callersOf(service: ServiceName, { serviceKeys }: Secrets): string {
  return callers[service]
    .map((name) => `${name}=${createHash('sha256').update(serviceKeys[name]).digest('hex')}`)
    .join(',')
}

function publicKeys({ principalKey }: Secrets): string {
  const { d: _private, ...key } = principalKey
  return JSON.stringify({ keys: [key] })
}

/** What each service reads besides that which all of them do. */
function ownKeys(deployment: Deployment, service: ServiceName): Record<string, string> {
  const { secrets, redisUrl, smtpUrl } = deployment
  switch (service) {
    case 'gateway':
      return {
        REDIS_URL: redisUrl,
        PRINCIPAL_PRIVATE_KEY: JSON.stringify(secrets.principalKey),
        INTERNAL_KEY: secrets.internalKey,
        ADMIN_PASSWORD: secrets.administratorPassword,
        ...Object.fromEntries(
          services
            .filter((name) => name !== 'gateway')
            .map((name) => [`${envPrefixOf(name)}_URLS`, urlsOf(deployment, name).join(',')]),
        ),
      }
    case 'captcha':
      return { CAPTCHA_KEYS: secrets.captchaKey }
    case 'apps':
      return { REDIS_URL: redisUrl, WEBHOOK_KEY: secrets.webhookKey }
    case 'mail-jobs':
      return { REDIS_URL: redisUrl, SMTP_URL: smtpUrl, MAIL_PIXEL_KEY: secrets.mailPixelKey }
    default:
      return {}
  }
}

/** The whole environment of one process of the deployment. */
export function environmentOf(
  deployment: Deployment,
  service: ServiceName,
  port: number,
): Record<string, string> {
  const { secrets } = deployment
  return {
    ...deployment.common,
    HOST: service === 'gateway' ? deployment.host : '127.0.0.1',
    PORT: String(port),
    AGORA_CONFIG: deployment.config,
    DATABASE_URL: deployment.databaseUrls[service],
    NATS_URL: deployment.natsUrl,
    PRINCIPAL_KEYS: publicKeys(secrets),
    SERVICE_KEY: secrets.serviceKeys[service],
    SERVICE_CALLERS: callersOf(service, secrets),
    // Port 9 is that of the discard service: about nobody listens there.
    GATEWAY_URL: urlsOf(deployment, 'gateway')[0] ?? 'http://127.0.0.1:9',
    ...ownKeys(deployment, service),
    ...deployment.overrides[service],
  }
}
