import { purgeConsumedEvents } from '@agora/shared/messaging/consumed'
import type { Context } from '../context.ts'

export interface PurgeJob {
  /** Waits for the run under way; more than once is harmless. */
  close(): Promise<void>
}

const EVERY_MS = 60 * 60 * 1000

/** Every hour deletes the records of consumed events that no stream holds any more. */
export function startPurge({ prisma, logger }: Context): PurgeJob {
  let running: Promise<void> | undefined
  const purge = async () => {
    try {
      const deleted = await purgeConsumedEvents(prisma)
      if (deleted > 0) logger.info({ deleted }, 'records of old events deleted')
    } catch (error) {
      logger.warn({ err: error }, 'records of old events could not be deleted; the next run tries again')
    } finally {
      running = undefined
    }
  }
  const timer = setInterval(() => {
    running ??= purge()
  }, EVERY_MS)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
