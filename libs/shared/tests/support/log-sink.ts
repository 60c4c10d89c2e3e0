import { Writable } from 'node:stream'

/** A logger's destination, with the parsed lines that it received. */
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
