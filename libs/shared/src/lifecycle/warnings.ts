import { format } from 'node:util'
import type { Logger } from 'pino'

const SPOKEN = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const

/**
 * Node writes its warnings as plain text, as libraries do what nobody asked them for: a collector of JSON lines cannot
 * read either.
 */
export function logWarnings(logger: Logger): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node warns'))
  for (const way of SPOKEN)
    console[way] = (...words: unknown[]) => logger.warn({ text: format(...words) }, 'a library says')
}
