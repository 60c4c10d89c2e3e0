import { isWord } from '@agora/shared/markup/index'
import type { Kind } from '../format/lines.ts'
import { escapeText } from './escape.ts'
import type { Piece } from './pieces.ts'

/** What may be said of a text, each a bit. */
export const MARK = { spoiler: 1, strong: 2, strikethrough: 4, emphasis: 8 } as const
const { spoiler, strong, strikethrough, emphasis } = MARK
/** Those that begin and end in the same places, from the outside: emphasis, which begins in no word, is beside the others. */
const ORDER = [spoiler, strong, strikethrough, emphasis]
const WRITTEN: Readonly<Record<number, string>> = {
  [spoiler]: '||',
  [strong]: '**',
  [strikethrough]: '~~',
  [emphasis]: '_',
}
/** What a link cannot say right behind its bracket: both together are the tag of a block. */
const TAG = /^(?:\/?(?:quote|mod|admin)$|quote=)/

export interface LinkTo {
  /** As the body has it. */
  readonly address: string
  /** A link of ours; undefined for a mention. */
  readonly target: string | undefined
  /** What it leads to in the old forum. */
  readonly leadsTo: { kind: Kind; oldId: string } | undefined
  /** What is said of the text around it. */
  readonly marks: number
}

/** A piece of a text, and all that is said of it. */
export interface Atom {
  readonly type: 'text' | 'code' | 'naming'
  /** What it says; if it names a member, the text in case that member is unknown. */
  value: string
  /** The id of the member whom a naming names, in the old forum. */
  readonly oldId?: string
  /** The blanks and line breaks before it. */
  readonly gap: string
  /** What is said of those, too. */
  readonly gapMarks: number
  readonly marks: number
  readonly link: LinkTo | undefined
}

/** What is written as a whole, with the first and last characters of its markup. */
interface Unit {
  readonly gap: string
  readonly gapMarks: number
  readonly marks: number
  readonly first: string
  readonly last: string
  /** Whether something in the link is, or may become, strong. */
  readonly isStrongInside?: boolean
  readonly pieces: readonly Piece[]
}

/** Writes the text between two blocks as markup. Returns whether it is all kept: no emphasis begins or ends in a word. */
export function writeInline(atoms: readonly Atom[], out: Piece[]): boolean {
  const units: Unit[] = []
  let isKept = true
  for (let at = 0; at < atoms.length; ) {
    const { link } = atoms[at]!
    let end = at + 1
    if (link === undefined) units.push(unitOf(atoms[at]!))
    else {
      while (atoms[end]?.link === link) end += 1
      const written = linkUnit(link, atoms.slice(at, end))
      units.push(written.unit)
      isKept &&= written.isKept
    }
    at = end
  }
  return writeUnits(units, 0, out) && isKept
}

function unitOf({ type, value, gap, gapMarks, marks, oldId }: Atom): Unit {
  const place = { gap, gapMarks, marks }
  if (type === 'naming')
    return { first: '@', last: 'a', pieces: [{ kind: 'user', oldId: oldId!, text: value }], ...place }
  const markup = type === 'code' ? codeOf(value) : escapeText(value)
  return { first: firstOf(markup), last: lastOf(markup), pieces: [markup], ...place }
}

function linkUnit(link: LinkTo, atoms: readonly Atom[]): { unit: Unit; isKept: boolean } {
  const { gap, gapMarks } = atoms[0]!
  const marks = atoms.reduce(
    (all, atom, index) => all & atom.marks & (index === 0 || atom.gap === '' ? all : atom.gapMarks),
    link.marks,
  )
  const inside = atoms.reduce((all, atom) => all | (atom.marks & ~marks), 0)
  const isStrongInside = (inside & (strong | emphasis)) !== 0
  const place = { gap, gapMarks, marks, isStrongInside }
  const said: Piece[] = []
  const units = atoms.map((atom, index) => unitOf(index === 0 ? { ...atom, gap: '' } : atom))
  const isKept = writeUnits(units, marks, said)
  const { leadsTo, target, address } = link
  if (leadsTo?.kind === 'user') {
    const text = said.filter((piece) => typeof piece === 'string').join('')
    const pieces = [{ kind: 'user' as const, oldId: leadsTo.oldId, text }]
    return { unit: { first: firstOf(text) || '@', last: 'a', pieces, ...place }, isKept }
  }
  const opening = typeof said[0] === 'string' && TAG.test(said[0]) ? '[ ' : '['
  const isBare = atoms.length === 1 && atoms[0]!.value === address
  const pieces =
    leadsTo === undefined
      ? [opening, ...said, `](${target})`]
      : [
          opening,
          ...(isBare ? [] : said),
          { kind: leadsTo.kind, oldId: leadsTo.oldId, address: target!, isBare },
        ]
  return { unit: { first: '[', last: ')', pieces, ...place }, isKept }
}

