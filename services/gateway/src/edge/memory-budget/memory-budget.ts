import { performance } from 'node:perf_hooks'
import { LinkedQueue, type QueueNode } from '@agora/shared/collections/linked-queue'
import { gauge } from '@agora/shared/observability/instruments'
import type { Registry } from 'prom-client'

/** Up to this size a body or answer, as most are, has a part of the memory to itself. In bytes. */
const SMALL = 64 * 1024
/** The share of the memory that larger ones may use. */
const FOR_LARGE = 5 / 6
/** When memory is short, callers slower than this give way, in bytes a millisecond (4 MiB a second). */
const PACE_UNDER_PRESSURE = 4 * 1024
/** Nobody gives way earlier, in milliseconds. */
const LEAST_STAY = 50

/** The memory held for one body or answer. */
export interface Reservation {
  /** The memory held. */
  readonly bytes: number
  /** Reserves so many more bytes; false, and nothing reserved, if there is no room. */
  reserve(bytes: number): boolean
  /** Releases some of it. */
  release(bytes: number): void
  /** The caller is being waited for from now on: if memory is short, this is called and the reservation closed. */
  waitsForCaller(giveWay: () => void): void
  /** The caller is no longer waited for, and the reservation never gives way. */
  stays(): void
  /** Releases all of it; idempotent. */
  close(): void
}

/** Memory held for nobody in particular. */
export interface Evictable {
  readonly bytes: number
  clear(): void
}

interface Reserved {
  bytes: number
  since: number
  giveWay: (() => void) | undefined
}

/**
 * The memory for bodies and answers that this process holds for callers, in bytes. When it is short, those give way who
 * have held theirs longer than a fast caller would, oldest first: however many do not read or send, the next caller is
 * served. Without room a caller is refused at once; nobody waits for it.
 */
export class MemoryBudget {
  readonly #limit: number
  /** Ordered by how long their callers have been waited for, longest first. */
  readonly #reserved = new LinkedQueue<Reserved>()
  #bytes = 0
  #kept: Evictable = { bytes: 0, clear: () => {} }

  constructor(limit: number, registry: Registry) {
    this.#limit = limit
    const help = 'Bytes of bodies and answers that are held for callers.'
    gauge(registry, 'gateway_held_bytes', help, () => this.#bytes)
  }

  /** Counts what is kept as well: it gives way to anything held for a caller. */
  countIn(kept: Evictable): void {
    this.#kept = kept
  }

  /** Whether so many more bytes may be kept for nobody in particular. */
  hasRoom(bytes: number): boolean {
    return this.#bytes + this.#kept.bytes + bytes <= this.#limit
  }

  open(): Reservation {
    const reserved: Reserved = { bytes: 0, since: 0, giveWay: undefined }
    let node = this.#reserved.add(reserved)
    return {
      get bytes() {
        return reserved.bytes
      },
      reserve: (bytes) => this.#reserve(node, bytes),
      release: (bytes) => {
        const released = Math.min(bytes, reserved.bytes)
        reserved.bytes -= released
        this.#bytes -= released
      },
      waitsForCaller: (giveWay) => {
        reserved.since = performance.now()
        reserved.giveWay = giveWay
        if (this.#reserved.remove(node)) node = this.#reserved.add(reserved)
      },
      stays: () => {
        reserved.giveWay = undefined
      },
      close: () => this.#close(node),
    }
  }

  #reserve(node: QueueNode<Reserved>, bytes: number): boolean {
    const reserved = node.value
    if (!this.hasRoom(bytes)) this.#kept.clear()
    const limit = reserved.bytes + bytes > SMALL ? this.#limit * FOR_LARGE : this.#limit
    if (this.#bytes + bytes > limit) this.#makeRoom(this.#bytes + bytes - limit, node)
    if (this.#bytes + bytes > limit || !this.#reserved.holds(node)) return false
    reserved.bytes += bytes
    this.#bytes += bytes
    return true
  }

  #makeRoom(wanted: number, besides: QueueNode<Reserved>): void {
    const now = performance.now()
    let found = 0
    for (const node of this.#reserved.nodes()) {
      const reserved = node.value
      if (found >= wanted) return
      if (node === besides || reserved.giveWay === undefined || reserved.bytes === 0) continue
      if (now - reserved.since < LEAST_STAY + reserved.bytes / PACE_UNDER_PRESSURE) continue
      const { giveWay } = reserved
      found += reserved.bytes
      this.#close(node)
      giveWay()
    }
  }

  #close(node: QueueNode<Reserved>): void {
    if (!this.#reserved.remove(node)) return
    this.#bytes -= node.value.bytes
    node.value.bytes = 0
    // It references the request, which must not outlive its reservation.
    node.value.giveWay = undefined
  }
}
