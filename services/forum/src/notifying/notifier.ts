import { partsOf } from '@agora/shared/collections/parts'
import type { Database } from '@agora/shared/database/database'
import { isOfTheData } from '@agora/shared/database/sql'
import type { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { startSteps } from '@agora/shared/lifecycle/steps'
import type { Logger } from 'pino'
import { notifyOf } from './fan-out.ts'
import { postpone, readUntold, tryLockNotifications, type Untold } from './store.ts'
import { hasUntoldReactions, notifyOfReactions } from './store-reactions.ts'

/** Finds the writes of other processes. In milliseconds. */
const LOOK_MS = 250
/**
 * What arrives within this time is handled together: in a rush, one notification stands for many replies. In
 * milliseconds.
 */
const GATHER_MS = 500
/** How many of the oldest are grouped by thread. */
const WINDOW = 2_000
/** Revisions handled together, by number and bytes: bounds a transaction, and how long the process can do nothing else. */
const AT_ONCE = { count: 500, size: 1024 * 1024, sizeOf: ({ bytes }: Untold) => bytes }
const RETRY_LIMIT_MS = 5_000

/**
 * Notifies members of new revisions and of reactions, in the order of each thread's. One replica at a time does it: the one that gets
 * the lock, for one transaction. That transaction removes revisions and writes their notifications, so that each is
 * notified exactly once, whatever is killed. Its statements cost far more than a revision in them, so they take the
 * revisions of many threads. If they fail, each half is tried by itself; a revision that fails alone is postponed and does
 * not hold up the others.
 */
export function startNotifier(options: { db: Database; written: AutoResetEvent; logger: Logger }): {
  close(): Promise<void>
} {
  const { db, written, logger } = options

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

  const notifyOfAll = async (untold: readonly Untold[], closing: AbortSignal): Promise<void> => {
    for (const part of partsOf(byThread(untold), AT_ONCE)) {
      const seqs = part.map(({ seq }) => seq)
      if (closing.aborted || !(await notifyOrPostpone(seqs))) return
    }
  }

  /** Returns how many reactions their posts' authors were notified of. */
  const notifyAuthors = async (): Promise<number> => {
    if (!(await hasUntoldReactions(db))) return 0
    return db.transaction(async (tx) => ((await tryLockNotifications(tx)) ? notifyOfReactions(tx) : 0))
  }

  const step = async (closing: AbortSignal) => {
    const begun = performance.now()
    const untold = await readUntold(db, WINDOW)
    await notifyOfAll(untold, closing)
    const reactions = await notifyAuthors()
    if (untold.length + reactions === 0) return 'idle'
    // In a rush, half of the time is left to the writers.
    return untold.length < WINDOW ? GATHER_MS : performance.now() - begun
  }
  return startSteps({
    name: 'notifications',
    step,
    idleMs: LOOK_MS,
    wakeup: written,
    retryLimitMs: RETRY_LIMIT_MS,
    logger,
  })
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
