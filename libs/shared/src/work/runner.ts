import { setTimeout as sleep } from 'node:timers/promises'
import { backoff, pause } from '../lifecycle/pause.ts'
import { runStep } from '../observability/spans.ts'
import { traceparentOf } from '../observability/trace.ts'
import type { Claimed, Ending, WorkOptions } from './table.ts'

/** Runs rows in this process. */
export interface Runner {
  /** Runs the row if it is there to be had. Never rejects. */
  run: (id: string) => Promise<void>
  /** Whether another run may begin. */
  hasRoom(): boolean
  /** Waits for the runs under way; after the grace they give their rows back. */
  close(): Promise<void>
}

const RECORD_FIRST_MS = 50
const RECORD_LIMIT_MS = 1_000
/** An end that cannot be written so often is left to the lease: another process takes the row up. */
const RECORD_TRIES = 5

export type RunnerOptions<Claim extends Claimed> = Omit<WorkOptions<Claim>, 'name' | 'redisUrl'>

export function createRunner<Claim extends Claimed>(options: RunnerOptions<Claim>): Runner {
  const { table, concurrency, graceMs = 0, wakeup, logger } = options
  const closing = new AbortController()
  /** The signals of the runs under way: they abort when the row is another's, or the process closes. */
  const stops = new Set<AbortController>()
  let over: Error | undefined
  const active = new Map<string, Promise<void>>()

  /** Whether it failed for reasons of our own. */
  const work = async (claim: Claim, traceparent: string): Promise<boolean> => {
    const stop = new AbortController()
    const { signal } = stop
    if (over) stop.abort(over)
    stops.add(stop)
    const heartbeat = keepLease(options, claim, stop)
    try {
      await record(options, claim, await options.run(claim, signal, traceparent))
      return false
    } catch (error) {
      if (signal.aborted) {
        await table.release(claim)
        return false
      }
      logger.error({ err: error, row: claim.id }, 'a run failed')
      await record(options, claim, options.failed(claim))
      return true
    } finally {
      clearInterval(heartbeat)
      stops.delete(stop)
    }
  }

  const runOne = async (id: string) => {
    try {
      const claim = await table.claim(id)
      if (!claim) return
      const { traceparent } = claim
      await runStep({ kind: 'consumer', ...options.step(claim), traceparent }, async (trace, fail) => {
        if (await work(claim, traceparentOf(trace))) fail()
      })
      wakeup.set()
    } catch (error) {
      logger.error({ err: error, row: id }, 'a row could not be taken or given back')
    }
  }

  return {
    hasRoom: () => !closing.signal.aborted && active.size < concurrency,
    run: async (id) => {
      if (closing.signal.aborted) return
      const running = active.get(id) ?? runOne(id).finally(() => active.delete(id))
      active.set(id, running)
      await running
    },
    close: async () => {
      closing.abort()
      const all = Promise.all(active.values())
      const grace = new AbortController()
      await Promise.race([all, pause(graceMs, grace.signal)])
      grace.abort()
      over = new Error('the process closes')
      for (const stop of stops) stop.abort(over)
      await all
    },
  }
}

/** Keeps the lease while the work lasts; aborts it when another process has the row. */
function keepLease<Claim extends Claimed>(
  { table, leaseSeconds }: RunnerOptions<Claim>,
  claim: Claim,
  stop: AbortController,
): NodeJS.Timeout {
  const renew = () =>
    table.renew(claim).then(
      (mine) => mine || stop.abort(new Error('another process has the row')),
      // The database is down: nobody else can claim either, and every write checks the lease again.
      () => {},
    )
  return setInterval(renew, (leaseSeconds * 1000) / 3)
}

async function record<Claim extends Claimed>(
  { db, logger }: RunnerOptions<Claim>,
  { id }: Claim,
  { write, committed, certain = false }: Ending,
): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    try {
      if (await db.transaction(write)) break
      return logger.warn({ row: id }, 'the row was ended elsewhere')
    } catch (error) {
      logger.error({ err: error, row: id, failures }, 'the end of a run could not be written')
      if (!certain && failures >= RECORD_TRIES) return
      await sleep(backoff(failures, RECORD_FIRST_MS, RECORD_LIMIT_MS))
    }
  }
  committed?.()
}
