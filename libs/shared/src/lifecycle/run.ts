import type { Logger } from 'pino'

/** A step of closing; the steps run in the order given, each once. */
export interface Closable {
  name: string
  close: () => Promise<unknown>
}

/** How long a closing process may take before it ends all the same, in milliseconds. */
const CLOSE_BOUND_MS = 15_000

/** Closes in order; every step runs even if one fails; a second call waits for the first. */
export function closeInOrder(steps: readonly Closable[], logger: Logger): () => Promise<void> {
  let closing: Promise<void> | undefined
  const closeAll = async () => {
    for (const { name, close } of steps) {
      try {
        await close()
      } catch (error) {
        logger.error({ err: error, step: name }, 'closing failed')
      }
    }
  }
  return () => {
    closing ??= closeAll()
    return closing
  }
}

/**
 * Runs a service process: starts it, closes it on SIGTERM or SIGINT, ends with a status that tells.
 * `start` answers the close function.
 */
export async function run(logger: Logger, start: () => Promise<() => Promise<void>>): Promise<void> {
  let close: () => Promise<void>
  try {
    close = await start()
  } catch (error) {
    logger.fatal({ err: error }, 'could not start')
    process.exit(1)
  }
  const stop = (signal: string) => {
    logger.info({ signal }, 'closing')
    setTimeout(() => {
      logger.error('closing took too long')
      process.exit(1)
    }, CLOSE_BOUND_MS).unref()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const crash = (error: unknown) => {
    logger.fatal({ err: error }, 'unexpected failure')
    process.exit(1)
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
}
