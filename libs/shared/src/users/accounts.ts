import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { ServiceName } from '../contracts/services.ts'
import type { Database } from '../database/database.ts'
import { type EraserOptions, startEraser } from '../erasure/eraser.ts'
import type { Nats } from '../messaging/nats.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { startUserConsumer } from './consumer.ts'
import { gatewayUsers } from './gateway-client.ts'
import type { BeforeNamed } from './known-users.ts'

/** What the context of each service has. */
interface Following {
  env: { SERVICE_KEY: string }
  db: Database
  gateway: Upstream
  logger: Logger
  registry: Registry
}

interface AccountsOptions {
  service: ServiceName
  nats: Nats
  erase: EraserOptions['erase']
  beforeNamed?: BeforeNamed
}

/** Follows the gateway's accounts: their current names, and which have been erased. */
export function followAccounts(
  { env: { SERVICE_KEY: key }, db, gateway, logger, registry }: Following,
  { service, nats, erase, beforeNamed }: AccountsOptions,
): { close(): Promise<void> } {
  const consumer = startUserConsumer({
    service,
    nats,
    registry,
    transaction: db.transaction,
    gateway: gatewayUsers({ gateway, key }),
    beforeNamed,
    logger,
  })
  const eraser = startEraser({ db, gateway, key, erase, beforeNamed, logger })
  return {
    close: async () => {
      await Promise.all([consumer.close(), eraser.close()])
    },
  }
}
