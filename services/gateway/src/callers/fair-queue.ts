import type { ApiError } from '@agora/shared/errors/catalogue'
import type { Enqueue } from './keyed-queues.ts'

export interface FairQueueOptions {
  /** How many run at once, of all keys together. */
  atOnce: number
  /** How many may wait, of all keys together. */
  mostWaiting: number
  /** How many of one key may wait. */
  mostOfOne: number
  /** For whom there is no room. */
  refusal: () => ApiError
  /** For a key that has too many. */
  refusalOfOne: () => ApiError
}

interface Waiting {
  begin(): void
  refuse(error: ApiError): void
}

/**
 * Runs a few tasks at a time, one of each waiting key in turn: however many one key has, another's next task waits for
 * one of them at most. When the room is full, the newest task of the longest line gives way.
 */
export function createFairQueue(options: FairQueueOptions): Enqueue {
  const { atOnce, mostWaiting, mostOfOne, refusal, refusalOfOne } = options
  /** The lines of those that wait, the next one's first. */
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  const makeRoom = (than: number) => {
    let longest: Waiting[] = []
    for (const line of lines.values()) if (line.length > longest.length) longest = line
    if (longest.length <= than + 1) throw refusal()
    waiting -= 1
    longest.pop()?.refuse(refusal())
  }

  const wait = (key: string): Promise<void> => {
    const line = lines.get(key) ?? []
    if (line.length >= mostOfOne) throw refusalOfOne()
    if (waiting >= mostWaiting) makeRoom(line.length)
    waiting += 1
    lines.set(key, line)
    return new Promise((begin, refuse) => line.push({ begin, refuse }))
  }

  const goOn = () => {
    const [first] = lines
    if (!first) {
      running -= 1
      return
    }
    const [key, line] = first
    lines.delete(key)
    const next = line.shift()
    if (line.length > 0) lines.set(key, line)
    waiting -= 1
    next?.begin()
  }

  return async (key, work) => {
    if (running < atOnce) running += 1
    // A task that ends hands over its place.
    else await wait(key)
    try {
      return await work()
    } finally {
      goOn()
    }
  }
}
