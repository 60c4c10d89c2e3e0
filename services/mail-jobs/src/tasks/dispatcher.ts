import { pause } from '@agora/shared/messaging/pause'
import type { Context } from '../context.ts'
import type { TaskQueue } from './queue.ts'
import type { Runner } from './runner.ts'

export interface Dispatcher {
  close(): Promise<void>
}

/** Notifications wake the dispatcher; the poll finds what no notification told of, in milliseconds. */
const POLL_MS = 1_000
const SHORTEST_WAIT_MS = 20
const BATCH = 100
/** A task that nobody took for so long, while this process has room, is run past the queue, in milliseconds. */
const PATIENCE_MS = 3_000

/**
 * Brings due tasks to the workers: through the queue, or straight to this process's runner while Redis is away. The
 * rows say what is due, so that a queue that was emptied is full again within a second; the claim sees to it that a
 * task offered several times is run once.
 */
export function startDispatcher(context: Context, queue: TaskQueue, runner: Runner): Dispatcher {
  const { tasks, kinds, signals, metrics, logger } = context
  const closing = new AbortController()

  const dispatch = async (): Promise<number> => {
    const { tasks: due, nextInMs } = await tasks.due(kinds, BATCH)
    const queued = await queue.offer(due)
    if (queued) metrics.dispatches.inc({ way: 'queue' }, due.length)
    for (const { id, waited } of due) {
      if (queued && waited < PATIENCE_MS) continue
      if (!runner.hasRoom()) break
      metrics.dispatches.inc({ way: 'direct' })
      void runner.run(id).finally(() => signals.due.ring())
    }
    return Math.min(Math.max(nextInMs ?? POLL_MS, SHORTEST_WAIT_MS), POLL_MS)
  }

  const run = async () => {
    while (!closing.signal.aborted) {
      try {
        await signals.due.wait(await dispatch(), closing.signal)
      } catch (error) {
        logger.warn({ err: error }, 'due tasks could not be looked for')
        await pause(POLL_MS, closing.signal)
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
