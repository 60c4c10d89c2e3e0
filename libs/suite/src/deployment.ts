import { createHash } from 'node:crypto'
import { backends, type OwnSecret } from '@agora/shared/contracts/service-declaration'
import { calledByService, declarationOf, type ServiceName, urlsKeyOf } from '@agora/shared/contracts/services'
import type { Secrets } from './secrets.ts'

/** One deployment of the suite: everything that determines the environments of its processes. */
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
  /** Where pictures are kept: `file:///…` or `s3://…`. */
  mediaUrl: string
  secrets: Secrets
  /** Passed to every process unchanged, such as LOG_LEVEL. */
  common: Record<string, string>
  /** What one service gets in addition or instead. */
  overrides: Partial<Record<ServiceName, Record<string, string>>>
}

/** The secret parts. */
export type SecretPart = Pick<
  Deployment,
  'databaseUrls' | 'redisUrl' | 'natsUrl' | 'smtpUrl' | 'mediaUrl' | 'secrets'
>

/** The address of a server on `host`, from the same machine. */
export function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** Port 9, the discard service, where practically nobody listens. */
export const NOBODY = '127.0.0.1:9'

function urlsOf({ host, ports }: Deployment, service: ServiceName): string[] {
  // Only the gateway is public; the services behind it stay on the loopback interface.
  return ports[service].map((port) => urlOf(service === 'gateway' ? host : '127.0.0.1', port))
}

function callersOf(service: ServiceName, { serviceKeys }: Secrets): string {
  return declarationOf(service)
    .calledBy.map((name) => [name, serviceKeys[name as ServiceName]] as const)
    .map(([name, key]) => `${name}=${createHash('sha256').update(key).digest('hex')}`)
    .join(',')
}

function publicKeys({ principalKey }: Secrets): string {
  const { d: _private, ...key } = principalKey
  return JSON.stringify({ keys: [key] })
}

/** The addresses of a service's backends, without those it does not use. */
function backendsOf(deployment: SecretPart, service: ServiceName): Record<string, string> {
  const { databaseUrls, redisUrl, natsUrl, smtpUrl, mediaUrl } = deployment
  const urls = {
    postgres: databaseUrls[service],
    redis: redisUrl,
    nats: natsUrl,
    smtp: smtpUrl,
    objects: mediaUrl,
  }
  return Object.fromEntries(declarationOf(service).backends.map((name) => [backends[name].key, urls[name]]))
}

function secretsOf({ secrets }: SecretPart, service: ServiceName): Record<string, string> {
  const text = (secret: OwnSecret) =>
    secret === 'principalKey' ? JSON.stringify(secrets.principalKey) : secrets[secret]
  return Object.fromEntries(
    Object.entries(declarationOf(service).secrets).map(([key, secret]) => [key, text(secret)]),
  )
}

/** The addresses of the services that a service calls. */
const addressesOf = (deployment: Deployment, service: ServiceName): Record<string, string> =>
  Object.fromEntries(
    calledByService(service).map((name) => [urlsKeyOf(name), urlsOf(deployment, name).join(',')]),
  )

/** What only this service may know: its backends' addresses contain passwords. */
export function secretEnvironmentOf(deployment: SecretPart, service: ServiceName): Record<string, string> {
  const { secrets } = deployment
  return {
    ...backendsOf(deployment, service),
    PRINCIPAL_KEYS: publicKeys(secrets),
    SERVICE_KEY: secrets.serviceKeys[service],
    SERVICE_CALLERS: callersOf(service, secrets),
    ...secretsOf(deployment, service),
  }
}

/** The whole environment of one process of the deployment. */
export function environmentOf(
  deployment: Deployment,
  service: ServiceName,
  port: number,
): Record<string, string> {
  return {
    // A whole suite starts at once: whoever waits for the gateway waits for all of it.
    ...(service === 'gateway' ? { READY_GRACE_SECONDS: '60' } : {}),
    ...deployment.common,
    HOST: service === 'gateway' ? deployment.host : '127.0.0.1',
    PORT: String(port),
    AGORA_CONFIG: deployment.config,
    ...secretEnvironmentOf(deployment, service),
    GATEWAY_URL: urlsOf(deployment, 'gateway')[0] ?? `http://${NOBODY}`,
    ...addressesOf(deployment, service),
    ...deployment.overrides[service],
  }
}
