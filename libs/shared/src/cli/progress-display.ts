import { SingleBar } from 'cli-progress'

/** How often a display without a terminal writes a line, in milliseconds. */
const LINE_EVERY_MS = 5_000

/** How far a command has come. */
export interface Progress {
  /** How much of `size` is done. */
  position: number
  lines: number
  /** What the rate counts. */
  done: number
}

export interface ProgressDisplay {
  show(progress: Progress): void
  /** A line that stays. */
  tell(line: string): void
  stop(): void
}

const count = (value: number) => value.toLocaleString('en-US')

/** A bar on a terminal, else a line now and then; `size` is unknown for a pipe. `unit`: what `lines` counts. */
export function progressDisplay(size: number | undefined, from: Progress, unit = 'lines'): ProgressDisplay {
  const began = performance.now()
  const rate = ({ done }: Progress) =>
    Math.round(((done - from.done) * 1000) / Math.max(1, performance.now() - began))
  return process.stderr.isTTY && size !== undefined && size > 0
    ? bar(size, from, unit, rate)
    : lines(size, unit, rate)
}

type Rate = (progress: Progress) => number

function bar(size: number, from: Progress, unit: string, rate: Rate): ProgressDisplay {
  const display = new SingleBar({
    format: `{bar} {percentage}%  {lines} ${unit}  {rate}/s  {eta_formatted} left`,
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

function lines(size: number | undefined, unit: string, rate: Rate): ProgressDisplay {
  let last = performance.now()
  return {
    show: (position) => {
      if (performance.now() - last < LINE_EVERY_MS) return
      last = performance.now()
      const share = size ? ` (${Math.floor((position.position * 100) / size)} %)` : ''
      console.error(`${count(position.lines)} ${unit}${share}, ${count(rate(position))} a second`)
    },
    tell: (line) => console.error(line),
    stop: () => undefined,
  }
}
