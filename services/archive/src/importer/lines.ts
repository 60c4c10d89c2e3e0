import { isUtf8 } from 'node:buffer'

/** The most bytes of one line. */
export const MAX_LINE_BYTES = 1024 * 1024

const NEWLINE = 0x0a
const NONE = Buffer.alloc(0)
const BYTE_ORDER_MARK = '\uFEFF'

/** A line that is no text: `bytes` of it were read. */
export interface Unreadable {
  reason: string
  bytes: number
}

/** Successive whole lines of a source. */
export interface Region {
  /** The number of the first one, from 1. */
  firstLine: number
  lines: (string | Unreadable)[]
  /** How many bytes of the source end with the last one. */
  position: number
  /** Whether the source ended before that one did. */
  isCut: boolean
}

/**
 * Cuts bytes into lines in bounded memory: of a line that is too long nothing is kept. `start` says what comes
 * before the first chunk.
 */
export async function* readRegions(
  chunks: AsyncIterable<Buffer>,
  start: { position: number; lines: number } = { position: 0, lines: 0 },
): AsyncGenerator<Region> {
  let { position } = start
  let firstLine = start.lines + 1
  let carry: Buffer = NONE
  let skipped = 0

  const region = (lines: (string | Unreadable)[], bytes: number, isCut = false): Region => {
    position += bytes
    firstLine += lines.length
    return { firstLine: firstLine - lines.length, lines, position, isCut }
  }

  for await (const chunk of chunks) {
    let rest = chunk
    if (skipped > 0) {
      const end = rest.indexOf(NEWLINE)
      skipped += end < 0 ? rest.length : end
      if (end < 0) continue
      yield region([tooLong(skipped)], skipped + 1)
      skipped = 0
      rest = rest.subarray(end + 1)
    }
    const end = rest.lastIndexOf(NEWLINE)
    const held = carry.length > 0 ? Buffer.concat([carry, rest]) : rest
    if (end >= 0) {
      const size = carry.length + end
      yield region(decodeLines(held.subarray(0, size), position === 0), size + 1)
      carry = held.subarray(size + 1)
    } else {
      carry = held
    }
    if (carry.length > MAX_LINE_BYTES) {
      skipped = carry.length
      carry = NONE
    }
  }
  if (skipped > 0) yield region([tooLong(skipped)], skipped, true)
  else if (carry.length > 0) yield region(decodeLines(carry, position === 0), carry.length, true)
}

const tooLong = (bytes: number): Unreadable => ({
  reason: `longer than ${MAX_LINE_BYTES} bytes`,
  bytes,
})

/** Whether all of it is UTF-8 is decided at once, and line by line only where it is not. */
function decodeLines(bytes: Buffer, isStart: boolean): (string | Unreadable)[] {
  const isText = isUtf8(bytes)
  const lines: (string | Unreadable)[] = []
  let from = 0
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    lines.push(decodeLine(bytes, from, end, isText))
    from = end + 1
  }
  lines.push(decodeLine(bytes, from, bytes.length, isText))
  const first = lines[0]
  if (isStart && typeof first === 'string' && first.startsWith(BYTE_ORDER_MARK)) lines[0] = first.slice(1)
  return lines
}

function decodeLine(bytes: Buffer, from: number, end: number, isText: boolean): string | Unreadable {
  if (end - from > MAX_LINE_BYTES) return tooLong(end - from)
  if (!isText && !isUtf8(bytes.subarray(from, end))) return { reason: 'not UTF-8', bytes: end - from }
  return bytes.toString('utf8', from, end)
}
