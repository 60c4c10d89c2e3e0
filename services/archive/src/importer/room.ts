/** How many characters of stored data are kept in memory at once, for each purpose. */
export const ROOM = 16 * 1024 * 1024

/** Parts of at most `count` that fit into memory together; a single larger one is a part alone. */
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
