import { isUtf8 } from 'node:buffer'

const NEWLINE = 0x0a
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
 * Splits bytes into lines in bounded memory: a line of more than `longest` bytes is dropped. `start` says what comes
 * before the first chunk.
 */
export async function* readRegions(
  chunks: AsyncIterable<Buffer>,
  longest: number,
  start: { position: number; lines: number } = { position: 0, lines: 0 },
): AsyncGenerator<Region> {
  let { position } = start
  let firstLine = start.lines + 1
  /** What is read of a line whose end is not, in pieces; none once they are too many. */
  let held: Buffer[] = []
  let size = 0

  const region = (lines: (string | Unreadable)[], bytes: number, isCut = false): Region => {
    position += bytes
    firstLine += lines.length
    return { firstLine: firstLine - lines.length, lines, position, isCut }
  }
  const hold = (bytes: Buffer) => {
    size += bytes.length
    if (size > longest) held = []
    else held.push(bytes)
  }
  /** The line that was held, or what is left of it at the end of the source. */
  const release = (end: number): Region => {
    const bytes = size
    const lines =
      bytes > longest ? [tooLong(bytes, longest)] : decodeLines(Buffer.concat(held), longest, position === 0)
    held = []
    size = 0
    return region(lines, bytes + end, end === 0)
  }

  for await (const chunk of chunks) {
    let rest = chunk
    const first = size > 0 ? rest.indexOf(NEWLINE) : -1
    if (first >= 0) {
      hold(rest.subarray(0, first))
      yield release(1)
      rest = rest.subarray(first + 1)
    }
    const last = size > 0 ? -1 : rest.lastIndexOf(NEWLINE)
    if (last >= 0) yield region(decodeLines(rest.subarray(0, last), longest, position === 0), last + 1)
    if (last + 1 < rest.length) hold(rest.subarray(last + 1))
  }
  if (size > 0) yield release(0)
}

const tooLong = (bytes: number, longest: number): Unreadable => ({
  reason: `longer than ${longest} bytes`,
  bytes,
})

/** Whether all of it is UTF-8 is decided at once, and line by line only where it is not. */
function decodeLines(bytes: Buffer, longest: number, isStart: boolean): (string | Unreadable)[] {
  const isText = isUtf8(bytes)
  const lines: (string | Unreadable)[] = []
  let from = 0
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    lines.push(decodeLine(bytes.subarray(from, end), longest, isText))
    from = end + 1
  }
  lines.push(decodeLine(bytes.subarray(from), longest, isText))
  const first = lines[0]
  if (isStart && typeof first === 'string' && first.startsWith(BYTE_ORDER_MARK)) lines[0] = first.slice(1)
  return lines
}

function decodeLine(bytes: Buffer, longest: number, isText: boolean): string | Unreadable {
  if (bytes.length > longest) return tooLong(bytes.length, longest)
  if (!isText && !isUtf8(bytes)) return { reason: 'not UTF-8', bytes: bytes.length }
  return bytes.toString('utf8')
}
