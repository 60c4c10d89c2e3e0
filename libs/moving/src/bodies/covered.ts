import type { Converted, Dialect } from './pieces.ts'
import { ElementReader } from './reader.ts'

/**
 * A body in which spoilers may be typed as tags. Whether one that begins will end is known only once all is read, so what
 * has ends is read again.
 */
export function readCovered(dialect: Dialect, read: (reader: ElementReader) => void): Converted {
  const first = new ElementReader(dialect)
  read(first)
  if (first.coverEnds === 0) return first.result
  const again = new ElementReader(dialect, first.coverEnds)
  read(again)
  return again.result
}
