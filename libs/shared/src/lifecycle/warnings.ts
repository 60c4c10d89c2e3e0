import type { Logger } from 'pino'

/** Node writes its warnings as plain text, which a collector of JSON lines cannot read. */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node warns'))
}
