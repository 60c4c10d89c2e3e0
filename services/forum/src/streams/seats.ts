import { newId } from '@agora/shared/contracts/ids'
import type { Database } from '@agora/shared/database/database'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { tooManyRequests } from '@agora/shared/limits/limiter'
import type { Logger } from 'pino'
import { freeSeat, HOLDER_SECONDS, purgeHolders, removeHolder, renewHolder, takeSeat } from './store.ts'

/** When a caller with too many streams may try again, in milliseconds. */
const AGAIN_MS = 10_000

/**
 * Limits the streams that a member may have open, across all replicas. This bounds memory, so no setting switches it
 * off. The seats of a killed process become free when it stops renewing them.
 */
export interface StreamSeats {
  /** Takes a seat and returns the function that frees it. @throws ApiError 429 */
  take(userId: string): Promise<() => void>
  close(): Promise<void>
}

export function createStreamSeats(db: Database, logger: Logger): StreamSeats {
  const holderId = newId()
  let isHolding: Promise<void> | undefined
  const renewing = startPeriodic({
    name: 'the hold on streams',
    everyMs: (HOLDER_SECONDS * 1000) / 3,
    work: async () => {
      if (!isHolding) return
      await renewHolder(db, holderId)
      await purgeHolders(db)
    },
    logger,
  })
  const hold = () => {
    isHolding ??= renewHolder(db, holderId).catch((error) => {
      isHolding = undefined
      throw error
    })
    return isHolding
  }

  return {
    async take(userId) {
      await hold()
      const seat = await takeSeat(db, holderId, userId)
      if (seat === undefined) throw tooManyRequests(AGAIN_MS)
      return () => {
        freeSeat(db, seat).catch((error) => logger.warn({ err: error }, 'a stream’s seat was not released'))
      }
    },
    async close() {
      await renewing.close()
      if (isHolding) await removeHolder(db, holderId)
    },
  }
}
