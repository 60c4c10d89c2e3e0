import { endsOf, lastingInto, settleEmphasis } from './emphasis.ts'
import { escapeWords } from './escape.ts'
import { MARK, ORDER, WRITTEN } from './marks.ts'
import type { Written } from './pieces.ts'
import { type Atom, endsOfText, type LinkTo, type Unit, unitOf, withCodeJoined } from './units.ts'

const { strong, emphasis } = MARK
/** What a link cannot say right behind its bracket: both together would be the tag of a block. */
const TAG = /^(?:\/?(?:quote|mod|admin)$|quote=)/

/** Writes the text between two blocks as markup. Returns whether it is all kept: no emphasis begins or ends in a word. */
export function writeInline(atoms: readonly Atom[], out: Written[]): boolean {
  const units: Unit[] = []
  let isKept = true
  for (let at = 0; at < atoms.length; ) {
    const { link, gap } = atoms[at]!
    let end = at + 1
    if (link === undefined) units.push(unitOf(atoms[at]!))
    else {
      while (atoms[end]?.link === link) end += 1
      const isBehindBlank = gap === '' ? at === 0 : /[ \n]$/.test(gap)
      const written = linkUnit(link, atoms.slice(at, end), isBehindBlank)
      units.push(written.unit)
      isKept &&= written.isKept
    }
    at = end
  }
  return writeUnits(units, 0, out) && isKept
}

function linkUnit(
  link: LinkTo,
  atoms: readonly Atom[],
  isBehindBlank: boolean,
): { unit: Unit; isKept: boolean } {
  const { gap, gapMarks } = atoms[0]!
  const marks = atoms.reduce(
    (all, atom, index) => all & atom.marks & (index === 0 || atom.gap === '' ? all : atom.gapMarks),
    link.marks,
  )
  const inside = atoms.reduce((all, atom) => all | (atom.marks & ~marks), 0)
  const isStrongInside = (inside & (strong | emphasis)) !== 0
  const place = { gap, gapMarks, marks, isStrongInside }
  const said: Written[] = []
  const units = atoms.map((atom, index) => unitOf(index === 0 ? { ...atom, gap: '' } : atom))
  const isKept = writeUnits(units, marks, said)
  const { leadsTo, target, address } = link
  if (leadsTo?.kind === 'user') {
    const text = said.filter((piece) => typeof piece === 'string').join('')
    const pieces = [{ kind: 'user' as const, oldId: leadsTo.oldId, text }]
    return { unit: { first: endsOfText(text).first || '@', last: 'a', pieces, ...place }, isKept }
  }
  const isBare = leadsTo !== undefined && atoms.length === 1 && atoms[0]!.value === address
  const end =
    leadsTo === undefined
      ? `](${target})`
      : { kind: leadsTo.kind, oldId: leadsTo.oldId, address: target!, isBare }
  const pieces = isBare ? ['[', end] : linkPieces(said, end, isBehindBlank)
  return { unit: { first: '[', last: ')', pieces, ...place }, isKept }
}

/** A link. Behind a blank, another one is not seen; elsewhere what would be a tag is two links side by side. */
function linkPieces(said: readonly Written[], end: Written, isBehindBlank: boolean): Written[] {
  const [start, ...rest] = said
  if (typeof start !== 'string' || !TAG.test(start)) return ['[', ...said, end]
  if (isBehindBlank) return ['[ ', ...said, end]
  return ['[', start.slice(0, 2), end, '[', start.slice(2), ...rest, end]
}

/** A link with these words, wherever it stands. */
export const plainLink = (words: string, target: string): string =>
  `[${TAG.test(words) ? ' ' : ''}${escapeWords(words)}](${target})`

/** Writes what has the marks `base` in any case. */
function writeUnits(all: readonly Unit[], base: number, out: Written[]): boolean {
  const wantedOfAll = all.map((unit) => unit.marks & ~base)
  const isKept = settleEmphasis(all, wantedOfAll, (base & strong) === 0)
  const [units, marks] = withCodeJoined(all, wantedOfAll)
  if (marks.every((one) => one === 0)) {
    for (const { gap, pieces } of units) for (const piece of [gap, ...pieces]) put(out, piece)
    return isKept
  }
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

/** Adds to markup; strings next to each other become one. */
export function put<One>(out: (One | string)[], piece: One | string): void {
  const last = out.at(-1)
  if (typeof piece === 'string' && typeof last === 'string') out[out.length - 1] = last + piece
  else if (piece !== '') out.push(piece)
}
