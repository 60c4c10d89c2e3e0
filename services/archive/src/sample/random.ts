/** Numbers in [0, 1), the same for the same seed on every machine (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A 32-bit hash of these parts (FNV-1a). */
export function hashOf(...parts: readonly (string | number)[]): number {
  let hash = 2_166_136_261
  for (const character of parts.join(' ')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619)
  }
  return hash >>> 0
}

export interface Dice {
  chance(probability: number): boolean
  /** From `min` to `max`, both included. */
  integer(min: number, max: number): number
  one<Item>(items: readonly Item[]): Item
  /** Up to `most` different ones, in their order. */
  some<Item>(items: readonly Item[], most: number): Item[]
}

export function diceFrom(random: () => number): Dice {
  const integer = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  return {
    chance: (probability) => random() < probability,
    integer,
    one: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    some: (items, most) => {
      const wanted = integer(0, Math.min(most, items.length))
      return items.filter(() => random() < wanted / items.length)
    },
  }
}
