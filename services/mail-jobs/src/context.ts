import { readAgoraFile } from '@agora/shared/config/agora-file'
import { poolSettings, urlsIn } from '@agora/shared/config/env'
import { urlsKeyOf } from '@agora/shared/contracts/services'
import { createDatabase, type Database } from '@agora/shared/database/database'
import { createRegistry } from '@agora/shared/observability/metrics'
import { Upstream } from '@agora/shared/upstream/upstream'
import { createUserDirectory, type UserDirectory } from '@agora/shared/users/directory'
import { gatewayUsers } from '@agora/shared/users/gateway-client'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type Env, holders } from './config.ts'
import { ownSource, serviceSource } from './exports/sources.ts'
import { createKinds, type KindRegistry } from './kinds/registry.ts'
import type { MailContext } from './mail/context.ts'
import { createPixels } from './mail/pixel.ts'
import { refusalTeller } from './mail/refusals.ts'
import { createReturnPaths } from './mail/return-paths.ts'
import { followSite } from './mail/site.ts'
import { smtpDelivery } from './mail/smtp.ts'
import { mailSources } from './mail/sources.ts'
import { createMailStore } from './mail/store.ts'
import { createMetrics, measureLevels } from './metrics.ts'
import { operatorBucket, tokensLeft } from './rate/store.ts'
import { type Signals, startSignals } from './tasks/signals.ts'
import { createTaskStore, type TaskStore } from './tasks/store.ts'

/** What this service's operations work with, wired once at startup. */
export interface Context extends MailContext {
  readonly env: Env
  readonly registry: Registry
  readonly db: Database
  /** For calls to the gateway. */
  readonly gateway: Upstream
  /** For the contents of digests and of mails about sanctions. */
  readonly forum: Upstream
  /** The services that hold members' data, besides the gateway and the forum. */
  readonly holders: readonly Upstream[]
  readonly users: UserDirectory
  readonly kinds: KindRegistry
  readonly tasks: TaskStore
  readonly signals: Signals
}

export function createContext(env: Env, logger: Logger): Context {
  const config = readAgoraFile(env.AGORA_CONFIG)
  const registry = createRegistry('mail-jobs')
  const gateway = new Upstream({ urls: [env.GATEWAY_URL], dnsServer: env.DNS_SERVER })
  const forum = new Upstream({ urls: urlsIn(env.FORUM_URLS), dnsServer: env.DNS_SERVER })
  const others = holders.flatMap((name) => {
    const urls = name === 'forum' ? [] : urlsIn(env[urlsKeyOf(name)])
    return urls.length === 0 ? [] : [[name, new Upstream({ urls, dnsServer: env.DNS_SERVER })] as const]
  })
  const deployed = [...(forum.isEmpty ? [] : [['forum', forum] as const]), ...others]
  const siteUrl = config.site.url ?? env.GATEWAY_URL
  const db = createDatabase({
    ...poolSettings(env),
    schema: 'mail_jobs',
    name: 'agora-mail-jobs',
    registry,
  })
  const tasks = createTaskStore(db, env.MAIL_LEASE_SECONDS)
  measureLevels(registry, {
    depth: () => tasks.depth(),
    operatorTokens: () => tokensLeft(db, operatorBucket),
  })
  const mail: MailContext = {
    config,
    logger,
    metrics: createMetrics(registry),
    siteUrl,
    site: followSite(gateway, config, logger),
    mails: createMailStore(db, env.MAIL_LEASE_SECONDS),
    pixels: createPixels(siteUrl, Buffer.from(env.MAIL_PIXEL_KEY, 'hex')),
    returnPaths: createReturnPaths(config.mail.bounces, Buffer.from(env.MAIL_PIXEL_KEY, 'hex')),
    deliver: smtpDelivery(env.SMTP_URL, env.MAIL_UNANSWERED_SECONDS * 1000),
    tellRefusal: refusalTeller({ gateway, key: env.SERVICE_KEY }),
    ...mailSources({ gateway, forum, key: env.SERVICE_KEY }),
  }
  return {
    ...mail,
    env,
    registry,
    db,
    gateway,
    forum,
    holders: others.map(([, upstream]) => upstream),
    users: createUserDirectory(db, gatewayUsers({ gateway, key: env.SERVICE_KEY })),
    kinds: createKinds(mail, {
      db,
      sources: [
        serviceSource('gateway', gateway, env.SERVICE_KEY),
        ...deployed.map(([name, upstream]) => serviceSource(name, upstream, env.SERVICE_KEY)),
        ownSource(db),
      ],
      sender: config.mail.sender,
    }),
    tasks,
    signals: startSignals(db.pool, logger),
  }
}
