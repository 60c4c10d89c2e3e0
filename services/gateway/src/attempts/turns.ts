import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'

/** So many of one key may wait; more are told to come back. */
const MAX_WAITING = 64

export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Runs what concerns one key one after another, so that parallel attempts cannot all be judged before the first of
 * them has counted.
 */
export function createTurns(): InTurn {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= MAX_WAITING)
      throw new ApiError(common.unavailable, { headers: { 'retry-after': '2' } })
    const mine = queue.last.then(work)
    queue.last = mine.catch(() => {})
    queue.length += 1
    queues.set(key, queue)
    try {
      return await mine
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(key)
    }
  }
}