/** Writes what has the marks `base` in any case. */
function writeUnits(units: readonly Unit[], base: number, out: Piece[]): boolean {
  const marks = units.map((unit) => unit.marks & ~base)
  if (marks.every((one) => one === 0)) {
    for (const { gap, pieces } of units) for (const piece of [gap, ...pieces]) put(out, piece)
    return true
  }
  const isKept = settleEmphasis(units, marks, (base & strong) === 0)
  const ends = endsOf(units, marks)
  const open: number[] = []
  for (const [index, { gap, pieces }] of units.entries()) {
    const wanted = marks[index]!
    const lasting = lastingInto(units, marks, index)
    const keep = open.findIndex((mark) => (lasting & mark) === 0)
    while (keep >= 0 && open.length > keep) put(out, WRITTEN[open.pop()!]!)
    put(out, gap)
    const held = open.reduce((all, mark) => all | mark, 0)
    const opening = ORDER.filter((mark) => (wanted & ~held & mark) !== 0)
    // The one that lasts longest is the outer one.
    if (opening.length > 1) opening.sort((one, other) => ends[other]![index]! - ends[one]![index]!)
    for (const mark of opening) {
      put(out, WRITTEN[mark]!)
      open.push(mark)
    }
    for (const piece of pieces) put(out, piece)
  }
  while (open.length > 0) put(out, WRITTEN[open.pop()!]!)
  return isKept
}

/** What is said of a unit, of the one before it and of what is between them. */
function lastingInto(units: readonly Unit[], marks: readonly number[], at: number): number {
  const { gap, gapMarks } = units[at]!
  const both = (marks[at - 1] ?? 0) & marks[at]!
  // What was emphasis may be strong by now.
  const between = (gapMarks & emphasis) === 0 ? gapMarks : gapMarks | (both & strong)
  return gap === '' ? both : both & between
}

/** For each mark and unit, the unit before which the mark ends. */
function endsOf(units: readonly Unit[], marks: readonly number[]): Record<number, number[]> {
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
function settleEmphasis(units: readonly Unit[], marks: number[], mayBeStrong: boolean): boolean {
  let isKept = true
  if (!marks.some((one) => (one & emphasis) !== 0)) return isKept
  const ends = endsOf(units, marks)
  for (let at = 0; at < marks.length; at++) {
    if ((marks[at]! & emphasis) === 0) continue
    const end = ends[emphasis]![at]!
    if (beginsInWord(units, marks, ends, at) || endsInWord(units, marks, ends, at)) {
      const within = units.slice(at, end)
      const isStrong =
        mayBeStrong &&
        !within.some(({ isStrongInside }, index) => isStrongInside || (marks[at + index]! & strong) !== 0)
      isKept &&= isStrong
      for (let inside = at; inside < end; inside++)
        marks[inside] = (marks[inside]! & ~emphasis) | (isStrong ? strong : 0)
    }
    at = end - 1
  }
  return isKept
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
): boolean {
  const end = ends[emphasis]![at]!
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

/** Code as markup. Backticks at its ends would need a blank beside them: they stand outside. */
function codeOf(value: string): string {
  const inner = value.replace(/^`+/, '').replace(/(?<!`)`+$/, '')
  if (inner === '') return escapeText(value)
  const from = value.indexOf(inner)
  const fence = '`'.repeat(longestRun(inner) + 1)
  return `${escapeText(value.slice(0, from))}${fence}${inner}${fence}${escapeText(value.slice(from + inner.length))}`
}

export function longestRun(text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}

/** Adds to markup; strings next to each other become one. */
export function put(out: Piece[], piece: Piece): void {
  const last = out.at(-1)
  if (typeof piece === 'string' && typeof last === 'string') out[out.length - 1] = last + piece
  else if (piece !== '') out.push(piece)
}

const firstOf = (text: string) => (text === '' ? '' : String.fromCodePoint(text.codePointAt(0)!))

function lastOf(text: string): string {
  const isPair = text.length > 1 && text.codePointAt(text.length - 2)! > 0xffff
  return text.slice(isPair ? -2 : -1)
}
