import { keepConnection } from '@agora/shared/database/connection'
import { pause } from '@agora/shared/messaging/pause'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { SearchEngine } from '../engine.ts'
import { FORM } from '../text/words.ts'
import { indexSome } from './index-some.ts'
import { adoptForm } from './store-due.ts'
import { tryLock } from './store-lock.ts'

export interface IndexerOptions {
  /** The service's pool. The indexer opens one connection of its own with the same options. */
  pool: pg.Pool
  engine: SearchEngine
  logger: Logger
}

/** How often a process looks for work, or checks whether the active one is gone; batches writes. In milliseconds. */
const LOOK_MS = 500
/** In a rush it rests this many times as long as it has worked: writers come first. */
const REST = 3
/**
 * It rests only while nothing has been due for longer than this: posts become searchable within five seconds. In
 * milliseconds.
 */
const PATIENCE_MS = 2_000

/**
 * Keeps the index up to date. One process at a time does so, holding a session lock on the connection that it reads
 * with, so that an earlier change never overwrites a later one.
 */
export function startIndexer({ pool, engine, logger: parent }: IndexerOptions): { close(): Promise<void> } {
  const logger = parent.child({ indexer: 'search' })
  const work = async (client: pg.Client, stop: AbortSignal) => {
    let isActive = false
    let caughtUpAt = Number.NEGATIVE_INFINITY
    while (!stop.aborted) {
      if (!isActive && (await tryLock(client))) {
        await adoptForm(client, FORM)
        isActive = true
      }
      const begun = performance.now()
      const remaining = isActive ? await indexSome(client, engine) : 'none'
      if (remaining === 'none') {
        caughtUpAt = begun
        await pause(LOOK_MS, stop)
      } else if (remaining === 'recent' && performance.now() - caughtUpAt < PATIENCE_MS)
        await pause(REST * (performance.now() - begun), stop)
    }
  }
  return keepConnection({ pool, name: 'search', work, logger })
}
