import type { Database } from '@agora/shared/database/database'
import { type Bell, backoff, pause } from '@agora/shared/messaging/pause'
import type { Logger } from 'pino'
import { tellOldest } from './fan-out.ts'
import { hasUntold, tryLockNotifications } from './store.ts'
import { wakeStreamsOf } from './waking.ts'

/** The bell tells of what this process wrote; the poll finds what others did, in milliseconds. */
const POLL_MS = 250
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

  const tellSome = async (): Promise<boolean> => {
    if (!(await hasUntold(db))) return false
    return db.transaction(async (tx) => {
      // Another replica is at it, and will be at the next one, too.
      if (!(await tryLockNotifications(tx))) return false
      const told = await tellOldest(tx)
      if (told) await wakeStreamsOf(tx, [...told])
      return told !== undefined
    })
  }

  const run = async () => {
    for (let failures = 0; !closing.signal.aborted; ) {
      try {
        if (!(await tellSome())) await bell.wait(POLL_MS, closing.signal)
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
