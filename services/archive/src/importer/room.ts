/** How many characters of what is stored are kept in memory at the same time, for each purpose. */
export const ROOM = 16 * 1024 * 1024

/** In parts of at most `count`, which there is room for together, unless one alone is larger. */
export function* partsOf<Item>(
  items: readonly Item[],
  count: number,
  charactersOf: (item: Item) => number,
): Generator<Item[]> {
  let part: Item[] = []
  let taken = 0
  for (const item of items) {
    const characters = charactersOf(item)
    if (part.length === count || (part.length > 0 && taken + characters > ROOM)) {
      yield part
      part = []
      taken = 0
    }
    part.push(item)
    taken += characters
  }
  if (part.length > 0) yield part
}
