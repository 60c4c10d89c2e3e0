import type { Database } from '@agora/shared/database/database'
import type { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import { startSteps } from '@agora/shared/lifecycle/steps'
import type { Logger } from 'pino'
import { cleanNext } from './step.ts'

const LOOK_MS = 5_000

/** Works through the cleanups that are due, one thing after another. Several replicas take different cleanups. */
export function startCleaner(options: { db: Database; cleaning: AutoResetEvent; logger: Logger }): {
  close(): Promise<void>
} {
  const { db, cleaning, logger } = options
  const step = async () => ((await db.transaction(cleanNext)) ? 0 : 'idle')
  return startSteps({ name: 'cleanups', step, idleMs: LOOK_MS, wakeup: cleaning, logger })
}
