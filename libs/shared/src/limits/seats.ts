import { RateLimiterRes } from 'rate-limiter-flexible'
import { type Budget, type Counters, keyOf } from './counters.ts'

/**
 * A sliding-window limit: each operation takes a seat, which is free again after the window. Of concurrent operations
 * no more are admitted than there are seats.
 */
export interface Seats {
  /** How many seats of the key are taken. */
  count(key: string): Promise<number>
  /** Takes a seat; answers whether one was free. */
  take(key: string): Promise<boolean>
  /** Takes a seat, the one that would be free first where none is: so the newest are those that count. */
  renew(key: string): Promise<void>
  /** Frees all seats of the key. */
  free(key: string): Promise<void>
}

/** `budget.points` is the number of seats, `budget.seconds` how long one stays taken. */
export function createSeats(counters: Counters, { name, points: number, seconds }: Budget): Seats {
  const counter = counters.of({ name, points: 1, seconds }, 1)
  /** Set while any seat is taken. Usually none is, and one look tells. */
  const placesOf = (rawKey: string) => {
    const key = keyOf(rawKey)
    return { mark: key, seats: Array.from({ length: number }, (_, seat) => `${key}:${seat}`) }
  }
  const leftOf = (place: string) =>
    counter.on(async (limiter) => (await limiter.get(place))?.msBeforeNext ?? 0)

  const takeOneOf = async ({ mark, seats }: ReturnType<typeof placesOf>): Promise<boolean> => {
    await counter.on((limiter) => limiter.set(mark, 1, seconds))
    for (const seat of seats) {
      try {
        await counter.on((limiter) => limiter.consume(seat))
        return true
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
      }
    }
    return false
  }

  return {
    async count(key) {
      const { mark, seats } = placesOf(key)
      if ((await leftOf(mark)) <= 0) return 0
      const left = await Promise.all(seats.map(leftOf))
      return left.filter((ms) => ms > 0).length
    },
    take: (key) => takeOneOf(placesOf(key)),
    async renew(key) {
      const places = placesOf(key)
      if (await takeOneOf(places)) return
      const left = await Promise.all(places.seats.map(leftOf))
      const oldest = places.seats[left.indexOf(Math.min(...left))] as string
      await counter.on((limiter) => limiter.set(oldest, 1, seconds))
    },
    async free(key) {
      const { mark, seats } = placesOf(key)
      await counter.on((limiter) => Promise.all([mark, ...seats].map((place) => limiter.delete(place))))
    },
  }
}
