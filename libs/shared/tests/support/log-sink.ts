import { Writable } from 'node:stream'

/** Where a logger writes, and the lines that it has written there, parsed. */
export function logSink<Line>(): { sink: Writable; lines: Line[] } {
  const lines: Line[] = []
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { sink, lines }
}
