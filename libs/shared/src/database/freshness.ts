/** How old what guests read may be, in milliseconds. */
export const MAX_LAG_MS = 5_000
/** A primary that has not answered for this long counts as away: a replica can have no more than its last sample. */
const SILENCE_MS = 3_000

/** A place in the write-ahead log, and the moment before the primary was asked for it, in milliseconds. */
interface Sample {
  readonly lsn: number
  readonly at: number
}

/**
 * How far a replica is behind its primary, by what the primary had written at known moments and what the replica has
 * replayed. The time of the last transaction that it replayed would not say: where nothing is written it grows too.
 */
export class Freshness {
  /** Samples that the replica has not replayed yet, oldest first. */
  #ahead: Sample[] = []
  #sampledAt = Number.NEGATIVE_INFINITY
  #freshAt = Number.NEGATIVE_INFINITY
  /** Initially the replica is left, until it has replayed a first sample. */
  #leftAt = 0

  /** At `at` or later, the primary had written the log up to `lsn`. */
  sampled(lsn: number, at: number): void {
    // Older ones would not make the replica fit; dropping them bounds the list.
    this.#ahead = [...this.#ahead.filter((sample) => sample.at >= at - MAX_LAG_MS), { lsn, at }]
    this.#sampledAt = at
  }

  /** The replica has replayed the log up to `lsn`. */
  replayed(lsn: number): void {
    for (const sample of this.#ahead)
      if (sample.lsn <= lsn) this.#freshAt = Math.max(this.#freshAt, sample.at)
    this.#ahead = this.#ahead.filter((sample) => sample.lsn > lsn)
  }

  /** The replica may not be read until it has everything from before `at`. */
  leave(at: number): void {
    this.#leftAt = at
  }

  /** Whether the replica still lacks what `leave` waits for. */
  get isLeft(): boolean {
    return this.#freshAt < this.#leftAt
  }

  /** An upper bound of how far the replica is behind, in milliseconds. */
  lag(now: number): number {
    const isAll = this.#ahead.length === 0 && now - this.#sampledAt > SILENCE_MS
    return isAll ? 0 : now - this.#freshAt
  }

  isFit(now: number): boolean {
    return !this.isLeft && this.lag(now) <= MAX_LAG_MS
  }
}
