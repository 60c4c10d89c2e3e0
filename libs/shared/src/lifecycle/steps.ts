import type { Logger } from 'pino'
import type { AutoResetEvent } from './auto-reset-event.ts'
import { backoff, pause } from './pause.ts'

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
export function startSteps(options: StepsOptions): { close(): Promise<void> } {
  const { name, step, idleMs, wakeup, retryLimitMs = 30_000, logger } = options
  const closing = new AbortController()
  const rest = async (ms: 'idle' | number) => {
    if (ms !== 'idle') return ms > 0 ? pause(ms, closing.signal) : undefined
    return wakeup ? wakeup.wait(idleMs, closing.signal) : pause(idleMs, closing.signal)
  }
  const run = async () => {
    for (let failures = 0; !closing.signal.aborted; ) {
      try {
        await rest(await step(closing.signal))
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === 1) logger.warn({ err: error, job: name }, 'a step failed, retrying')
        await pause(backoff(failures, RETRY_FIRST_MS, retryLimitMs), closing.signal)
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
