import type { Database } from '@agora/shared/database/database'
import { type Bell, backoff, pause } from '@agora/shared/messaging/pause'
import type { Logger } from 'pino'
import { tellOldest } from './fan-out.ts'
import { followTelling } from './following.ts'
import { newestUntold, tryLockNotifications } from './store.ts'

/** The bell tells of what this process wrote; the poll finds what others did, in milliseconds. */
const POLL_MS = 250
/** What comes so soon after is told together, in milliseconds: in a rush a thread is told of once for many replies. */
const GATHER_MS = 500
const RETRY_FIRST_MS = 250
const RETRY_LIMIT_MS = 5_000

/**
 * Tells members of what was written, a thread at a time, in the order of its revisions. Of all replicas one does it at a
 * time: whoever gets the lock, for one transaction. A revision and its notifications change hands in that transaction, so
 * that each is told once, whatever is killed.
 */
export function startNotifier(options: { db: Database; bell: Bell; logger: Logger }): {
  close(): Promise<void>
} {
  const { db, bell, logger } = options
  const closing = new AbortController()

  const tellSome = (upTo: number): Promise<boolean> =>
    db.transaction(async (tx) => {
      // Another replica is at it, and will be at the next one, too.
      if (!(await tryLockNotifications(tx))) return false
      const told = await tellOldest(tx, upTo)
      if (told) await followTelling(tx, [...told])
      return told !== undefined
    })

  /** Tells of what there is by now; false where there is nothing. */
  const tellAll = async (): Promise<boolean> => {
    const newest = await newestUntold(db)
    if (newest === null) return false
    while (!closing.signal.aborted && (await tellSome(newest)));
    return true
  }

  const run = async () => {
    for (let failures = 0; !closing.signal.aborted; ) {
      try {
        if (await tellAll()) await pause(GATHER_MS, closing.signal)
        else await bell.wait(POLL_MS, closing.signal)
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === 1) logger.warn({ err: error }, 'members could not be told, it is tried again')
        await pause(backoff(failures, RETRY_FIRST_MS, RETRY_LIMIT_MS), closing.signal)
      }
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
