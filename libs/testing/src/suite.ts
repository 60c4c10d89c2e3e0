import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { PRINCIPAL_HEADER, type Principal } from '@agora/shared/contracts/principal'
import {
  type Audience,
  areaPathsOf,
  audiences,
  declarationOf,
  type ServiceName,
  services,
} from '@agora/shared/contracts/services'
import { principalSigner } from '@agora/shared/http/principal-signer'
import type { Deployment } from '@agora/suite/deployment'
import { freePorts, launch, type Processes } from '@agora/suite/launch'
import { newSecrets, type Secrets } from '@agora/suite/secrets'
import { startNats } from '@agora/suite/servers/nats'
import { type RedisServer, startRedis } from '@agora/suite/servers/redis'
import type { StoreServer } from '@agora/suite/servers/server'
import { temporaryFolder } from '@agora/suite/temporary'
import { type Answer, type Caller, type CallOptions, type Member, request, sessionOf } from './client.ts'
import { testConfig } from './config.ts'
import { DocumentedAnswers } from './documented.ts'
import { runningSuites } from './running-suites.ts'
import { createTestDatabase, type TestDatabase } from './test-postgres.ts'

export type { Answer, Caller, Member } from './client.ts'
export { basic, bearer } from './client.ts'

export interface SuiteOptions {
  /** The services to start; the gateway takes the others for not deployed. */
  services: readonly ServiceName[]
  replicas?: Partial<Record<ServiceName, number>>
  /** Laid over the startup configuration that is shipped: objects are merged, anything else replaces. */
  config?: Record<string, unknown>
  /** Environment of single services, laid over what the deployment gives them. */
  env?: Partial<Record<ServiceName, Record<string, string>>>
  /** Whether what accounts and addresses do is limited; a suite does more than any of them. */
  limits?: boolean
  /** Used as it is, and left as it is; one of the suite's own, empty, where it is left out. */
  database?: TestDatabase
  /** Addresses of a Redis and a NATS that are used as they are, and left as they are. */
  stores?: { redis: string; nats: string }
  /** Laid over secrets that are new each time. */
  secrets?: Partial<Secrets>
  /** Where mails go; nobody listens there unless the test does. */
  smtpUrl?: string
}

export interface Suite {
  /** The gateway's first replica. */
  url: string
  /** The replicas of each service, for tests that go past the gateway or between replicas. */
  urls: Record<ServiceName, string[]>
  /** Handles to kill, stop, restart and read the logs of. */
  processes: Processes
  /** Undefined where none of the services needs it, or it is another's. */
  redis: RedisServer | undefined
  nats: StoreServer | undefined
  database: TestDatabase
  secrets: Secrets
  /** Path of the startup configuration that the services read. */
  config: string
  /**
   * One request: of the gateway with a path under /api/v1 (`/forum/sections`) or any other path of the site that
   * begins with `//` (`//oauth/token`), of any address with a whole URL. An answer of the suite that is not what the
   * API's document says of it is an error.
   */
  call(method: string, target: string, options?: CallOptions): Promise<Answer>
  /** What `call` was answered so far, as `documentedOutcomes` writes it. */
  produced: ReadonlySet<string>
  /** Registers an account through the gateway; needs the captcha to be off. */
  member(username: string, profile?: { displayName?: string; password?: string }): Promise<Member>
  /** Signs the configured administrator in. */
  administrator(): Promise<Member>
  /** A caller for requests straight to one service: what the gateway would have sent about them. */
  principal(principal: PrincipalInput, audience: Audience): Promise<Caller>
  /** Ends everything and removes every trace; more than once is harmless. */
  close(): Promise<void>
}

/** A principal whose internal key is absent unless it says otherwise. */
export type PrincipalInput = Principal extends infer Kind
  ? Kind extends Principal
    ? Omit<Kind, 'internalKey'> & Partial<Pick<Principal, 'internalKey'>>
    : never
  : never

type Environments = NonNullable<SuiteOptions['env']>

const pastThePooler = (urls: TestDatabase['urls'], env: Environments = {}): Environments =>
  Object.fromEntries(
    services.map((service) => [
      service,
      { ...(urls[service] ? { DATABASE_DIRECT_URL: urls[service] } : {}), ...env[service] },
    ]),
  )

/** Port 9 is that of the discard service: about nobody listens there. */
const NOBODY = '127.0.0.1:9'

/** Starts these services with stores of their own: nothing is shared with any other suite. */
export async function startSuite(options: SuiteOptions): Promise<Suite> {
  const folder = temporaryFolder('suite')
  const closing: (() => unknown)[] = [() => folder.remove()]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
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

async function start(
  options: SuiteOptions,
  folder: string,
  closing: (() => unknown)[],
  close: () => Promise<void>,
): Promise<Suite> {
  const needs = (backend: 'redis' | 'nats') =>
    options.stores === undefined &&
    options.services.some((service) => declarationOf(service).backends.includes(backend))
  const keep = async <Store>(starting: Promise<Store>, end: (store: Store) => unknown): Promise<Store> => {
    const store = await starting
    closing.push(() => end(store))
    return store
  }
  // At once; where one fails, what the others have become is ended too.
  const starting = [
    options.database ?? keep(createTestDatabase(), (database) => database.drop()),
    needs('redis') &&
      keep(startRedis({ folder: path.join(folder, 'redis'), durable: false }), (redis) => redis.kill()),
    needs('nats') && keep(startNats({ folder: path.join(folder, 'nats') }), (nats) => nats.kill()),
  ] as const
  await Promise.allSettled(starting)
  const [database, redis, nats] = await Promise.all(starting)

  const config = path.join(folder, 'agora.yaml')
  const values = testConfig(options.config)
  // JSON is YAML.
  writeFileSync(config, JSON.stringify(values, null, 2))
  const secrets = { ...newSecrets(), ...options.secrets }
  const deployment: Deployment = {
    host: '127.0.0.1',
    ports: await freePorts(options.services, options.replicas),
    config,
    databaseUrls: database.pooler?.urls ?? database.urls,
    redisUrl: options.stores?.redis ?? (redis ? redis.url : `redis://${NOBODY}`),
    natsUrl: options.stores?.nats ?? (nats ? nats.url : `nats://${NOBODY}`),
    smtpUrl: options.smtpUrl ?? `smtp://${NOBODY}`,
    secrets,
    common: {
      NODE_ENV: 'production',
      TZ: 'UTC',
      LOG_LEVEL: 'info',
      LIMITS_ENABLED: String(options.limits ?? false),
      // What a test has written a guest reads at once; tests of the cache switch it on.
      GUEST_CACHE_MS: '0',
    },
    overrides: database.pooler ? pastThePooler(database.pooler.directUrls, options.env) : (options.env ?? {}),
  }
  const launched = await launch({
    deployment,
    logs: path.join(folder, 'logs'),
    only: options.services,
    migrations: false,
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
    redis: redis || undefined,
    nats: nats || undefined,
    database,
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
  const below = /^\/api\/v1(\/.*)$/.exec(pathname)?.[1]
  if (below === undefined) return undefined
  return audiences.find((name) => areaPathsOf(name).some((prefix) => below.startsWith(prefix))) ?? 'gateway'
}

/** Whether the suite's own service answers here, and not something that a test has put in its place. */
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
