/** The longest that an item waits for a statement under way, in milliseconds: that one may wait for a lock. */
const LONGEST_WAIT_MS = 5
/** Fewer are cheaper one by one, and so are all others that wait for them. */
const FEWEST_TOGETHER = 3
/** More than the ten items that Postgres expects in an array whose length it does not know. */
const LEAST_SENT = 16

/**
 * The items as an array for a statement, with nulls at its end if they are few: for fewer than it expects Postgres plans
 * anew each time, which takes longer than to look for some nulls.
 */
export const padded = <Item>(items: readonly Item[]): (Item | null)[] =>
  Array.from({ length: Math.max(items.length, LEAST_SENT) }, (_, index) => items[index] ?? null)

export type Portion<Item> = (waiting: readonly Item[]) => { now: Item[]; later: Item[] }

/** The oldest items, so many at most. */
export const oldest =
  (most: number) =>
  <Item>(waiting: readonly Item[]): { now: Item[]; later: Item[] } => ({
    now: waiting.slice(0, most),
    later: waiting.slice(most),
  })

interface Batching<Item, Result> {
  alone(item: Item): Promise<Result>
  /** The results of those items that could be done together; the others are done alone. */
  together(items: readonly Item[]): Promise<ReadonlyMap<Item, Result>>
  /** The oldest items that may be done together, and the others. */
  portion: Portion<Item>
  /** Whether an error of the common statement may be that of one item, so that each is tried alone; else all fail. */
  isOfOne?: (error: unknown) => boolean
}

interface Waiting<Result> {
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Items that arrive while a statement is under way share the next one, so that in a rush each costs a fraction of what it
 * costs alone. A lone item goes at once; one that cannot join the others is done by itself and delays nobody.
 */
export function batched<Item extends object, Result>({
  alone,
  together,
  portion,
  isOfOne = () => false,
}: Batching<Item, Result>): (item: Item) => Promise<Result> {
  const asked = new Map<Item, Waiting<Result>>()
  let waiting: Item[] = []
  let underWay = 0
  let isScheduled = false
  let timer: NodeJS.Timeout | undefined

  const send = (): void => {
    isScheduled = false
    clearTimeout(timer)
    timer = undefined
    const { now, later } = portion(waiting)
    if (now.length >= FEWEST_TOGETHER) {
      waiting = later
      void doTogether(now)
      sendSoon()
      return
    }
    const all = [...now, ...later]
    waiting = []
    for (const item of all) void doAlone(item)
  }

  const sendSoon = (): void => {
    if (waiting.length === 0 || isScheduled) return
    if (underWay > 0) {
      timer ??= setTimeout(send, LONGEST_WAIT_MS)
      return
    }
    isScheduled = true
    // After everything that arrived with it.
    setImmediate(send)
  }

  const during = async <Done>(work: Promise<Done>): Promise<Done> => {
    underWay += 1
    try {
      return await work
    } finally {
      underWay -= 1
      sendSoon()
    }
  }

  const waitingFor = (item: Item): Waiting<Result> => {
    const one = asked.get(item) as Waiting<Result>
    asked.delete(item)
    return one
  }

  const doAlone = (item: Item): Promise<void> =>
    during(alone(item)).then(
      (result) => waitingFor(item).resolve(result),
      (error: unknown) => waitingFor(item).reject(error),
    )

  const doTogether = async (items: readonly Item[]): Promise<void> => {
    try {
      const results = await during(together(items))
      for (const item of items) {
        if (results.has(item)) waitingFor(item).resolve(results.get(item) as Result)
        else void doAlone(item)
      }
    } catch (error) {
      // None was done.
      if (isOfOne(error)) for (const item of items) void doAlone(item)
      else for (const item of items) waitingFor(item).reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      asked.set(item, { resolve, reject })
      waiting.push(item)
      sendSoon()
    })
}

/**
 * The same for items that can be done together only with those of the same key: each key has its own statements, and
 * waits for no other.
 */
export function batchedBy<Item extends object, Result>(
  keyOf: (item: Item) => string,
  batching: Batching<Item, Result>,
): (item: Item) => Promise<Result> {
  const kinds = new Map<string, { ask: (item: Item) => Promise<Result>; unanswered: number }>()
  return async (item) => {
    const key = keyOf(item)
    const kind = kinds.get(key) ?? { ask: batched(batching), unanswered: 0 }
    kinds.set(key, kind)
    kind.unanswered += 1
    try {
      return await kind.ask(item)
    } finally {
      kind.unanswered -= 1
      if (kind.unanswered === 0) kinds.delete(key)
    }
  }
}
