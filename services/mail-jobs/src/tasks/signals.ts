import { listen } from '@agora/shared/database/connection'
import { AutoResetEvent } from '@agora/shared/lifecycle/auto-reset-event'
import type pg from 'pg'
import type { Logger } from 'pino'
import { DONE_CHANNEL, DUE_CHANNEL } from './store.ts'

/** The database's notifications about tasks. They can be lost with the connection, so whoever waits also polls. */
export interface Signals {
  /** Set when a task may have become due. */
  readonly due: AutoResetEvent
  /** `done` is set when this task completes; call `stop` when nobody waits any more. */
  watch(taskId: string): { done: AutoResetEvent; stop: () => void }
  close(): Promise<void>
}

export function startSignals(pool: pg.Pool, logger: Logger): Signals {
  const due = new AutoResetEvent()
  const watchers = new Map<string, Set<AutoResetEvent>>()
  const listener = listen({
    pool,
    name: 'signals',
    channels: [DUE_CHANNEL, DONE_CHANNEL],
    notified: ({ channel, payload = '' }) => {
      if (channel === DUE_CHANNEL) due.set()
      else for (const done of watchers.get(payload) ?? []) done.set()
    },
    again: () => due.set(),
    logger,
  })
  return {
    due,
    watch(taskId) {
      const done = new AutoResetEvent()
      const waiting = watchers.get(taskId) ?? new Set()
      watchers.set(taskId, waiting.add(done))
      return {
        done,
        stop: () => {
          waiting.delete(done)
          if (waiting.size === 0 && watchers.get(taskId) === waiting) watchers.delete(taskId)
        },
      }
    },
    close: listener.close,
  }
}
