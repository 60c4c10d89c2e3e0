import { pause } from '../lifecycle/pause.ts'
import { type Closable, runUntilClosed } from '../lifecycle/run-until-closed.ts'
import { measureWaiting } from './metrics.ts'
import type { WorkQueue } from './queue.ts'
import type { Runner } from './runner.ts'
import type { Claimed, WorkOptions } from './table.ts'

/** Finds rows that nothing announced, in milliseconds. */
const POLL_MS = 1_000
/** What comes in quick succession is dispatched together. */
const REST_MS = 20
/** A row that nobody took for so long, while this process has room, is run past the queue, in milliseconds. */
const PATIENCE_MS = 3_000

type DispatcherOptions<Claim extends Claimed> = Pick<
  WorkOptions<Claim>,
  'table' | 'wakeup' | 'dispatched' | 'logger' | 'registry'
>

/**
 * Brings due rows to the processes: through the queue, or straight to this one's runner while Redis is away. A queue
 * that was emptied is full again within a second; a row that is offered several times is claimed once.
 */
export function startDispatcher<Claim extends Claimed>(
  { table, wakeup, dispatched, logger, registry }: DispatcherOptions<Claim>,
  queue: WorkQueue,
  runner: Runner,
): Closable {
  const waits = measureWaiting(registry)

  /** Returns in how many milliseconds to look again. */
  const dispatch = async (): Promise<number> => {
    const { rows, nextInMs } = await table.due()
    waits(Math.max(0, ...rows.map(({ waitedMs }) => waitedMs)))
    const queued = await queue.offer(rows)
    if (queued) dispatched?.('queue', rows.length)
    for (const { id, waitedMs } of rows) {
      if (queued && waitedMs < PATIENCE_MS) continue
      if (!runner.hasRoom()) break
      dispatched?.('direct', 1)
      void runner.run(id)
    }
    return Math.min(nextInMs ?? POLL_MS, POLL_MS)
  }

  return runUntilClosed({
    work: async (closing) => {
      const again = await dispatch()
      await pause(REST_MS, closing)
      await wakeup.wait(Math.max(0, again - REST_MS), closing)
    },
    retryMs: { first: POLL_MS, limit: POLL_MS },
    failed: (error, failures) => {
      if (failures === 1) logger.warn({ err: error }, 'due rows could not be read')
    },
  })
}
