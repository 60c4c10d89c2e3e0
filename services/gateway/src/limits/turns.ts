import type { ApiError } from '@agora/shared/errors/catalogue'

export interface TurnsOptions {
  /** So many of one key at once. */
  atOnce: number
  /** So many of one key may wait; more are refused. */
  mostWaiting: number
  refusal: () => ApiError
}

export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Lets what concerns one key run a few at a time, in the order in which it came. Other keys do not wait for it. */
export function createTurns({ atOnce, mostWaiting, refusal }: TurnsOptions): InTurn {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < atOnce) {
      queue.running += 1
    } else {
      if (queue.waiting.length >= mostWaiting) throw refusal()
      // Whoever ends hands its place over.
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
