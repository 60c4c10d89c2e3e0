/** Parts of at most `count` items whose sizes sum up to at most `size`, in order; a single larger one is a part alone. */
export function* partsOf<Item>(
  items: readonly Item[],
  { count, size, sizeOf }: { count: number; size: number; sizeOf: (item: Item) => number },
): Generator<Item[]> {
  let part: Item[] = []
  let taken = 0
  for (const item of items) {
    const own = sizeOf(item)
    if (part.length === count || (part.length > 0 && taken + own > size)) {
      yield part
      part = []
      taken = 0
    }
    part.push(item)
    taken += own
  }
  if (part.length > 0) yield part
}
