import { performance } from 'node:perf_hooks'
import { Line, type Place } from '@agora/shared/collections/line'
import { Gauge, type Registry } from 'prom-client'

/** So much of one body or answer has a part of the room to itself, in bytes: what most are. */
const SMALL = 64 * 1024
/** The part of the room that larger ones may take. */
const FOR_LARGE = 5 / 6
/** While room is short, who takes or sends more slowly than this gives way, in bytes a millisecond (4 MiB a second). */
const PACE_UNDER_PRESSURE = 4 * 1024
/** Nobody gives way before this, in milliseconds. */
const LEAST_STAY = 50

/** What is held of one body or answer. */
export interface Holding {
  /** What room is taken. */
  readonly bytes: number
  /** Takes room for so many bytes more; false where there is none, and nothing is taken then. */
  take(bytes: number): boolean
  /** Gives room back. */
  give(bytes: number): void
  /** From now on the caller is waited for: where room is short, this is called and the holding closed. */
  waitsForCaller(giveWay: () => void): void
  /** From now on nobody waits for the caller, and the holding gives way to none. */
  stays(): void
  /** Gives all of it back; more than once is harmless. */
  close(): void
}

/** What is held for nobody yet. */
export interface Kept {
  readonly bytes: number
  clear(): void
}

interface Held {
  bytes: number
  since: number
  giveWay: (() => void) | undefined
}

/**
 * The room for bodies and answers that this process holds for callers, in bytes. Where it is short, those give way
 * who have held theirs for longer than a quick caller would, the first come first; so that however many do not read or
 * send, the next one is served. Who does not find room is refused at once: nobody waits for it.
 */
export class Holdings {
  readonly #limit: number
  /** Those whose callers have been waited for the longest come first. */
  readonly #held = new Line<Held>()
  #bytes = 0
  #kept: Kept = { bytes: 0, clear: () => {} }

  constructor(limit: number, registry: Registry) {
    this.#limit = limit
    const measured = () => this.#bytes
    new Gauge({
      name: 'gateway_held_bytes',
      help: 'Bytes of bodies and answers that are held for callers.',
      registers: [registry],
      collect() {
        this.set(measured())
      },
    })
  }

  /** Has what is kept counted as well: it gives way to whatever is held for a caller. */
  countIn(kept: Kept): void {
    this.#kept = kept
  }

  /** Whether so many bytes more may be kept for nobody yet. */
  hasRoom(bytes: number): boolean {
    return this.#bytes + this.#kept.bytes + bytes <= this.#limit
  }

  open(): Holding {
    const held: Held = { bytes: 0, since: 0, giveWay: undefined }
    let place = this.#held.add(held)
    return {
      get bytes() {
        return held.bytes
      },
      take: (bytes) => this.#take(place, bytes),
      give: (bytes) => {
        const given = Math.min(bytes, held.bytes)
        held.bytes -= given
        this.#bytes -= given
      },
      waitsForCaller: (giveWay) => {
        held.since = performance.now()
        held.giveWay = giveWay
        if (this.#held.remove(place)) place = this.#held.add(held)
      },
      stays: () => {
        held.giveWay = undefined
      },
      close: () => this.#close(place),
    }
  }

  #take(place: Place<Held>, bytes: number): boolean {
    const held = place.value
    if (!this.hasRoom(bytes)) this.#kept.clear()
    const limit = held.bytes + bytes > SMALL ? this.#limit * FOR_LARGE : this.#limit
    if (this.#bytes + bytes > limit) this.#makeRoom(this.#bytes + bytes - limit, place)
    if (this.#bytes + bytes > limit || !this.#held.holds(place)) return false
    held.bytes += bytes
    this.#bytes += bytes
    return true
  }

  #makeRoom(wanted: number, besides: Place<Held>): void {
    const now = performance.now()
    let found = 0
    for (const place of this.#held.places()) {
      const held = place.value
      if (found >= wanted) return
      if (place === besides || held.giveWay === undefined || held.bytes === 0) continue
      if (now - held.since < LEAST_STAY + held.bytes / PACE_UNDER_PRESSURE) continue
      const { giveWay } = held
      found += held.bytes
      this.#close(place)
      giveWay()
    }
  }

  #close(place: Place<Held>): void {
    if (!this.#held.remove(place)) return
    this.#bytes -= place.value.bytes
    place.value.bytes = 0
    // It leads to the request: whatever names the place for some time yet is not to keep that.
    place.value.giveWay = undefined
  }
}
