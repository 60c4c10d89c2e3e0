import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { createRegistry } from '@agora/shared/observability/metrics'
import { Replicas } from '@agora/shared/upstream/replicas'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Env } from './config.ts'
import { createLook, type Look } from './http/look.ts'

/** What the pages are made with, wired once at the start. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  readonly look: Look
  /** The gateways, which have the API. */
  readonly gateway: Replicas
}

export function createContext(env: Env, logger: Logger): Context {
  const config = readAgoraFile(env.AGORA_CONFIG)
  return {
    env,
    config,
    look: createLook(config, env.AGORA_CONFIG),
    logger,
    registry: createRegistry('web'),
    gateway: new Replicas({ urls: [env.GATEWAY_URL], dnsServer: env.DNS_SERVER }),
  }
}
