import { performance } from 'node:perf_hooks'
import { Line, type Place } from '@agora/shared/collections/line'
import { Gauge, type Registry } from 'prom-client'

/** Up to this size a body or answer, as most are, has a part of the memory to itself. In bytes. */
const SMALL = 64 * 1024
/** The share of the memory that larger ones may use. */
const FOR_LARGE = 5 / 6
/** When memory is short, callers slower than this give way, in bytes a millisecond (4 MiB a second). */
const PACE_UNDER_PRESSURE = 4 * 1024
/** Nobody gives way earlier, in milliseconds. */
const LEAST_STAY = 50

/** The memory held for one body or answer. */
export interface Holding {
  /** The memory held. */
  readonly bytes: number
  /** Reserves so many more bytes; false, and nothing reserved, if there is no room. */
  take(bytes: number): boolean
  /** Releases some of it. */
  give(bytes: number): void
  /** The caller is being waited for from now on: if memory is short, this is called and the holding closed. */
  waitsForCaller(giveWay: () => void): void
  /** The caller is no longer waited for, and the holding never gives way. */
  stays(): void
  /** Releases all of it; idempotent. */
  close(): void
}

/** Memory held for nobody in particular. */
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
 * The memory for bodies and answers that this process holds for callers, in bytes. When it is short, those give way who
 * have held theirs longer than a fast caller would, oldest first: however many do not read or send, the next caller is
 * served. Without room a caller is refused at once; nobody waits for it.
 */
export class Holdings {
  readonly #limit: number
  /** Ordered by how long their callers have been waited for, longest first. */
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

  /** Counts what is kept as well: it gives way to anything held for a caller. */
  countIn(kept: Kept): void {
    this.#kept = kept
  }

  /** Whether so many more bytes may be kept for nobody in particular. */
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
    // It references the request, which must not outlive its holding.
    place.value.giveWay = undefined
  }
}
