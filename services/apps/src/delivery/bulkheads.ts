/** Concurrent deliveries to one channel in one process. */
export const BULKHEAD_SIZE = 4

interface Bulkhead {
  active: number
  failing: boolean
}

/**
 * One bulkhead per channel, so that a slow receiver holds up only itself. While a receiver fails, one delivery at a time
 * probes whether it is back.
 */
export class Bulkheads {
  #bulkheads = new Map<string, Bulkhead>()

  /** False if the bulkhead is full. */
  enter(channelId: string): boolean {
    const bulkhead = this.#bulkheads.get(channelId) ?? { active: 0, failing: false }
    if (bulkhead.active >= (bulkhead.failing ? 1 : BULKHEAD_SIZE)) return false
    bulkhead.active += 1
    this.#bulkheads.set(channelId, bulkhead)
    return true
  }

  /** `failed`: whether the receiver did; undefined if it was not called. */
  leave(channelId: string, failed: boolean | undefined): void {
    const bulkhead = this.#bulkheads.get(channelId)
    if (!bulkhead) return
    bulkhead.active -= 1
    bulkhead.failing = failed ?? bulkhead.failing
    if (bulkhead.active === 0 && !bulkhead.failing) this.#bulkheads.delete(channelId)
  }
}
