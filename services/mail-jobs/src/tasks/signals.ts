import { Bell, backoff, pause } from '@agora/shared/messaging/pause'
import pg from 'pg'
import type { Logger } from 'pino'
import { DONE_CHANNEL, DUE_CHANNEL } from './channels.ts'

/** What the database tells of tasks. A notification can be lost with its connection: whoever waits also looks. */
export interface Signals {
  /** Rings when a task may have become due. */
  readonly due: Bell
  /** A bell that rings when this task completes; `stop` when nobody waits any more. */
  watch(taskId: string): { bell: Bell; stop: () => void }
  close(): Promise<void>
}

const RETRY_FIRST_MS = 100
const RETRY_LIMIT_MS = 2_000
const END_BOUND_MS = 1_000

/** Listens on a connection of its own, and connects again for ever. */
export function startSignals(pool: pg.Pool, logger: Logger): Signals {
  const due = new Bell()
  const watchers = new Map<string, Set<Bell>>()
  const closing = new AbortController()

  const hear = ({ channel, payload = '' }: pg.Notification) => {
    if (channel === DUE_CHANNEL) due.ring()
    else for (const bell of watchers.get(payload) ?? []) bell.ring()
  }

  const listen = async () => {
    const lost = new AbortController()
    const { options } = pool
    const client = new pg.Client({
      ...options,
      application_name: `${options.application_name ?? 'agora'}-signals`,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    client.on('error', () => lost.abort())
    client.on('end', () => lost.abort())
    client.on('notification', hear)
    try {
      await client.connect()
      await client.query(`LISTEN ${DUE_CHANNEL}; LISTEN ${DONE_CHANNEL}`)
      due.ring()
      const stop = AbortSignal.any([closing.signal, lost.signal])
      if (!stop.aborted)
        await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
    } finally {
      await Promise.race([client.end().catch(() => {}), pause(END_BOUND_MS, new AbortController().signal)])
    }
  }

  const run = async () => {
    for (let failures = 0; !closing.signal.aborted; ) {
      const began = Date.now()
      await listen().catch((error) => {
        failures = Date.now() - began > RETRY_LIMIT_MS ? 1 : failures + 1
        if (failures === 1 && !closing.signal.aborted)
          logger.warn({ err: error }, 'the database is away: tasks are looked for, not told of')
      })
      await pause(backoff(failures + 1, RETRY_FIRST_MS, RETRY_LIMIT_MS), closing.signal)
    }
  }
  const running = run()

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
    close: () => {
      closing.abort()
      return running
    },
  }
}
