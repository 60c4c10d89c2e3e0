import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often a process looks how large it is, in milliseconds. */
const LOOK_MS = 50
/** So much it must have grown at least, in bytes. */
const LEAST_GROWTH = 8 * 1024 * 1024

/**
 * Makes V8 collect garbage whenever the process has grown by a third of the distance between its smallest size and a
 * ceiling, in bytes of resident memory. Otherwise V8 lets a small heap, and the memory of buffers, grow to several
 * times what is live. A lower heap limit would have the same effect but collect constantly: up to twice the processor
 * time under load.
 */
export function keepBelow(ceiling: number): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let smallest = Number.POSITIVE_INFINITY
  const look = () => {
    const size = process.memoryUsage.rss()
    smallest = Math.min(smallest, size)
    if (size - smallest < Math.max(LEAST_GROWTH, (ceiling - smallest) / 3)) return
    collect()
    smallest = process.memoryUsage.rss()
  }
  setInterval(look, LOOK_MS).unref()
}
