import type { Logger } from 'pino'
import { Type } from 'typebox'
import { drainEnv, readEnv, tracingEnv } from '../config/env.ts'
import { collectStartupGarbage } from './collect-garbage.ts'
import { connectByRememberedAddresses } from './remembered-addresses.ts'
import { logWarnings } from './warnings.ts'

/** What a process closes, by name. */
export type Closables = Readonly<Record<string, { close: () => unknown }>>

/** How long closing may take after draining before the process exits anyway, in milliseconds. */
const CLOSE_BOUND_MS = 15_000

/** Closes all in the order given, even if one fails; a second call waits for the first. */
export function closeInOrder(closables: Closables, logger: Logger): () => Promise<void> {
  let closing: Promise<void> | undefined
  const closeAll = async () => {
    for (const [step, closable] of Object.entries(closables)) {
      try {
        await closable.close()
      } catch (error) {
        logger.error({ err: error, step }, 'closing failed')
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
 * `start` returns the close function.
 */
export async function run(logger: Logger, start: () => Promise<() => Promise<void>>): Promise<void> {
  logWarnings(logger)
  connectByRememberedAddresses()
  let close: (() => Promise<void>) | undefined
  let closeSpans = async () => {}
  let drainMs = 0
  const stop = (signal: string) => {
    logger.info({ signal }, 'closing')
    // Nobody has been served yet. PID 1 of a container must exit explicitly: there the signal alone ends nothing.
    if (!close) process.exit(0)
    setTimeout(() => {
      logger.error('closing took too long')
      process.exit(1)
    }, drainMs + CLOSE_BOUND_MS).unref()
    close()
      .then(() => closeSpans())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  try {
    drainMs = readEnv(Type.Object(drainEnv)).DRAIN_SECONDS * 1000
    closeSpans = await exportSpans(logger)
    close = await start()
  } catch (error) {
    logger.fatal({ err: error }, 'could not start')
    process.exit(1)
  }
  const crash = (error: unknown) => {
    logger.fatal({ err: error }, 'unexpected failure')
    process.exit(1)
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  collectStartupGarbage()
}

/** Loads the span exporter only if a collector is configured. */
async function exportSpans(logger: Logger): Promise<() => Promise<void>> {
  if (readEnv(Type.Object(tracingEnv)).OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => {}
  const { startSpanExport } = await import('../observability/span-export.ts')
  return startSpanExport(String(logger.bindings().service), logger)
}
