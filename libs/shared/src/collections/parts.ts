export interface PartLimits<Item> {
  /** The most items in a part. */
  count: number
  /** The most that the sizes of a part's items sum up to; a single larger one is a part alone. Unlimited by default. */
  size?: number
  sizeOf?: (item: Item) => number
}

/** Parts of some items, in order. */
export function* partsOf<Item>(
  items: readonly Item[],
  { count, size = Number.POSITIVE_INFINITY, sizeOf = () => 0 }: PartLimits<Item>,
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
