import type { IncomingMessage } from 'node:http'
import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type { Pool } from '@agora/shared/database/pool'
import type { Counters } from '@agora/shared/limits/counters'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Env } from '../config.ts'
import { type SignedPrincipals, signedPrincipals } from '../identity/credentials/principals.ts'
import { type DrawPage, drawnPages } from '../refusals/drawn.ts'
import { namedOrigin, type Trust, trustOf } from './client-address/trust.ts'
import { createVouching, type Vouching } from './client-address/vouching.ts'
import { createOpenStreams, type OpenStreams } from './event-streams/streams.ts'
import { LargeAnswers } from './memory-budget/large-answers.ts'
import { MemoryBudget } from './memory-budget/memory-budget.ts'
import { noRequestLimits, type RequestLimits, requestLimits } from './rate-limits/requests.ts'
import { ResponseCache } from './response-cache/cache.ts'
import { type ApiPaths, readParameters } from './response-cache/parameters.ts'
import { createServices, type Services } from './upstreams/services.ts'

interface Surroundings {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly pool: Pool
}

/** What passes requests on, wired once at startup. */
export interface EdgeContext extends Surroundings {
  readonly principals: SignedPrincipals
  readonly vouching: Vouching
  /** The services behind the gateway. */
  readonly services: Services
  readonly drawPage: DrawPage
  readonly streams: OpenStreams
  /** Requests of any kind, by address. */
  readonly requestLimits: RequestLimits
  /** Bounds the memory for what passes between callers and services. */
  readonly memoryBudget: MemoryBudget
  readonly largeAnswers: LargeAnswers
  readonly responseCache: ResponseCache
  /** The maximum age of a page served to guests, in milliseconds. */
  readonly guestsMs: number
  /** The query parameters of a read of the API. */
  readonly knownParameters: (path: string) => ReadonlySet<string>
  /** The origin of the configured public address; the address that a request was sent to is accepted as well. */
  readonly siteOrigin: string | undefined
  /** The origin at which the caller sees the site: the configured one, or else the one that the request names. */
  readonly originOf: (request: IncomingMessage) => string
  readonly trusted: Trust
}

export async function createEdge(
  surroundings: Surroundings,
  counters: Counters,
  api: ApiPaths,
): Promise<EdgeContext> {
  const { env, config, logger, registry, pool } = surroundings
  const principals = await signedPrincipals(JSON.parse(env.PRINCIPAL_PRIVATE_KEY))
  const services = createServices(env, principals)
  const memoryBudget = new MemoryBudget(env.MAX_HELD_BYTES, registry)
  const guestsMs = env.GUEST_CACHE_MS ?? config.cache.guests_ms
  const responseCache = new ResponseCache(
    { ms: guestsMs, bytes: env.GUEST_CACHE_BYTES, hasRoom: (bytes) => memoryBudget.hasRoom(bytes) },
    registry,
  )
  memoryBudget.countIn(responseCache)
  const trusted = trustOf(config.site.trusted_proxies)
  const siteOrigin = config.site.url === undefined ? undefined : new URL(config.site.url).origin
  return {
    ...surroundings,
    principals,
    vouching: createVouching(env.PRINCIPAL_PRIVATE_KEY),
    services,
    drawPage: drawnPages(services.web.upstream, principals),
    streams: createOpenStreams(pool, registry, logger, config),
    requestLimits: env.LIMITS_ENABLED === 'true' ? requestLimits(config, counters) : noRequestLimits,
    memoryBudget,
    largeAnswers: new LargeAnswers(),
    responseCache,
    guestsMs,
    knownParameters: readParameters(api),
    siteOrigin,
    originOf: (request) => siteOrigin ?? namedOrigin(request, trusted),
    trusted,
  }
}

export async function closeEdge({ services, streams }: EdgeContext): Promise<void> {
  await streams.close()
  await Promise.all(
    Object.values(services).flatMap(({ upstream, uploads }) => [upstream.close(), uploads?.close()]),
  )
}
