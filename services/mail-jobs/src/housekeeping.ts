import { purgeConsumedEvents } from '@agora/shared/messaging/consumed'
import { pause } from '@agora/shared/messaging/pause'
import type { Context } from './context.ts'
import { purgeFullBuckets } from './rate/bucket.ts'

export interface Housekeeping {
  close(): Promise<void>
}

const EVERY_MS = 60 * 60 * 1000

/** Deletes what has no use any more: records of events that cannot come again, buckets that are full. */
export function startHousekeeping({ db, logger }: Context): Housekeeping {
  const closing = new AbortController()
  const run = async () => {
    while (!closing.signal.aborted) {
      try {
        await purgeConsumedEvents(db)
        await purgeFullBuckets(db)
      } catch (error) {
        logger.warn({ err: error }, 'expired rows could not be deleted; the next run tries again')
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
