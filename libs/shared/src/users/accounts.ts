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

interface AccountsOptions {
  service: ServiceName
  db: Database
  nats: Nats
  gateway: Upstream
  /** This service's credential for calls to others. */
  key: string
  erase: EraserOptions['erase']
  beforeNamed?: BeforeNamed
  logger: Logger
  registry: Registry
}

/** Follows the gateway's accounts: their current names, and which have been erased. */
export function followAccounts(options: AccountsOptions): { close(): Promise<void> } {
  const { db, gateway, key, erase, beforeNamed, logger, ...rest } = options
  const consumer = startUserConsumer({
    ...rest,
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
