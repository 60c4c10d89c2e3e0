import type { Context } from './context.ts'

export interface PurgeJob {
  /** Waits for the run under way; more than once is harmless. */
  close(): Promise<void>
}

/** Deletes expired rows every so often, in one process of the service at a time. */
export function startPurge({ env, store, logger }: Context): PurgeJob {
  let running: Promise<void> | undefined
  const purge = async () => {
    try {
      const deleted = await store.purge()
      if (deleted > 0) logger.info({ deleted }, 'expired captcha rows deleted')
    } catch (error) {
      logger.warn({ err: error }, 'expired captcha rows could not be deleted; the next run tries again')
    } finally {
      running = undefined
    }
  }
  const timer = setInterval(() => {
    running ??= purge()
  }, env.CAPTCHA_PURGE_SECONDS * 1000)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
