import type { Logger } from 'pino'
import type { AutoResetEvent } from './auto-reset-event.ts'
import { pause } from './pause.ts'
import { type Closable, runUntilClosed } from './run-until-closed.ts'

export interface StepsOptions {
  /** Said in the log when a step fails. */
  name: string
  /** Does what is next; returns how long to rest before the next step, in milliseconds, or that nothing is due. */
  step: (closing: AbortSignal) => Promise<'idle' | number>
  /** How often to look again where nothing is due: finds what other processes left. In milliseconds. */
  idleMs: number
  /** Set by this process where something falls due. */
  wakeup?: AutoResetEvent
  /** The longest pause after failures, in milliseconds. */
  retryLimitMs?: number
  logger: Logger
}

const RETRY_FIRST_MS = 250

/** Works through what is due, step after step, until it is closed; a failed step is logged once and tried again. */
export function startSteps(options: StepsOptions): Closable {
  const { name, step, idleMs, wakeup, retryLimitMs = 30_000, logger } = options
  return runUntilClosed({
    work: async (closing) => {
      const restMs = await step(closing)
      if (restMs !== 'idle') return restMs > 0 && pause(restMs, closing)
      await (wakeup ? wakeup.wait(idleMs, closing) : pause(idleMs, closing))
    },
    retryMs: { first: RETRY_FIRST_MS, limit: retryLimitMs },
    failed: (error, failures) => {
      if (failures === 1) logger.warn({ err: error, job: name }, 'a step failed, retrying')
    },
  })
}
