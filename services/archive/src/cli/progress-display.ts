import { SingleBar } from 'cli-progress'
import type { Position } from '../importer/progress-store.ts'

/** How often a display without a terminal writes a line, in milliseconds. */
const LINE_EVERY_MS = 5_000

export interface ProgressDisplay {
  show(position: Position): void
  /** A line that stays. */
  tell(line: string): void
  stop(): void
}

const count = (value: number) => value.toLocaleString('en-US')

/** A bar on a terminal, else a line now and then; `size` is unknown for a pipe. */
export function progressDisplay(size: number | undefined, from: Position): ProgressDisplay {
  const began = performance.now()
  const rate = ({ stored, rejected }: Position) => {
    const done = stored + rejected - from.stored - from.rejected
    return Math.round((done * 1000) / Math.max(1, performance.now() - began))
  }
  return process.stderr.isTTY && size !== undefined && size > 0 ? bar(size, from, rate) : lines(size, rate)
}

function bar(size: number, from: Position, rate: (position: Position) => number): ProgressDisplay {
  const display = new SingleBar({
    format: '{bar} {percentage}%  {lines} lines  {rate}/s  {eta_formatted} left',
    hideCursor: true,
    etaBuffer: 50,
    stream: process.stderr,
  })
  display.start(size, from.position, { lines: count(from.lines), rate: 0 })
  return {
    show: (position) =>
      display.update(position.position, { lines: count(position.lines), rate: count(rate(position)) }),
    tell: (line) => {
      process.stderr.write(`\r\x1b[K${line}\n`)
      display.render()
    },
    stop: () => display.stop(),
  }
}

function lines(size: number | undefined, rate: (position: Position) => number): ProgressDisplay {
  let last = performance.now()
  return {
    show: (position) => {
      if (performance.now() - last < LINE_EVERY_MS) return
      last = performance.now()
      const share = size ? ` (${Math.floor((position.position * 100) / size)} %)` : ''
      console.error(`${count(position.lines)} lines${share}, ${count(rate(position))} a second`)
    },
    tell: (line) => console.error(line),
    stop: () => undefined,
  }
}
