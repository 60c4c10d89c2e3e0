import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { createRegistry } from '@agora/shared/observability/metrics'
import { Replicas } from '@agora/shared/upstream/replicas'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Env } from './config.ts'

/** What the pages are made with, wired once at the start. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  /** The gateways, which have the API. */
  readonly gateway: Replicas
}

export function createContext(env: Env, logger: Logger): Context {
  return {
    env,
    config: readAgoraFile(env.AGORA_CONFIG),
    logger,
    registry: createRegistry('web'),
    gateway: new Replicas({ urls: [env.GATEWAY_URL], dnsServer: env.DNS_SERVER }),
  }
}
