import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Text lines are gathered into pieces of about this many characters. */
const PIECE = 256 * 1024

/**
 * Writes lines to a file, or to standard output where there is none, as fast as they are taken; returns how many.
 *
 * @throws Error if they cannot be written
 */
export async function writeLines(
  lines: Iterable<string> | AsyncIterable<string>,
  file: string | undefined,
): Promise<number> {
  const out = file === undefined || file === '-' ? process.stdout : createWriteStream(file)
  let count = 0
  async function* pieces() {
    let piece = ''
    for await (const line of lines) {
      count++
      piece += `${line}\n`
      if (piece.length < PIECE) continue
      yield piece
      piece = ''
    }
    yield piece
  }
  await pipeline(Readable.from(pieces(), { highWaterMark: 1 }), out, { end: out !== process.stdout })
  return count
}
