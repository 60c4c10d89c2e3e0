import type { Logger } from 'pino'
import { type Closable, runUntilClosed } from './run-until-closed.ts'

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
export const startPeriodic = ({ name, everyMs, work, logger }: PeriodicOptions): Closable =>
  runUntilClosed({
    work,
    everyMs,
    retryMs: { first: everyMs, limit: everyMs },
    failed: (error) => logger.warn({ err: error, job: name }, 'a periodic job failed'),
  })
