import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { type Budget, type Counters, keyOf } from './counters.ts'

/**
 * A sliding-window limit: each operation takes a slot, which is free again after the window. Of concurrent operations
 * no more are admitted than there are slots.
 */
export interface SlidingWindow {
  /** How many slots of the key are taken. */
  count(key: string): Promise<number>
  /** Takes a slot; undefined if none was free. */
  take(key: string): Promise<Slot | undefined>
  /** Takes a slot, the one that would be free first where none is: so the newest are those that count. */
  renew(key: string): Promise<void>
  /** Frees all slots of the key. */
  free(key: string): Promise<void>
}

/** One that is taken. */
export interface Slot {
  /** Frees this one, as if its operation had never begun. */
  giveBack(): Promise<void>
}

/** Runs an operation on the slots taken for it; a failed one does not count and gives back just these. */
export async function onSlots<Result>(
  slots: readonly (Slot | undefined)[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await Promise.all(slots.map((slot) => slot?.giveBack()))
    throw error
  }
}

/** `budget.points` is the number of slots, `budget.seconds` how long one stays taken. */
export function createSlidingWindow(
  counters: Counters,
  { name, points: number, seconds }: Budget,
): SlidingWindow {
  const counter = counters.of({ name, points: 1, seconds }, 1)
  /** Set while any slot is taken. Usually none is, and one look tells. */
  const placesOf = (rawKey: string) => {
    const key = keyOf(rawKey)
    return { mark: key, slots: Array.from({ length: number }, (_, slot) => `${key}:${slot}`) }
  }
  const leftOf = (place: string) =>
    counter.on(async (limiter) => (await limiter.get(place))?.msBeforeNext ?? 0)

  const slotOn = (taken: RateLimiterAbstract, place: string): Slot => ({
    giveBack: () =>
      counter.on(async (limiter) => {
        // When Redis has gone or come back meanwhile, the slot of this number is another operation's.
        if (limiter === taken) await limiter.delete(place)
      }),
  })

  const takeOneOf = async ({ mark, slots }: ReturnType<typeof placesOf>): Promise<Slot | undefined> => {
    await counter.on((limiter) => limiter.set(mark, 1, seconds))
    for (const slot of slots) {
      try {
        return await counter.on(async (limiter) => {
          await limiter.consume(slot)
          return slotOn(limiter, slot)
        })
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
      }
    }
    return undefined
  }

  return {
    async count(key) {
      const { mark, slots } = placesOf(key)
      if ((await leftOf(mark)) <= 0) return 0
      const left = await Promise.all(slots.map(leftOf))
      return left.filter((ms) => ms > 0).length
    },
    take: (key) => takeOneOf(placesOf(key)),
    async renew(key) {
      const places = placesOf(key)
      if (await takeOneOf(places)) return
      const left = await Promise.all(places.slots.map(leftOf))
      const oldest = places.slots[left.indexOf(Math.min(...left))] as string
      await counter.on((limiter) => limiter.set(oldest, 1, seconds))
    },
    async free(key) {
      const { mark, slots } = placesOf(key)
      await counter.on((limiter) => Promise.all([mark, ...slots].map((place) => limiter.delete(place))))
    },
  }
}
