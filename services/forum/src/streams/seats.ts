import { newId } from '@agora/shared/contracts/ids'
import type { Database } from '@agora/shared/database/database'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { tooManyRequests } from '@agora/shared/limits/limiter'
import type { Logger } from 'pino'
import { freeSeats, HOLDER_SECONDS, purgeHolders, removeHolder, renewHolder, takeSeat } from './store.ts'

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
  let isHolding = false
  /** Each seat's member. */
  const taken = new Map<string, string>()
  /** Seats that could not be freed, or were not found: a transaction under way may be putting them back. */
  const unfreed = new Set<string>()
  const renewing = startPeriodic({
    name: 'stream seats',
    everyMs: (HOLDER_SECONDS * 1000) / 3,
    work: async () => {
      if (!isHolding) return
      await renewHolder(db, holderId, taken)
      const seats = [...unfreed]
      if (seats.length > 0) await freeSeats(db, seats)
      for (const seat of seats) unfreed.delete(seat)
      await purgeHolders(db)
    },
    logger,
  })

  return {
    async take(userId) {
      isHolding = true
      const seat = await takeSeat(db, holderId, userId, taken)
      if (seat === undefined) throw tooManyRequests(AGAIN_MS)
      taken.set(seat, userId)
      return () => {
        taken.delete(seat)
        freeSeats(db, [seat]).then(
          (freed) => {
            if (freed === 0) unfreed.add(seat)
          },
          (error) => {
            unfreed.add(seat)
            logger.warn({ err: error }, 'a stream’s seat could not be freed, retrying')
          },
        )
      }
    },
    async close() {
      await renewing.close()
      if (isHolding) await removeHolder(db, holderId)
    },
  }
}
