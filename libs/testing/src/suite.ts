import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PRINCIPAL_HEADER, type Principal } from '@agora/shared/contracts/principal'
import {
  declarationOf,
  type ServiceName,
  serviceAt,
  services,
  type UpstreamName,
} from '@agora/shared/contracts/services'
import { principalSigner } from '@agora/shared/http/principal-signer'
import { closeAll } from '@agora/suite/closing'
import { type Deployment, NOBODY } from '@agora/suite/deployment'
import { freePorts, launch, type Processes } from '@agora/suite/launch'
import { newSecrets, type Secrets } from '@agora/suite/secrets'
import { startNats } from '@agora/suite/servers/nats'
import { startRedis } from '@agora/suite/servers/redis'
import type { FolderStore, StoreServer } from '@agora/suite/servers/server'
import { temporaryFolder } from '@agora/suite/temporary'
import { type Answer, type Caller, type CallOptions, type Member, request, sessionOf } from './client.ts'
import { testConfig } from './config.ts'
import { DocumentedAnswers } from './documented.ts'
import type { Pooler } from './pooler.ts'
import { runningSuites } from './running-suites.ts'
import { createTestDatabase, type TestDatabase } from './test-postgres.ts'

export type { Answer, Caller, Member } from './client.ts'
export { basic, bearer } from './client.ts'

export interface SuiteOptions {
  /** The services to start; to the gateway the others are not deployed. */
  services: readonly ServiceName[]
  replicas?: Partial<Record<ServiceName, number>>
  /** Merged into the shipped startup configuration: objects are merged, anything else replaces. */
  config?: Record<string, unknown>
  /** Environment of single services, on top of the deployment's. */
  env?: Partial<Record<ServiceName, Record<string, string>>>
  /** Whether limits for accounts and addresses apply; a suite exceeds all of them. */
  limits?: boolean
  /** Used and left as it is; if omitted, the suite has an empty one of its own. */
  database?: TestDatabase
  /** Addresses of a Redis and a NATS to use and leave as they are. */
  stores?: { redis: string; nats: string }
  /** Override secrets that are otherwise new each time. */
  secrets?: Partial<Secrets>
  /** The folder of another version, built, which processes run until they are restarted; its configuration is used. */
  upgradesFrom?: string
  /** Where mails go; nobody listens there unless the test does. */
  smtpUrl?: string
}

export interface Suite {
  /** The gateway's first replica. */
  url: string
  /** The replicas of each service, for tests that bypass the gateway or go between replicas. */
  urls: Record<ServiceName, string[]>
  /** To kill, stop, restart and read the logs of processes. */
  processes: Processes
  /** Undefined if none of the services needs it, or it is another suite's. */
  redis: FolderStore | undefined
  nats: StoreServer | undefined
  database: TestDatabase
  secrets: Secrets
  /** Path of the startup configuration that the services read. */
  config: string
  /**
   * One request: to the gateway with a path under /api/v1 (`/forum/sections`) or any other path of the site that begins
   * with `//` (`//oauth/token`), or to any address with a full URL. Throws if the suite's answer does not match the
   * API's document.
   */
  call(method: string, target: string, options?: CallOptions): Promise<Answer>
  /** What `call` was answered so far, as `documentedOutcomes` writes it. */
  produced: ReadonlySet<string>
  /** Registers an account through the gateway; needs the captcha to be off. */
  member(username: string, profile?: { displayName?: string; password?: string }): Promise<Member>
  /** Signs the configured administrator in. */
  administrator(): Promise<Member>
  /** A caller for requests directly to one service, with the headers that the gateway would send. */
  principal(principal: PrincipalInput, audience: UpstreamName): Promise<Caller>
  /** Ends everything and removes every trace; idempotent. */
  close(): Promise<void>
}

/** A principal without an internal key unless it has one. */
export type PrincipalInput = Principal extends infer Kind
  ? Kind extends Principal
    ? Omit<Kind, 'internalKey'> & Partial<Pick<Principal, 'internalKey'>>
    : never
  : never

type Environments = NonNullable<SuiteOptions['env']>

const behindPooler = ({ directUrls, prepares }: Pooler, env: Environments = {}): Environments =>
  Object.fromEntries(
    services.map((service) => [
      service,
      {
        ...(directUrls[service]
          ? { DATABASE_DIRECT_URL: directUrls[service], DATABASE_POOLER_PREPARES: String(prepares) }
          : {}),
        ...env[service],
      },
    ]),
  )

/** Starts these services with stores of their own: nothing is shared with any other suite. */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const folder = temporaryFolder('suite')
  const closing: (() => unknown)[] = [() => folder.remove()]
  const close = () => closeAll(closing)
  try {
    const suite = await start(options, folder.path, closing, close)
    runningSuites.add(suite.processes)
    closing.push(() => runningSuites.delete(suite.processes))
    return suite
  } catch (error) {
    await close()
    throw error
  }
}

