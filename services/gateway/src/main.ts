import { natsSettings, readEnv } from '@agora/shared/config/env'
import { applyWhenReachable } from '@agora/shared/database/when-reachable'
import { keepBelow } from '@agora/shared/lifecycle/keep-below'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { closeInOrder, run } from '@agora/shared/lifecycle/run'
import { connectNats } from '@agora/shared/messaging/nats'
import { startRelay } from '@agora/shared/messaging/relay'
import { gauge } from '@agora/shared/observability/instruments'
import { createLogger } from '@agora/shared/observability/logger'
import { startOperatorsServer } from '@agora/shared/observability/operators-server'
import { createApp } from './app.ts'
import { Env } from './config.ts'
import { closeContext, createContext } from './context.ts'
import { startReadingLedger } from './identity/erasures/ledger.ts'
import { sealAnew } from './identity/factors/seal-anew.ts'
import { sendResetMails } from './identity/password-reset/operations/send-reset-mails.ts'
import { purgeExpired } from './identity/store-purge.ts'
import { operationsAmongOperators } from './operators/routes.ts'
import { readBackupAge } from './operators/store.ts'
import { applyAdministrator } from './startup/administrator.ts'
import { applyClients } from './startup/clients.ts'
import { applySections } from './startup/sections.ts'

const PURGE_INTERVAL_MS = 10 * 60 * 1000
/** While the key that seals is replaced. */
const SEALING_INTERVAL_MS = 60 * 1000
/** How often new reset requests are looked for, in milliseconds. */
const RESETS_EVERY_MS = 500

/** Connections that may wait to be accepted: in a rush a caller is refused at once, not after a TCP retransmission. */
const BACKLOG = 4_096
/** In bytes of resident memory: the promised 256 MiB, less what may be allocated between two checks. */
const MAX_MEMORY = 224 * 1024 * 1024

const logger = createLogger('gateway', process.env.LOG_LEVEL ?? 'info')

await run(logger, async () => {
  keepBelow(MAX_MEMORY)
  const env = readEnv(Env)
  const context = await createContext(env, logger)
  const { pool, registry } = context
  const accounts = await applyWhenReachable(async () => {
    await applyAdministrator(context)
    await applyClients(context)
  }, logger)
  const sections = applySections(context)
  gauge(
    registry,
    'agora_backup_age_seconds',
    'Age of the newest backup; of the installation where there is none.',
    () => readBackupAge(pool),
  )
  const app = createApp(context, () => accounts.isDone() && sections.isDone())
  const nats = connectNats({ ...natsSettings(env, 'gateway'), logger, registry })
  const relay = startRelay({ pool, nats, service: 'gateway', logger, registry })
  const purge = startPeriodic({
    name: 'purge',
    everyMs: PURGE_INTERVAL_MS,
    work: () => purgeExpired(pool, context.config.retention),
    logger,
  })
  const sealing = startPeriodic({
    name: 'seal with the newest key',
    everyMs: SEALING_INTERVAL_MS,
    work: () => sealAnew(context),
    logger,
  })
  const resets = startPeriodic({
    name: 'password resets',
    everyMs: RESETS_EVERY_MS,
    work: () => sendResetMails(context),
    logger,
  })
  const ledger = startReadingLedger(context, nats)
  await app.listen({ host: env.HOST, port: env.PORT, backlog: BACKLOG })
  const { METRICS_HOST: host, METRICS_PORT: metricsPort } = env
  const closeOperators =
    metricsPort === undefined
      ? async () => {}
      : await startOperatorsServer({
          host,
          port: metricsPort,
          registry,
          app,
          mount: (own) => operationsAmongOperators(own, app, context),
        })
  return closeInOrder(
    {
      server: app,
      accounts,
      sections,
      resets,
      purge,
      sealing,
      ledger,
      relay,
      nats,
      operators: { close: closeOperators },
      context: { close: () => closeContext(context) },
    },
    logger,
  )
})
