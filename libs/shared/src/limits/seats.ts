import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { type Budget, type Counters, keyOf } from './counters.ts'

/**
 * A sliding-window limit: each operation takes a seat, which is free again after the window. Of concurrent operations
 * no more are admitted than there are seats.
 */
export interface Seats {
  /** How many seats of the key are taken. */
  count(key: string): Promise<number>
  /** Takes a seat; undefined if none was free. */
  take(key: string): Promise<Seat | undefined>
  /** Takes a seat, the one that would be free first where none is: so the newest are those that count. */
  renew(key: string): Promise<void>
  /** Frees all seats of the key. */
  free(key: string): Promise<void>
}

/** One that is taken. */
export interface Seat {
  /** Frees this one, as if its operation had never begun. */
  giveBack(): Promise<void>
}

/** Runs an operation on the seats taken for it; a failed one does not count and gives back just these. */
export async function seated<Result>(
  seats: readonly (Seat | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await Promise.all(seats.map((seat) => seat?.giveBack()))
    throw error
  }
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

  const seatOn = (taken: RateLimiterAbstract, place: string): Seat => ({
    giveBack: () =>
      counter.on(async (limiter) => {
        // When Redis has gone or come back meanwhile, the seat of this number is another operation's.
        if (limiter === taken) await limiter.delete(place)
      }),
  })

  const takeOneOf = async ({ mark, seats }: ReturnType<typeof placesOf>): Promise<Seat | undefined> => {
    await counter.on((limiter) => limiter.set(mark, 1, seconds))
    for (const seat of seats) {
      try {
        return await counter.on(async (limiter) => {
          await limiter.consume(seat)
          return seatOn(limiter, seat)
        })
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
      }
    }
    return undefined
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
