import type { Database } from '@agora/shared/database/database'
import { leadsInTransaction } from '@agora/shared/database/leadership'
import { isOfTheData, type Transaction } from '@agora/shared/database/sql'
import { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { startPeriodic } from '@agora/shared/lifecycle/periodic'
import { startSteps } from '@agora/shared/lifecycle/steps'
import type { Logger } from 'pino'
import type { NumberedChange } from '../changes/change.ts'
import { hasNewChanges, NUMBERED_AT_ONCE, numberChanges, purgeFollowed, purgeOld } from '../changes/store.ts'
import { takeOlderQueues } from '../changes/store-older.ts'
import type { Follower } from './follower.ts'
import {
  addFollower,
  endPostponed,
  postpone,
  postponeAgain,
  readChanges,
  readDue,
  readPostponed,
  setPlace,
  takeThreadsToRebuild,
} from './store.ts'

/** Finds the writes of other processes, or that another process is gone. In milliseconds. */
const LOOK_MS = 250
/** In a rush, changes of this time get their numbers together. In milliseconds. */
const NUMBER_EVERY_MS = 50
const RETRY_LIMIT_MS = 5_000
/** A backlog rests no longer, since changes wait meanwhile. In milliseconds. */
const BACKLOG_REST_MS = 2_000
const PURGE_EVERY_MS = 10_000
/** Threads for which an effect is made anew in one transaction. */
const REBUILT_AT_ONCE = 500
/** What a version before the log has queued, while it runs beside this one. In milliseconds. */
const OLDER_EVERY_MS = 1_000

export interface EngineOptions {
  db: Database
  followers: readonly Follower[]
  /** Set when this process has written something. */
  written: AutoResetEvent
  logger: Logger
}

/**
 * Lets followers follow the changes. Each has its own loop, so one that stops delays neither the others nor any write. It
 * works in the process that gets its lock, for one transaction, which holds its effect and its place: whatever is killed,
 * each change is followed exactly once.
 */
export function startFollowers({ db, followers, written, logger }: EngineOptions): {
  close(): Promise<void>
} {
  const wakeups = followers.map(() => new AutoResetEvent())
  const numbering = startSteps({
    name: 'numbers of changes',
    step: async () => {
      const numbered = await numberSome(db)
      if (numbered === 0) return 'idle'
      for (const wakeup of wakeups) wakeup.set()
      return numbered < NUMBERED_AT_ONCE ? NUMBER_EVERY_MS : 0
    },
    idleMs: LOOK_MS,
    wakeup: written,
    retryLimitMs: RETRY_LIMIT_MS,
    logger,
  })
  const following = followers.map((follower, index) =>
    startSteps({
      name: `follower ${follower.name}`,
      step: followingSteps(db, follower, logger),
      idleMs: LOOK_MS,
      wakeup: wakeups[index]!,
      retryLimitMs: RETRY_LIMIT_MS,
      logger,
    }),
  )
  const periodic = [
    startPeriodic({
      name: 'followed changes',
      everyMs: PURGE_EVERY_MS,
      work: async () => {
        await purgeFollowed(db)
        await purgeOld(db)
      },
      logger,
    }),
    startPeriodic({
      name: 'queues of earlier versions',
      everyMs: OLDER_EVERY_MS,
      work: () => db.transaction(takeOlderQueues),
      logger,
    }),
  ]
  return {
    close: async () => {
      await Promise.all([numbering, ...following, ...periodic].map((loop) => loop.close()))
    },
  }
}

async function numberSome(db: Database): Promise<number> {
  if (!(await hasNewChanges(db))) return 0
  return db.transaction(async (tx) =>
    (await leadsInTransaction(tx, 'numbers of changes')) ? numberChanges(tx) : 0,
  )
}

/** A follower's transactions, each under its lock. */
function transactionsOf(db: Database, follower: Follower, parent: Logger) {
  const { name, kinds, atOnce, lock = `follower ${name}` } = follower
  const logger = parent.child({ follower: name })
  const followed = new Set(kinds)
  let limit = atOnce

  /** Runs work under the follower's lock; undefined while another process holds it. */
  const alone = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result | undefined> =>
    db.transaction(async (tx) => ((await leadsInTransaction(tx, lock)) ? work(tx) : undefined))

  /** Postpones a change that failed by itself; of several, fewer are tried. */
  const failed = async (attempted: readonly NumberedChange[], isRetry: boolean, error: unknown) => {
    const [only] = attempted
    if (!only || !isOfTheData(error)) throw error
    if (attempted.length > 1) {
      limit = Math.ceil(attempted.length / 2)
      return
    }
    logger.error({ err: error, change: only }, 'a change cannot be followed, it is postponed')
    await alone((tx) => (isRetry ? postponeAgain : postpone)(tx, name, only.number))
  }

  const retryOne = async (): Promise<void> => {
    let again: NumberedChange | undefined
    try {
      await alone(async (tx) => {
        again = await readPostponed(tx, name)
        if (!again) return
        await follower.follow(tx, [again])
        await endPostponed(tx, name, again.number)
      })
    } catch (error) {
      await failed(again ? [again] : [], true, error)
    }
  }

  /** Follows the next changes; returns those that were read, and whether more wait. */
  const followSome = async () => {
    let attempted: NumberedChange[] = []
    try {
      const outcome = await alone(async (tx) => {
        const read = await readChanges(tx, name, limit)
        attempted = read.filter(({ kind }) => followed.has(kind))
        const end = attempted.length > 0 ? await follower.follow(tx, attempted) : undefined
        const place = end ?? read.at(-1)?.number
        if (place !== undefined) await setPlace(tx, name, place)
        return { oldest: read[0], hasMore: end !== undefined || read.length === limit }
      })
      limit = Math.min(limit * 2, atOnce)
      return outcome
    } catch (error) {
      await failed(attempted, false, error)
      return { oldest: undefined, hasMore: true }
    }
  }

  return { alone, retryOne, followSome }
}

/** The steps of one follower: changes come first, then its backlog, then a rebuild. */
function followingSteps(db: Database, follower: Follower, logger: Logger): () => Promise<'idle' | number> {
  const { name, gatherMs, rest, patience = Number.POSITIVE_INFINITY, backlog } = follower
  const { alone, retryOne, followSome } = transactionsOf(db, follower, logger)
  const hasBacklog = async () => (await backlog?.isDue(db)) ?? false
  let isAdded = false

  return async () => {
    if (!isAdded) await addFollower(db, name)
    isAdded = true
    const begun = performance.now()
    const { isBehind, isRebuilding } = await readDue(db, name)
    if (isBehind) {
      await retryOne()
      const outcome = await followSome()
      // Another process is at work.
      if (!outcome) return 'idle'
      const { oldest, hasMore } = outcome
      if (hasMore) return oldest && oldest.age < patience ? rest * (performance.now() - begun) : 0
      if (oldest && !isRebuilding && !(await hasBacklog())) return gatherMs
    }
    const isBacklog = await hasBacklog()
    if (!isBacklog && !isRebuilding) return 'idle'
    const workBegun = performance.now()
    const isDone = await alone(async (tx) => {
      await (isBacklog ? backlog!.work(tx) : rebuildSome(tx, follower))
      return true
    })
    if (!isDone) return 'idle'
    const worked = performance.now() - workBegun
    if (!isRebuilding && !(await hasBacklog())) return gatherMs
    return Math.min(((await backlog?.rest?.(db)) ?? 0) * worked, BACKLOG_REST_MS)
  }
}

async function rebuildSome(tx: Transaction, { name, rebuild }: Follower): Promise<void> {
  if (typeof rebuild === 'string') throw new Error(`${name} cannot be rebuilt: ${rebuild}`)
  const threads = await takeThreadsToRebuild(tx, name, REBUILT_AT_ONCE)
  if (threads.length > 0) await rebuild(tx, threads)
}
