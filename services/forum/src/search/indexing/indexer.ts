import { keepConnection } from '@agora/shared/database/connection'
import { pause } from '@agora/shared/messaging/pause'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { SearchEngine } from '../engine.ts'
import { indexSome } from './index-some.ts'
import { tryLock } from './store-lock.ts'

export interface IndexerOptions {
  /** The service's pool. The indexer opens one connection of its own with the pool's options. */
  pool: pg.Pool
  engine: SearchEngine
  logger: Logger
}

/** How often a process asks whether there is anything to do, or whether the one that does it is gone; what came is gathered. */
const LOOK_MS = 500
/** In a rush of writing it rests so many times as long as it has worked: those who write come first. */
const REST = 3
/** It rests while nothing has been due for longer than this, in milliseconds: what was posted is found within five seconds. */
const PATIENCE_MS = 2_000

/**
 * Follows what is written with the index. One process at a time does, the one that holds a session lock on the
 * connection that it reads with, so that of two changes the later is never overwritten by the earlier.
 */
export function startIndexer({ pool, engine, logger: parent }: IndexerOptions): { close(): Promise<void> } {
  const logger = parent.child({ indexer: 'search' })
  const work = async (client: pg.Client, stop: AbortSignal) => {
    let isActive = false
    let caughtUpAt = Number.NEGATIVE_INFINITY
    while (!stop.aborted) {
      isActive ||= await tryLock(client)
      const begun = performance.now()
      const left = isActive ? await indexSome(client, engine) : 'nothing'
      if (left === 'nothing') {
        caughtUpAt = begun
        await pause(LOOK_MS, stop)
      } else if (left === 'what was just written' && performance.now() - caughtUpAt < PATIENCE_MS)
        await pause(REST * (performance.now() - begun), stop)
    }
  }
  return keepConnection({ pool, name: 'search', work, logger })
}
