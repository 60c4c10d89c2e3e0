import { listen } from '@agora/shared/database/connection'
import { Bell } from '@agora/shared/messaging/pause'
import type pg from 'pg'
import type { Logger } from 'pino'
import { DONE_CHANNEL, DUE_CHANNEL } from './channels.ts'

/** The database's notifications about tasks. They can be lost with the connection, so whoever waits also polls. */
export interface Signals {
  /** Rings when a task may have become due. */
  readonly due: Bell
  /** A bell that rings when this task completes; call `stop` when nobody waits any more. */
  watch(taskId: string): { bell: Bell; stop: () => void }
  close(): Promise<void>
}

export function startSignals(pool: pg.Pool, logger: Logger): Signals {
  const due = new Bell()
  const watchers = new Map<string, Set<Bell>>()
  const listener = listen({
    pool,
    name: 'signals',
    channels: [DUE_CHANNEL, DONE_CHANNEL],
    notified: ({ channel, payload = '' }) => {
      if (channel === DUE_CHANNEL) due.ring()
      else for (const bell of watchers.get(payload) ?? []) bell.ring()
    },
    again: () => due.ring(),
    logger,
  })
  return {
    due,
    watch(taskId) {
      const bell = new Bell()
      const bells = watchers.get(taskId) ?? new Set()
      watchers.set(taskId, bells.add(bell))
      return {
        bell,
        stop: () => {
          bells.delete(bell)
          if (bells.size === 0 && watchers.get(taskId) === bells) watchers.delete(taskId)
        },
      }
    },
    close: listener.close,
  }
}
