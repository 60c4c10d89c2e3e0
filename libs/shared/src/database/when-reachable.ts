import type { Logger } from 'pino'
import { startPeriodic } from '../lifecycle/periodic.ts'
import { isDatabaseAway } from './away.ts'

const RETRY_MS = 1_000

export interface Applied {
  isDone(): boolean
  close(): Promise<void>
}

/**
 * Does once what a start has to write to the database. If that is away, the process starts without, and it is done as
 * soon as it is back.
 *
 * @throws whatever else goes wrong: at once, or, for a start that could not ask, as an unhandled rejection.
 */
export async function applyWhenReachable(work: () => Promise<void>, logger: Logger): Promise<Applied> {
  let done = false
  const attempt = async (): Promise<'done' | undefined> => {
    try {
      await work()
      done = true
      return 'done'
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
  }
  if ((await attempt()) === 'done') return { isDone: () => true, close: async () => {} }
  logger.warn('the database cannot be reached: the configuration is applied once it can')
  const again = startPeriodic({
    name: 'configuration',
    everyMs: RETRY_MS,
    work: () =>
      attempt().catch((error) => {
        // As fatal as at the start.
        void Promise.reject(error)
        return 'done'
      }),
    logger,
  })
  return { isDone: () => done, close: () => again.close() }
}
