import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { poolSettings } from '@agora/shared/config/env'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { createRegistry } from '@agora/shared/observability/metrics'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { createStore, type Store } from './areas/challenges/store.ts'
import type { Env } from './config.ts'
import { captchaMetrics, type Metrics } from './metrics.ts'
import { faultsOf, type PuzzleParameters } from './protocol/parameters.ts'
import { createTokens, type Tokens } from './protocol/tokens.ts'

/** What this service's operations work with, wired once at startup. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly db: Database
  readonly store: Store
  readonly metrics: Metrics
  readonly tokens: Tokens
  /** What new challenges cost; existing ones keep their own. */
  readonly parameters: PuzzleParameters
  /** What is wrong with the parameters: while there is anything, no challenge is issued. */
  readonly faults: readonly string[]
}

export function createContext(env: Env, logger: Logger): Context {
  const config = readAgoraFile(env.AGORA_CONFIG)
  const registry = createRegistry('captcha')
  const db = createDatabase({
    ...poolSettings(env),
    schema: 'captcha',
    name: 'agora-captcha',
    registry,
  })
  const secrets = env.CAPTCHA_KEYS.split(',').map((key) => Buffer.from(key, 'hex'))
  const { puzzles, salt_length, difficulty } = config.captcha
  const parameters = { c: puzzles, s: salt_length, d: difficulty }
  return {
    env,
    config,
    logger,
    registry,
    db,
    store: createStore(db),
    metrics: captchaMetrics(registry),
    tokens: createTokens(secrets, {
      challenge: env.CAPTCHA_CHALLENGE_SECONDS * 1000,
      verification: env.CAPTCHA_TOKEN_SECONDS * 1000,
    }),
    parameters,
    faults: faultsOf(parameters),
  }
}
