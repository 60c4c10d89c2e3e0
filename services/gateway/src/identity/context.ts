import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type { UpstreamName } from '@agora/shared/contracts/services'
import { transactions } from '@agora/shared/database/database'
import type { Pool } from '@agora/shared/database/pool'
import type { RunInTransaction } from '@agora/shared/database/sql'
import { emblemHolder, type HoldEmblem } from '@agora/shared/emblems/emblems'
import type { Counters } from '@agora/shared/limits/counters'
import { createSealer, type Sealer } from '@agora/shared/sealing'
import type { Upstream } from '@agora/shared/upstream/upstream'
import { PrismaPg } from '@prisma/adapter-pg'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Env } from '../config.ts'
import { PrismaClient } from '../generated/prisma/client.ts'
import type { DrawPage } from '../refusals/drawn.ts'
import { createSessionReader, type ReadSession } from './credentials/store.ts'
import { createUsesWritten, type UsesWritten } from './credentials/use.ts'
import { type Challenges, createChallenges } from './factors/challenges.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { createRoleHolders, type ReadRoleHolders } from './names/role-holders.ts'
import { type SigningKey, signingKeys } from './oauth/id-token-keys.ts'
import { createPasswords, type Passwords } from './passwords/passwords.ts'
import { createSecretDigests, type SecretDigests } from './passwords/secrets.ts'

/** What accounts need of the process they are in. */
export interface Surroundings {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  /** For statements; shares its connections with `prisma`. */
  readonly pool: Pool
  /** The services that are asked something about an account. */
  readonly services: Readonly<Record<UpstreamName, { readonly upstream: Upstream }>>
  readonly drawPage: DrawPage
  /** The origin of the configured public address; the address that a request was sent to is accepted as well. */
  readonly siteOrigin: string | undefined
  /** The origin at which the caller sees the site: the configured one, or else the one that the request names. */
  readonly originOf: (request: FastifyRequest['raw']) => string
}

/** What the operations on accounts work with, wired once at startup. */
export interface Context extends Surroundings {
  /** Reads whole rows, outside of transactions. */
  readonly prisma: PrismaClient
  readonly transaction: RunInTransaction
  readonly limits: Limits
  readonly readSession: ReadSession
  readonly usesWritten: UsesWritten
  readonly passwords: Passwords
  readonly secretDigests: SecretDigests
  readonly readRoleHolders: ReadRoleHolders
  readonly holdEmblem: HoldEmblem
  readonly captchaEnabled: boolean
  /** The challenges of passkeys. */
  readonly challenges: Challenges
  /** For the secrets that make codes. */
  readonly sealer: Sealer
  /** They sign id tokens, the first of them. */
  readonly idTokenKeys: readonly SigningKey[]
}

export function createIdentity(surroundings: Surroundings, counters: Counters): Context {
  const { env, config, logger, pool, services } = surroundings
  const limits = createLimits(config, counters, env.LIMITS_ENABLED === 'true')
  const secretDigests = createSecretDigests(env.AUTHENTICATOR_KEY)
  return {
    ...surroundings,
    prisma: new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'gateway' }) }),
    transaction: transactions(pool),
    limits,
    readSession: createSessionReader(pool),
    usesWritten: createUsesWritten(),
    passwords: createPasswords({ limits, pool, digests: secretDigests }),
    secretDigests,
    readRoleHolders: createRoleHolders(services.forum.upstream, env.SERVICE_KEY, logger),
    holdEmblem: emblemHolder(services.media.upstream, env.SERVICE_KEY, true),
    captchaEnabled:
      env.CAPTCHA_ENABLED === undefined ? config.captcha.enabled : env.CAPTCHA_ENABLED === 'true',
    challenges: createChallenges(env.AUTHENTICATOR_KEY),
    sealer: createSealer(env.AUTHENTICATOR_KEY),
    idTokenKeys: signingKeys(env.ID_TOKEN_KEYS),
  }
}
