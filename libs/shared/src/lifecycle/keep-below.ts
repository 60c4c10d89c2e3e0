import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often the heap is measured, in milliseconds. */
const LOOK_MS = 50
/** So much it must have grown at least, in bytes. */
const LEAST_GROWTH = 8 * 1024 * 1024

/**
 * Makes V8 collect garbage whenever heap and buffers have grown by a third of what was left after the last time below a
 * ceiling, in bytes of resident memory. Otherwise V8 lets a small heap, and the memory of buffers, grow to several times
 * what is live. A lower heap limit would have the same effect but collect constantly: up to twice the processor time
 * under load. Other memory, such as that of hashing, does not count as growth: no collection would return it.
 */
export function keepBelow(ceiling: number): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let smallest = Number.POSITIVE_INFINITY
  let room = 0
  const measure = () => {
    const { rss, heapTotal, external } = process.memoryUsage()
    return { resident: rss, collectable: heapTotal + external }
  }
  const look = () => {
    const { collectable } = measure()
    smallest = Math.min(smallest, collectable)
    if (collectable - smallest < Math.max(LEAST_GROWTH, room)) return
    collect()
    const after = measure()
    smallest = after.collectable
    room = (ceiling - after.resident) / 3
  }
  setInterval(look, LOOK_MS).unref()
}
