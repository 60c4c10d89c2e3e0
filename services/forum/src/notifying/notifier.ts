import { partsOf } from '@agora/shared/collections/parts'
import type { Database } from '@agora/shared/database/database'
import { isOfTheData } from '@agora/shared/database/sql'
import type { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { backoff, pause } from '@agora/shared/messaging/pause'
import type { Logger } from 'pino'
import { notifyOf } from './fan-out.ts'
import { postpone, readUntold, tryLockNotifications, type Untold } from './store.ts'

/** This process's writes wake the notifier; polling finds those of others. In milliseconds. */
const POLL_MS = 250
/**
 * What arrives within this time is handled together: in a rush, one notification stands for many replies. In
 * milliseconds.
 */
const GATHER_MS = 500
/** How many of the oldest are grouped by thread. */
const WINDOW = 2_000
/** Revisions handled together, by number and bytes: bounds a transaction, and how long the process can do nothing else. */
const AT_ONCE = { count: 500, size: 1024 * 1024, sizeOf: ({ bytes }: Untold) => bytes }
const RETRY_FIRST_MS = 250
const RETRY_LIMIT_MS = 5_000

/**
 * Notifies members of new revisions, in the order of each thread's. One replica at a time does it: the one that gets
 * the lock, for one transaction. That transaction removes revisions and writes their notifications, so that each is
 * notified exactly once, whatever is killed. Its statements cost far more than a revision in them, so they take the
 * revisions of many threads. If they fail, each half is tried by itself; a revision that fails alone is postponed and does
 * not hold up the others.
 */
export function startNotifier(options: { db: Database; written: AutoResetEvent; logger: Logger }): {
  close(): Promise<void>
} {
  const { db, written, logger } = options
  const closing = new AbortController()

  /** False while another replica holds the lock: the caller then stops. */
  const notify = (seqs: readonly number[]): Promise<boolean> =>
    db.transaction(async (tx) => {
      if (!(await tryLockNotifications(tx))) return false
      await notifyOf(tx, seqs)
      return true
    })

  const notifyOrPostpone = async (seqs: readonly number[]): Promise<boolean> => {
    try {
      return await notify(seqs)
    } catch (error) {
      if (!isOfTheData(error)) throw error
      if (seqs.length > 1) {
        const half = Math.ceil(seqs.length / 2)
        return (await notifyOrPostpone(seqs.slice(0, half))) && (await notifyOrPostpone(seqs.slice(half)))
      }
      logger.error({ err: error, seq: seqs[0] }, 'members cannot be notified of a revision, it is postponed')
      await postpone(db, seqs[0]!)
      return true
    }
  }

  const notifyOfAll = async (untold: readonly Untold[]): Promise<void> => {
    for (const part of partsOf(byThread(untold), AT_ONCE)) {
      const seqs = part.map(({ seq }) => seq)
      if (closing.signal.aborted || !(await notifyOrPostpone(seqs))) return
    }
  }

  const run = async () => {
    for (let failures = 0; !closing.signal.aborted; ) {
      try {
        const begun = performance.now()
        const untold = await readUntold(db, WINDOW)
        await notifyOfAll(untold)
        if (untold.length === 0) await written.wait(POLL_MS, closing.signal)
        // In a rush, half of the time is left to the writers.
        else await pause(untold.length < WINDOW ? GATHER_MS : performance.now() - begun, closing.signal)
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === 1) logger.warn({ err: error }, 'members could not be notified, retrying')
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

/** The revisions of one thread one after the other, so that one notification stands for many of them. */
function byThread(untold: readonly Untold[]): Untold[] {
  const ofThreads = new Map<string, Untold[]>()
  for (const one of untold) {
    const known = ofThreads.get(one.threadId)
    if (known) known.push(one)
    else ofThreads.set(one.threadId, [one])
  }
  return [...ofThreads.values()].flat()
}
