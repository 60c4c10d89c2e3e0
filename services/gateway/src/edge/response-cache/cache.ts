import { performance } from 'node:perf_hooks'
import { counter, gauge } from '@agora/shared/observability/instruments'
import { LRUCache } from 'lru-cache'
import type { Counter, Registry } from 'prom-client'
import { CACHE_STATUS, type CacheStatus } from './cache-status.ts'
import { type Packable, weightOf } from './packed-pages.ts'

/** What a service answered every guest, as it is passed on. */
export interface CachedPage extends Packable {
  /** When the service was asked, on the clock of `performance.now()`: what it tells may be as old. */
  readonly askedAt: number
  /** When the service failed to give a newer one, on the same clock. */
  failedAt?: number
}

/** A request to the service whose answer others may wait for (single flight). Only the first call has an effect. */
export interface Flight {
  readonly askedAt: number
  readonly isOver: boolean
  /** Hands the page to all who wait. */
  keep(page: CachedPage): void
  /** Lets each of them ask for themselves: the answer is not for everybody, nor will the next ones be. */
  keepNothing(): void
  /** The service failed: all who wait get the page of before, which is returned for this caller too, if it is kept. */
  fail(): CachedPage | undefined
  /** The caller has gone, or was refused: another one asks. */
  leave(): void
}

/** Somebody who wants a page. */
export interface Reader {
  readonly isGone: () => boolean
  readonly serve: (page: CachedPage, status: CacheStatus) => void
  /** Waits for another reader's request to the service. */
  readonly wait: () => void
  /** Asks the service; without `flight`, for this caller alone. */
  readonly ask: (flight?: Flight) => void
}

interface Options {
  /** How old a page may be, in milliseconds; none is kept where it is 0. */
  ms: number
  /** What all pages may take. */
  bytes: number
  /** Whether there is room for so many bytes more, of what the process holds in all. */
  hasRoom: (bytes: number) => boolean
}

interface OpenFlight {
  readonly askedAt: number
  readonly readers: Reader[]
}

/** How long a page is kept for when its service fails (RFC 5861, stale-if-error), in milliseconds. */
const STALE_MS = 10 * 60_000
/** So long after a failure nobody has to wait for the next one, in milliseconds. */
const FAILING_MS = 5_000
/** How many may wait without counting as requests in progress. */
const MAX_WAITING = 4_000
/** The approximate size of an entry besides its body, in bytes. */
const OVERHEAD = 2_048
/** What the keys of pages that cannot be shared may take, in characters. */
const MAX_UNSHARED = 1_000_000

/**
 * Caches services' answers to guests. Simultaneous requests for one page ask the service once. A page is served for `ms`
 * after the service was asked, and refreshed by one of its readers after half of that, so that nobody waits for a popular
 * page. While its service fails, readers get the last one.
 */
export class ResponseCache {
  readonly #ms: number
  readonly #hasRoom: (bytes: number) => boolean
  readonly #pages: LRUCache<string, CachedPage> | undefined
  /** The keys under which an answer was for one caller alone, lately. */
  readonly #unshareable: LRUCache<string, true> | undefined
  readonly #flights = new Map<string, OpenFlight>()
  #waiting = 0
  readonly #count: Counter<'result'>

  constructor({ ms, bytes, hasRoom }: Options, registry: Registry) {
    this.#ms = ms
    this.#hasRoom = hasRoom
    const pages =
      ms === 0 || bytes === 0
        ? undefined
        : new LRUCache<string, CachedPage>({
            maxSize: bytes,
            sizeCalculation: (page, key) => weightOf(page) + key.length + OVERHEAD,
            ttl: STALE_MS,
          })
    this.#pages = pages
    this.#unshareable =
      pages && new LRUCache({ maxSize: MAX_UNSHARED, sizeCalculation: (_, key) => key.length, ttl: ms })
    if (pages) setInterval(() => pages.purgeStale(), STALE_MS / 10).unref()
    this.#count = counter(
      registry,
      'gateway_guest_pages_total',
      'Requests of guests for pages that may be shared: hit, given at once; joined, waited for another one’s; asked, of the service; stale, given an old one as the service failed.',
      { result: ['hit', 'joined', 'asked', 'stale'] },
    )
    const help = 'Bytes of the pages that are kept for guests.'
    gauge(registry, 'gateway_guest_pages_bytes', help, () => this.bytes)
  }

  get areKept(): boolean {
    return this.#pages !== undefined
  }

  get bytes(): number {
    return this.#pages?.calculatedSize ?? 0
  }

  clear(): void {
    this.#pages?.clear()
  }

  /** Whether the page would be served at once. */
  has(key: string): boolean {
    return this.#findFresh(key, performance.now()) !== undefined
  }

  read(key: string, reader: Reader): void {
    const now = performance.now()
    const page = this.#findFresh(key, now)
    const flight = this.#flights.get(key)
    if (page) {
      this.#count.inc({ result: 'hit' })
      reader.serve(page, CACHE_STATUS.hit)
    } else if (this.#unshareable?.has(key)) {
      this.#count.inc({ result: 'asked' })
      reader.ask()
    } else if (flight && now - flight.askedAt < this.#ms) {
      this.#count.inc({ result: 'joined' })
      flight.readers.push(reader)
      this.#waiting += 1
      if (this.#waiting <= MAX_WAITING) reader.wait()
    } else {
      this.#count.inc({ result: 'asked' })
      reader.ask(this.#lead(key, now))
    }
  }

  /** The cached page, unless it has to be refreshed. */
  #findFresh(key: string, now: number): CachedPage | undefined {
    const page = this.#pages?.get(key)
    if (!page) return undefined
    const age = now - page.askedAt
    const isFresh = age < this.#ms / 2 || (age < this.#ms && this.#flights.has(key))
    const { failedAt = Number.NEGATIVE_INFINITY } = page
    return isFresh || now - failedAt < FAILING_MS ? page : undefined
  }

  #lead(key: string, askedAt: number): Flight {
    const flight: OpenFlight = { askedAt, readers: [] }
    this.#flights.set(key, flight)
    let isOver = false
    const end = (each: (reader: Reader) => void) => {
      if (isOver) return
      isOver = true
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
      // Taken out: who leads a flight may be connected for long, and would keep all of its readers in memory.
      const readers = flight.readers.splice(0)
      this.#waiting -= readers.length
      for (const reader of readers) if (!reader.isGone()) each(reader)
    }
    const alone = ({ ask }: Reader) => ask()
    return {
      askedAt,
      get isOver() {
        return isOver
      },
      keep: (page) => {
        if (isOver) return
        if (this.#hasRoom(weightOf(page) + OVERHEAD)) this.#pages?.set(key, page, { start: page.askedAt })
        end(({ serve }) => serve(page, CACHE_STATUS.joined))
      },
      keepNothing: () => {
        if (!isOver) this.#unshareable?.set(key, true)
        // Whoever may no longer see it does not get it from here either, should the service fail.
        if (!isOver) this.#pages?.delete(key)
        end(alone)
      },
      fail: () => {
        const page = this.#pages?.get(key)
        if (!page || isOver) {
          end(alone)
          return undefined
        }
        page.failedAt = performance.now()
        this.#count.inc({ result: 'stale' }, flight.readers.length + 1)
        end(({ serve }) => serve(page, CACHE_STATUS.stale))
        return page
      },
      // Those who have already waited too long ask for themselves.
      leave: () => end(performance.now() - askedAt < this.#ms ? (reader) => this.read(key, reader) : alone),
    }
  }
}
