import type { Schemas } from '@agora/client'
import { type AgoraConfig, readAgoraFile } from '@agora/shared/config/agora-file'
import { createRegistry } from '@agora/shared/observability/metrics'
import { Upstream } from '@agora/shared/upstream/upstream'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Env } from './config.ts'
import { KeptItems } from './http/kept-items.ts'
import { KeptSite } from './http/kept-site.ts'
import { createLook, type Look } from './http/look.ts'
import { MadePages } from './http/made-pages.ts'
import { SharedAnswers } from './http/shared-answers.ts'

export type App = Schemas['ShortApp']
export type TextName = Schemas['ForumTextNames']['items'][number]

/** What the pages are made with, wired once at startup. */
export interface Context {
  readonly env: Env
  readonly config: AgoraConfig
  readonly logger: Logger
  readonly registry: Registry
  /** Its configured part. */
  readonly look: Look
  /** What administrators have set. */
  readonly site: KeptSite
  readonly apps: KeptItems<App>
  /** The pages that the site has written itself. */
  readonly texts: KeptItems<TextName>
  readonly made: MadePages
  readonly shared: SharedAnswers
  /** The gateways, which serve the API. */
  readonly gateway: Upstream
  /** The same for what is streamed: however many senders are slow, pages find a connection. */
  readonly uploads: Upstream
}

export function createContext(env: Env, logger: Logger): Context {
  const config = readAgoraFile(env.AGORA_CONFIG)
  const registry = createRegistry('web')
  const follow = () => new Upstream({ urls: [env.GATEWAY_URL], dnsServer: env.DNS_SERVER })
  const gateway = follow()
  const look = createLook(config, env.AGORA_CONFIG)
  return {
    env,
    config,
    look,
    site: new KeptSite(gateway, config, look),
    apps: new KeptItems(gateway, '/api/v1/apps'),
    texts: new KeptItems(gateway, '/api/v1/forum/texts'),
    made: new MadePages(registry),
    shared: new SharedAnswers(),
    logger,
    registry,
    gateway,
    uploads: follow(),
  }
}
