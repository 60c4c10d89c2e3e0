import type { ServiceDeclaration } from './service-declaration.ts'

/** What a member may send as a picture, in bytes. */
const MAX_PICTURE_BYTES = 8 * 1_048_576
/** A caller may take a minute to send a picture, which then waits for its turn and is decoded: in milliseconds. */
const PICTURE_MS = 125_000

/**
 * Every service, declared once, in the order of their ports on one machine: the gateway takes the first, which is
 * the deployment's own. After a change: node scripts/services.mjs
 */
export const declarations = {
  gateway: {
    title: 'Gateway',
    paths: [],
    backends: ['postgres', 'redis', 'nats'],
    connections: { pool: 10, sessions: 1 },
    secrets: {
      PRINCIPAL_PRIVATE_KEY: 'principalKey',
      INTERNAL_KEY: 'internalKey',
      HELD_NAMES_KEY: 'heldNamesKey',
      ID_TOKEN_KEYS: 'idTokenKey',
      AUTHENTICATOR_KEY: 'authenticatorKey',
      ADMIN_PASSWORD: 'administratorPassword',
    },
    calledBy: ['forum', 'apps', 'archive', 'mail-jobs', 'web', 'media'],
    settings: ['READY_GRACE_SECONDS', 'CAPTCHA_ENABLED', 'GUEST_CACHE_*', 'PROMETHEUS_URL', 'RUNBOOKS_URL'],
    metricsPort: 9090,
    reaches: [{ what: 'The OpenID providers of outside accounts.', port: 443 }],
    resources: { cpu: '500m', memory: '256Mi', memoryLimit: '512Mi' },
    scalesBy: 'event loop',
    minReplicas: 3,
    maxReplicas: 10,
  },
  forum: {
    title: 'Forum',
    holdsMembersData: true,
    paths: ['/forum', '/notifications'],
    backends: ['postgres', 'redis', 'nats'],
    // Each set of filters has its own text; planning the report queue takes longer than reading it.
    connections: { pool: 10, sessions: 1, readReplica: true, plansOnce: true },
    secrets: {},
    calledBy: ['gateway', 'mail-jobs', 'media'],
    settings: [],
    reaches: [],
    resources: { cpu: '500m', memory: '256Mi', memoryLimit: '512Mi' },
    scalesBy: 'event loop',
    minReplicas: 3,
    maxReplicas: 12,
  },
  captcha: {
    title: 'Captcha',
    paths: ['/captcha'],
    anonymous: true,
    backends: ['postgres'],
    connections: { pool: 5, sessions: 0 },
    secrets: { CAPTCHA_KEYS: 'captchaKey' },
    calledBy: ['gateway'],
    settings: [],
    reaches: [],
    resources: { cpu: '200m', memory: '128Mi', memoryLimit: '256Mi' },
    scalesBy: 'cpu',
    maxReplicas: 6,
  },
  apps: {
    title: 'Applications',
    holdsMembersData: true,
    paths: ['/apps', '/users/:user_id/accounts'],
    backends: ['postgres', 'redis', 'nats'],
    connections: { pool: 5, sessions: 0 },
    secrets: { WEBHOOK_KEY: 'webhookKey' },
    calledBy: ['mail-jobs'],
    settings: ['WEBHOOK_KEY'],
    reaches: [{ what: 'Receivers of deliveries; the service itself refuses private addresses.', port: 443 }],
    resources: { cpu: '100m', memory: '192Mi', memoryLimit: '384Mi' },
    scalesBy: 'waiting work',
    maxReplicas: 6,
  },
  archive: {
    title: 'Archive',
    holdsMembersData: true,
    paths: ['/archive'],
    anonymous: true,
    unavailable: 'InternalServerError',
    backends: ['postgres', 'nats'],
    connections: { pool: 5, sessions: 0, readReplica: true },
    secrets: {},
    calledBy: ['mail-jobs'],
    settings: [],
    reaches: [],
    resources: { cpu: '200m', memory: '160Mi', memoryLimit: '320Mi' },
    scalesBy: 'cpu',
    maxReplicas: 6,
  },
  'mail-jobs': {
    title: 'Mail and jobs',
    holdsMembersData: true,
    paths: ['/job', '/outbound_email'],
    // Sending a mail takes ten seconds at most, and then says so itself.
    answerMs: 11_000,
    backends: ['postgres', 'redis', 'nats', 'smtp'],
    connections: { pool: 5, sessions: 1 },
    secrets: { MAIL_PIXEL_KEY: 'mailPixelKey' },
    calledBy: [],
    settings: ['MAIL_*', 'SMTP_*'],
    reaches: [],
    resources: { cpu: '100m', memory: '192Mi', memoryLimit: '384Mi' },
    scalesBy: 'waiting work',
    maxReplicas: 6,
  },
  web: {
    title: 'Pages',
    paths: [],
    isFallback: true,
    // Forms with a picture, which this service streams on, and a text at most.
    streams: { path: '/pictures', maxBytes: MAX_PICTURE_BYTES + 262_144, answerMs: PICTURE_MS },
    backends: [],
    secrets: {},
    calledBy: [],
    settings: ['RUNBOOKS_URL'],
    reaches: [],
    resources: { cpu: '200m', memory: '128Mi', memoryLimit: '256Mi' },
    scalesBy: 'cpu',
    maxReplicas: 8,
  },
  media: {
    title: 'Pictures',
    holdsMembersData: true,
    paths: ['/media', '/users/:user_id/avatar'],
    anonymous: 'reads',
    streams: { path: '/api/v1/media', maxBytes: MAX_PICTURE_BYTES, answerMs: PICTURE_MS },
    backends: ['postgres', 'nats', 'objects'],
    connections: { pool: 5, sessions: 0 },
    secrets: {},
    calledBy: ['gateway', 'forum', 'mail-jobs'],
    settings: [],
    files: { room: '2Gi' },
    reaches: [],
    resources: { cpu: '500m', memory: '192Mi', memoryLimit: '512Mi' },
    scalesBy: 'cpu',
    maxReplicas: 6,
  },
} as const satisfies Record<string, ServiceDeclaration>

