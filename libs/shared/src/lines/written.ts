/** Lines are passed on in pieces of roughly this many characters. */
const PIECE = 64 * 1024

/** Lines of JSON as a file has them, until the signal ends them. */
export async function* written(lines: AsyncIterable<object>, signal: AbortSignal): AsyncGenerator<Buffer> {
  let piece = ''
  for await (const line of lines) {
    piece += `${JSON.stringify(line)}\n`
    if (piece.length < PIECE) continue
    yield Buffer.from(piece)
    piece = ''
    if (signal.aborted) return
  }
  yield Buffer.from(piece)
}
