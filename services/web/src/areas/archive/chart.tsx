import type { Visit } from '../../http/visit.ts'
import { dayInWords } from '../../words/times.ts'

/** When a field got a value, and how long it lasted; in milliseconds. */
export interface Step {
  from: number
  to: number
  value: number
}

const WIDTH = 720
const HEIGHT = 220
const EDGE = { top: 14, right: 12, bottom: 30, left: 64 }
const inner = { width: WIDTH - EDGE.left - EDGE.right, height: HEIGHT - EDGE.top - EDGE.bottom }

/** Round numbers that span the range: 1, 2 or 5 times a power of ten apart. */
function ticksOf(least: number, most: number, about = 4): number[] {
  const span = most - least || Math.abs(most) || 1
  const rough = span / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.floor(least / step)
  const last = Math.max(Math.ceil(most / step), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

interface Props {
  visit: Visit
  /** Oldest first, at least one. */
  steps: readonly Step[]
  label: string
}

/** A number over time as a step line, with gaps where it is unknown. The table beside it has the same data. */
export function Chart({ visit, steps, label }: Props) {
  const values = steps.map(({ value }) => value)
  const ticks = ticksOf(Math.min(...values), Math.max(...values))
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)]
  const [start, end] = [steps[0]?.from ?? 0, steps.at(-1)?.to ?? 0]
  const x = (time: number) => round(EDGE.left + ((time - start) / (end - start || 1)) * inner.width)
  const y = (value: number) => round(EDGE.top + (1 - (value - bottom) / (top - bottom)) * inner.height)
  const line = steps
    .map(({ from, to, value }, index) => {
      const isContinued = steps[index - 1]?.to === from
      return `${isContinued ? 'L' : 'M'}${x(from)} ${y(value)}H${x(to)}`
    })
    .join('')
  const number = new Intl.NumberFormat(visit.locale, { notation: 'compact' })
  return (
    <section class="chart scroll" tabindex={0} aria-label={label}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {ticks.map((tick) => (
          <>
            <path class="grid" d={`M${EDGE.left} ${y(tick)}h${inner.width}`} />
            <text x={EDGE.left - 8} y={y(tick) + 4} text-anchor="end">
              {number.format(tick)}
            </text>
          </>
        ))}
        {[
          [start, 'start'],
          [end, 'end'],
        ].map(([time, anchor]) => (
          <text
            x={anchor === 'start' ? EDGE.left : WIDTH - EDGE.right}
            y={HEIGHT - 8}
            text-anchor={String(anchor)}
          >
            {dayInWords(visit, new Date(Number(time)).toISOString())}
          </text>
        ))}
        <path class="line" d={line} />
      </svg>
    </section>
  )
}

const round = (length: number): number => Math.round(length * 10) / 10
