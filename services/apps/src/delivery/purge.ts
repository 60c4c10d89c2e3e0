import type { Queries } from '@agora/shared/database/sql'
import { purgeConsumedEvents } from '@agora/shared/messaging/consumed'
import { pause } from '@agora/shared/messaging/pause'
import type { Logger } from 'pino'
import type { DeliveryStore } from '../areas/deliveries/store.ts'

const EVERY_MS = 60 * 60 * 1000
const DONE_DAYS = 7
const DEAD_DAYS = 90

/** Forgets old deliveries and the records of old events, once an hour. */
export function startPurge(deliveries: DeliveryStore, db: Queries, logger: Logger) {
  const closing = new AbortController()
  const run = async () => {
    while (!closing.signal.aborted) {
      try {
        await deliveries.purge(['Delivered', 'Cancelled'], DONE_DAYS)
        await deliveries.purge(['Dead'], DEAD_DAYS)
        await purgeConsumedEvents(db)
      } catch (error) {
        logger.warn({ err: error }, 'old deliveries could not be purged; the next hour tries again')
      }
      await pause(EVERY_MS, closing.signal)
    }
  }
  const running = run()
  return {
    close: () => {
      closing.abort()
      return running
    },
  }
}
