import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after `ms`, or at once when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

/** Doubles from `first` to `limit` with each consecutive failure, in milliseconds; `failures` counts from 1. */
export function backoff(failures: number, first: number, limit: number): number {
  return Math.min(limit, first * 2 ** Math.min(failures - 1, 20))
}
