import type { Logger } from 'pino'
import { pause } from '../messaging/pause.ts'

export interface PeriodicOptions {
  /** Said in the log when it fails. */
  name: string
  /** The pause between the end of one run and the next, in milliseconds. */
  everyMs: number
  /** Returns 'done' where it is not to be run again. */
  work: () => Promise<unknown>
  logger: Logger
}

/** Runs work now and then until it is closed, never twice at once; a failed run is logged and the next one comes. */
export function startPeriodic({ name, everyMs, work, logger }: PeriodicOptions): { close(): Promise<void> } {
  const closing = new AbortController()
  const run = async () => {
    while (!closing.signal.aborted) {
      const outcome = await work().catch((error) =>
        logger.warn({ err: error, job: name }, 'a periodic job failed'),
      )
      if (outcome === 'done') return
      await pause(everyMs, closing.signal)
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
