import { isWord } from '@agora/shared/markup/index'
import { MARK, ORDER } from './marks.ts'
import type { Unit } from './units.ts'

const { strong, emphasis } = MARK

/** What is said of a unit, of the one before it and of what is between them. */
export function lastingInto(units: readonly Unit[], marks: readonly number[], at: number): number {
  const { gap, gapMarks } = units[at]!
  const both = (marks[at - 1] ?? 0) & marks[at]!
  // What was emphasis may be strong by now.
  const between = (gapMarks & emphasis) === 0 ? gapMarks : gapMarks | (both & strong)
  return gap === '' ? both : both & between
}

/** For each mark and unit, the unit before which the mark ends. */
export function endsOf(units: readonly Unit[], marks: readonly number[]): Record<number, number[]> {
  const ends: Record<number, number[]> = {}
  const all = marks.reduce((some, one) => some | one, 0)
  for (const mark of ORDER) {
    if ((all & mark) === 0) continue
    const own = new Array<number>(marks.length)
    for (let at = marks.length - 1; at >= 0; at--)
      own[at] =
        (marks[at]! & mark) === 0
          ? at
          : at + 1 < marks.length && (lastingInto(units, marks, at + 1) & mark) !== 0
            ? own[at + 1]!
            : at + 1
    ends[mark] = own
  }
  return ends
}

/** Emphasis that would begin or end in a word becomes strong where nothing strong is near. */
export function settleEmphasis(units: readonly Unit[], marks: number[], mayBeStrong: boolean): boolean {
  let isKept = true
  if (!marks.some((one) => (one & emphasis) !== 0)) return isKept
  const ends = endsOf(units, marks)
  for (let at = 0; at < marks.length; at++) {
    if ((marks[at]! & emphasis) === 0) continue
    const end = endOfEmphasis(units, marks, ends, at)
    if (beginsInWord(units, marks, ends, at) || endsInWord(units, marks, ends, at, end)) {
      const within = units.slice(at, end)
      const isStrong =
        mayBeStrong &&
        !followsStrongEmphasis(units, marks, at) &&
        !within.some(({ isStrongInside }, index) => isStrongInside || (marks[at + index]! & strong) !== 0)
      isKept &&= isStrong
      for (let inside = at; inside < end; inside++)
        marks[inside] = (marks[inside]! & ~emphasis) | (isStrong ? strong : 0)
    }
    at = end - 1
  }
  return isKept
}

/** Whether only strong ends there, of what is emphasised before as well: were it to last, that would end in a word. */
function followsStrongEmphasis(units: readonly Unit[], marks: readonly number[], at: number): boolean {
  if (at === 0 || units[at]!.gap !== '') return false
  const both = strong | emphasis
  const before = marks[at - 1]!
  return (before & both) === both && (marks[at]! & ~before) === 0
}

/** Where it ends that begins there: with what is around it, after which it begins again. */
function endOfEmphasis(
  units: readonly Unit[],
  marks: readonly number[],
  ends: Record<number, number[]>,
  at: number,
): number {
  const around = at === 0 ? 0 : lastingInto(units, marks, at) & ~emphasis
  return ORDER.reduce(
    (end, mark) => ((around & mark) === 0 ? end : Math.min(end, ends[mark]![at]!)),
    ends[emphasis]![at]!,
  )
}

function beginsInWord(
  units: readonly Unit[],
  marks: readonly number[],
  ends: Record<number, number[]>,
  at: number,
): boolean {
  if (at === 0 || units[at]!.gap !== '' || !isWord(units[at - 1]!.last)) return false
  const before = marks[at - 1]!
  const after = marks[at]!
  if ((before & ~after) !== 0) return false
  const outer = after & ~before & ~emphasis
  return !ORDER.some((mark) => (outer & mark) !== 0 && ends[mark]![at]! >= ends[emphasis]![at]!)
}

function endsInWord(
  units: readonly Unit[],
  marks: readonly number[],
  ends: Record<number, number[]>,
  at: number,
  end: number,
): boolean {
  if (end === units.length || units[end]!.gap !== '' || !isWord(units[end]!.first)) return false
  const before = marks[end - 1]! & ~emphasis
  const after = marks[end]!
  if ((after & ~before) !== 0) return false
  return !ORDER.some((mark) => {
    if ((before & mark) === 0) return false
    const isAround = (marks[at]! & mark) !== 0 && ends[mark]![at]! >= end
    // Its end follows, or its new beginning.
    return (after & mark) === 0 ? isAround : !isAround
  })
}
