import type { IncomingMessage } from 'node:http'
import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { poolSettings } from '@agora/shared/config/env'
import { createPool, transactionOptions } from '@agora/shared/database/pool'
import { createRegistry } from '@agora/shared/observability/metrics'
import { createSealer, type Sealer } from '@agora/shared/sealing'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { readApiDocument } from './areas/api-document/document.ts'
import type { Env } from './config.ts'
import { namedOrigin, type Trust, trustOf } from './edge/client-address/trust.ts'
import { createVouching, type Vouching } from './edge/client-address/vouching.ts'
import { createOpenStreams, type OpenStreams } from './edge/event-streams/streams.ts'
import { Holdings } from './edge/memory-budget/holdings.ts'
import { LargeAnswers } from './edge/memory-budget/large-answers.ts'
import { GuestPages } from './edge/response-cache/guest-pages.ts'
import { readParameters } from './edge/response-cache/parameters.ts'
import { type Areas, createAreas } from './edge/upstreams/areas.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { type SignedPrincipals, signedPrincipals } from './identity/credentials/principals.ts'
import { createSessionReader, type ReadSession } from './identity/credentials/store.ts'
import { createUsesWritten, type UsesWritten } from './identity/credentials/use.ts'
import { type Challenges, createChallenges } from './identity/factors/challenges.ts'
import { createLimits, type Limits } from './identity/limits/limits.ts'
import { createRoleHolders, type ReadRoleHolders } from './identity/names/role-holders.ts'
import { type SigningKey, signingKeys } from './identity/oauth/id-token-keys.ts'
import { createPasswords, type Passwords } from './identity/passwords/passwords.ts'
import { createSecretDigests, type SecretDigests } from './identity/passwords/secrets.ts'
import { type DrawPage, drawnPages } from './refusals/drawn.ts'

/** What this service's operations work with, wired once at startup. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  /** For the hot statements; shares its connections with `prisma`. */
  readonly pool: pg.Pool
  readonly prisma: PrismaClient
  readonly limits: Limits
  readonly readSession: ReadSession
  readonly usesWritten: UsesWritten
  readonly passwords: Passwords
  readonly secretDigests: SecretDigests
  readonly principals: SignedPrincipals
  readonly vouching: Vouching
  /** The services behind the gateway. */
  readonly areas: Areas
  readonly readRoleHolders: ReadRoleHolders
  readonly drawPage: DrawPage
  readonly streams: OpenStreams
  /** Bounds the memory for what passes between callers and services. */
  readonly holdings: Holdings
  readonly largeAnswers: LargeAnswers
  readonly guestPages: GuestPages
  /** The maximum age of a page served to guests, in milliseconds. */
  readonly guestsMs: number
  /** The query parameters of a read of the API. */
  readonly knownParameters: (path: string) => ReadonlySet<string>
  readonly captchaEnabled: boolean
  /** The origin of the configured public address; the address that a request was sent to is accepted as well. */
  readonly siteOrigin: string | undefined
  /** The origin at which the caller sees the site: the configured one, or else the one that the request names. */
  readonly originOf: (request: IncomingMessage) => string
  readonly trusted: Trust
  /** Of passkeys. */
  readonly challenges: Challenges
  /** For the secrets that make codes. */
  readonly sealer: Sealer
  /** They sign id tokens, the first of them. */
  readonly idTokenKeys: readonly SigningKey[]
}

export async function createContext(env: Env, logger: Logger): Promise<Context> {
  const config = readAgoraFile(env.AGORA_CONFIG)
  const principals = await signedPrincipals(JSON.parse(env.PRINCIPAL_PRIVATE_KEY))
  const registry = createRegistry('gateway')
  const pool = createPool({
    ...poolSettings(env),
    schema: 'gateway',
    name: 'agora-gateway',
    registry,
  })
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { schema: 'gateway' }),
    transactionOptions,
  })
  const holdings = new Holdings(env.MAX_HELD_BYTES, registry)
  const guestsMs = env.GUEST_CACHE_MS ?? config.cache.guests_ms
  const guestPages = new GuestPages(
    { ms: guestsMs, bytes: env.GUEST_CACHE_BYTES, hasRoom: (bytes) => holdings.hasRoom(bytes) },
    registry,
  )
  holdings.countIn(guestPages)
  const trusted = trustOf(config.site.trusted_proxies)
  const limits = createLimits(config, env, logger, registry)
  const areas = createAreas(env, principals)
  const secretDigests = createSecretDigests(env.AUTHENTICATOR_KEY)
  const siteOrigin = config.site.url === undefined ? undefined : new URL(config.site.url).origin
  return {
    env,
    config,
    logger,
    registry,
    pool,
    prisma,
    limits,
    readSession: createSessionReader(pool),
    usesWritten: createUsesWritten(),
    passwords: createPasswords({ limits, pool, digests: secretDigests }),
    secretDigests,
    principals,
    vouching: createVouching(env.PRINCIPAL_PRIVATE_KEY),
    areas,
    readRoleHolders: createRoleHolders({ areas, env, logger }),
    drawPage: drawnPages(areas, principals),
    streams: createOpenStreams(pool, registry, logger, config),
    holdings,
    largeAnswers: new LargeAnswers(),
    guestPages,
    guestsMs,
    knownParameters: readParameters(readApiDocument()),
    captchaEnabled:
      env.CAPTCHA_ENABLED === undefined ? config.captcha.enabled : env.CAPTCHA_ENABLED === 'true',
    siteOrigin,
    originOf: (request) => siteOrigin ?? namedOrigin(request, trusted),
    trusted,
    challenges: createChallenges(env.AUTHENTICATOR_KEY),
    sealer: createSealer(env.AUTHENTICATOR_KEY),
    idTokenKeys: signingKeys(env.ID_TOKEN_KEYS),
  }
}

export async function closeContext({ areas, limits, prisma, pool, streams }: Context): Promise<void> {
  await streams.close()
  await Promise.all(
    Object.values(areas).flatMap(({ replicas, uploads }) => [replicas.close(), uploads?.close()]),
  )
  await limits.close()
  await prisma.$disconnect()
  await pool.end()
}
