import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** Text lines are gathered into pieces of about this many characters. */
const PIECE = 256 * 1024

/** Writes lines to a file, or to the pipe where there is none, as fast as they are taken; answers how many. */
export async function writeLines(
  lines: Iterable<string> | AsyncIterable<string>,
  file: string | undefined,
): Promise<number> {
  const out = file === undefined || file === '-' ? process.stdout : createWriteStream(file)
  let count = 0
  let piece = ''
  const flush = async () => {
    if (!out.write(piece)) await once(out, 'drain')
    piece = ''
  }
  for await (const line of lines) {
    count++
    piece += `${line}\n`
    if (piece.length >= PIECE) await flush()
  }
  if (piece !== '') await flush()
  if (out !== process.stdout) {
    out.end()
    await once(out, 'finish')
  }
  return count
}