export type ServiceName = keyof typeof declarations
/** The services behind the gateway, which it signs principals for. */
export type UpstreamName = Exclude<ServiceName, 'gateway'>

export const services = Object.keys(declarations) as ServiceName[]
export const upstreamNames = services.filter((name): name is UpstreamName => name !== 'gateway')

const DEFAULT_MIN_REPLICAS = 2
export const minReplicasOf = (service: ServiceName): number =>
  declarationOf(service).minReplicas ?? DEFAULT_MIN_REPLICAS

export const declarationOf = (service: ServiceName): ServiceDeclaration => declarations[service]

/** The services with a Postgres schema of their own. */
export const withDatabase = services.filter((name) => declarationOf(name).backends.includes('postgres'))

/**
 * The most connections that one process holds to each Postgres server, including those that check its readiness and
 * whether the replica is fit.
 */
export function connectionsOf(service: ServiceName): { primary: number; readReplica: number } {
  const { connections } = declarationOf(service)
  if (!connections) return { primary: 0, readReplica: 0 }
  const { pool, sessions, readReplica } = connections
  return { primary: pool + sessions + 1 + (readReplica ? 1 : 0), readReplica: readReplica ? pool + 1 : 0 }
}

/** The paths below /api/v1 that the gateway forwards to a service. */
export const pathsOf = (service: ServiceName): readonly string[] => declarationOf(service).paths

const routed = upstreamNames.flatMap((service) =>
  pathsOf(service).map((path) => ({
    service,
    // One that stands for any segment matches none that has to be decoded.
    pattern: new RegExp(`^/api/v1${path.replaceAll(/:\w+/g, '[\\w-]+')}(?:[/?]|$)`),
  })),
)

/** The service behind the gateway that has this path, with or without a query; undefined for any other path. */
export const serviceAt = (path: string): UpstreamName | undefined =>
  routed.find(({ pattern }) => pattern.test(path))?.service

/** The services behind the gateway that a service calls, and whose addresses it is given; the gateway calls all. */
export const calledByService = (service: ServiceName): readonly UpstreamName[] =>
  upstreamNames.filter((name) => service === 'gateway' || declarationOf(name).calledBy.includes(service))

/** The Postgres schema that holds the tables of a service. */
export const schemaOf = (service: string): string => service.replaceAll('-', '_')

type EnvPrefix<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Uppercase<First>}_${EnvPrefix<Rest>}`
  : Uppercase<Name>

/** The prefix of environment keys about a service, such as `MAIL_JOBS`. */
export const envPrefixOf = <Name extends string>(service: Name): EnvPrefix<Name> =>
  schemaOf(service).toUpperCase() as EnvPrefix<Name>

/** The environment key with the addresses of a service's replicas. */
export type UrlsKey = `${EnvPrefix<UpstreamName>}_URLS`
export const urlsKeyOf = (service: UpstreamName): UrlsKey => `${envPrefixOf(service)}_URLS`
