import type { ApiError } from '@agora/shared/errors/catalogue'

export interface KeyedQueuesOptions {
  /** How many run at once, per key. */
  atOnce: number
  /** How many may wait, per key; more are refused. */
  mostWaiting: number
  refusal: () => ApiError
}

export type Enqueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Runs a few tasks of one key at a time, in order of arrival. Other keys do not wait for them. */
export function createKeyedQueues({ atOnce, mostWaiting, refusal }: KeyedQueuesOptions): Enqueue {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < atOnce) {
      queue.running += 1
    } else {
      if (queue.waiting.length >= mostWaiting) throw refusal()
      // A task that ends hands over its place.
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else queue.running -= 1
      if (queue.running === 0) queues.delete(key)
    }
  }
}