/** The stores that the suite has itself. In parallel; if one does not start, those that did are ended too. */
async function startStores(options: SuiteOptions, folder: string, closing: (() => unknown)[]) {
  const needs = (backend: 'redis' | 'nats') =>
    options.stores === undefined &&
    options.services.some((service) => declarationOf(service).backends.includes(backend))
  const keep = async <Store>(starting: Promise<Store>, end: (store: Store) => unknown): Promise<Store> => {
    const store = await starting
    closing.push(() => end(store))
    return store
  }
  const starting = [
    options.database ?? keep(createTestDatabase(), (database) => database.drop()),
    needs('redis') &&
      keep(startRedis({ folder: path.join(folder, 'redis'), durable: false }), (redis) => redis.kill()),
    needs('nats') && keep(startNats({ folder: path.join(folder, 'nats') }), (nats) => nats.kill()),
  ] as const
  await Promise.allSettled(starting)
  const [database, redis, nats] = await Promise.all(starting)
  return { database, redis: redis || undefined, nats: nats || undefined }
}

async function deploymentOf(
  options: SuiteOptions,
  folder: string,
  { database, redis, nats }: Pick<Suite, 'database' | 'redis' | 'nats'>,
): Promise<Deployment> {
  return {
    host: '127.0.0.1',
    ports: await freePorts(options.services, options.replicas),
    config: path.join(folder, 'agora.yaml'),
    databaseUrls: database.pooler?.urls ?? database.urls,
    redisUrl: options.stores?.redis ?? redis?.url ?? `redis://${NOBODY}`,
    natsUrl: options.stores?.nats ?? nats?.url ?? `nats://${NOBODY}`,
    smtpUrl: options.smtpUrl ?? `smtp://${NOBODY}`,
    mediaUrl: pathToFileURL(path.join(folder, 'media')).href,
    secrets: { ...newSecrets(), ...options.secrets },
    common: {
      NODE_ENV: 'production',
      TZ: 'UTC',
      LOG_LEVEL: 'info',
      LIMITS_ENABLED: String(options.limits ?? false),
      // Guests must see a test's writes at once; tests of the cache switch it on.
      GUEST_CACHE_MS: '0',
    },
    overrides: database.pooler ? behindPooler(database.pooler, options.env) : (options.env ?? {}),
  }
}

async function start(
  options: SuiteOptions,
  folder: string,
  closing: (() => unknown)[],
  close: () => Promise<void>,
): Promise<Suite> {
  const stores = await startStores(options, folder, closing)
  const deployment = await deploymentOf(options, folder, stores)
  const { config, secrets } = deployment
  const values = testConfig(options.config, options.upgradesFrom)
  // JSON is YAML.
  writeFileSync(config, JSON.stringify(values, null, 2))
  const launched = await launch({
    deployment,
    logs: path.join(folder, 'logs'),
    only: options.services,
    migrations: false,
    upgradesFrom: options.upgradesFrom,
  })
  closing.push(() => launched.kill())
  const sign = await principalSigner(secrets.principalKey)

  const documented = new DocumentedAnswers()
  const originsOf = (names: readonly ServiceName[]) =>
    new Set(names.flatMap((name) => launched.processes[name].map(({ url }) => url)))
  const [gateways, all] = [originsOf(['gateway']), originsOf(services)]
  const call: Suite['call'] = async (method, target, callOptions) => {
    const address = addressOf(launched.url, target)
    const answer = await request(address, method, callOptions)
    const url = new URL(address)
    if (all.has(url.origin) && isDeployed(url.pathname, options.services))
      documented.hold(method, url, answer, !gateways.has(url.origin))
    return answer
  }
  return {
    url: launched.url,
    urls: Object.fromEntries(
      services.map((service) => [service, launched.processes[service].map(({ url }) => url)]),
    ) as Suite['urls'],
    processes: launched.processes,
    ...stores,
    secrets,
    config,
    call,
    produced: documented.produced,
    member: (username, { displayName = username, password = `${username} has a password` } = {}) =>
      register(call, { username, display_name: displayName, password }),
    administrator: () => signIn(call, values.administrator.username, secrets.administratorPassword),
    principal: async (principal, audience) => ({
      headers: {
        [PRINCIPAL_HEADER]: await sign({ internalKey: 'absent', ...principal } as Principal, audience),
      },
    }),
    close,
  }
}

/** The service that answers a path of the API; undefined for any other path. */
export function serviceOf(pathname: string): ServiceName | undefined {
  return pathname.startsWith('/api/v1/') ? (serviceAt(pathname) ?? 'gateway') : undefined
}

/** Whether the suite's own service answers here, rather than a test's replacement. */
function isDeployed(pathname: string, deployed: readonly ServiceName[]): boolean {
  const service = serviceOf(pathname)
  return service !== undefined && deployed.includes(service)
}

function addressOf(site: string, target: string): string {
  if (/^https?:\/\//.test(target)) return target
  return target.startsWith('//') ? `${site}${target.slice(1)}` : `${site}/api/v1${target}`
}

async function register(
  call: Suite['call'],
  body: { username: string; display_name: string; password: string },
): Promise<Member> {
  const answer = await call('POST', '/users', { body })
  return { ...sessionOf(answer), ...memberOf(answer.body, body.username, body.password) }
}

async function signIn(call: Suite['call'], login: string, password: string): Promise<Member> {
  const answer = await call('PUT', '/auth/self', { body: { login, password } })
  return { ...sessionOf(answer), ...memberOf(answer.body.user, login, password) }
}

interface ShortUser {
  id: string
  display_name: { current: { value: string } }
}

function memberOf(user: ShortUser, username: string, password: string): Omit<Member, 'headers'> {
  return { id: user.id, username, displayName: user.display_name.current.value, password }
}
