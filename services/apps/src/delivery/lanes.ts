/** Concurrent deliveries to one channel in one process. */
export const LANE_WIDTH = 4

interface Lane {
  active: number
  failing: boolean
}

/**
 * One lane per channel, so that a slow receiver holds up only itself. While a receiver fails, one delivery at a time
 * probes whether it is back.
 */
export class Lanes {
  #lanes = new Map<string, Lane>()

  /** False if the lane is full. */
  enter(channelId: string): boolean {
    const lane = this.#lanes.get(channelId) ?? { active: 0, failing: false }
    if (lane.active >= (lane.failing ? 1 : LANE_WIDTH)) return false
    lane.active += 1
    this.#lanes.set(channelId, lane)
    return true
  }

  /** `failed`: whether the receiver did; undefined if it was not called. */
  leave(channelId: string, failed: boolean | undefined): void {
    const lane = this.#lanes.get(channelId)
    if (!lane) return
    lane.active -= 1
    lane.failing = failed ?? lane.failing
    if (lane.active === 0 && !lane.failing) this.#lanes.delete(channelId)
  }
}
