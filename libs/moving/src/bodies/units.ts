import type { Kind } from '../format/lines.ts'
import { escapeText } from './escape.ts'
import type { Uploaded, Written } from './pieces.ts'

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
  readonly type: 'text' | 'code' | 'marker' | 'naming' | 'picture'
  /** What it says; if it names a member, the text in case that member is unknown. */
  value: string
  /** The id of the member whom a naming names, in the old forum. */
  readonly oldId?: string
  readonly picture?: Uploaded | undefined
  /** The blanks and line breaks before it. */
  readonly gap: string
  /** What is said of those, too. */
  readonly gapMarks: number
  readonly marks: number
  readonly link: LinkTo | undefined
}

/** What is written as a whole, with the first and last characters of its markup. */
export interface Unit {
  readonly gap: string
  readonly gapMarks: number
  readonly marks: number
  readonly first: string
  readonly last: string
  /** Whether something in the link is, or may become, strong. */
  readonly isStrongInside?: boolean
  /** What it says, if it is code. */
  readonly code?: string
  readonly pieces: readonly Written[]
}

/** Each field by its name: there is one of these for each piece of each text. */
export function unitOf(atom: Atom): Unit {
  const { type, value, gap, gapMarks, marks, oldId, picture } = atom
  if (type === 'code') return codeUnit(value, atom)
  if (type === 'naming')
    return {
      gap,
      gapMarks,
      marks,
      first: '@',
      last: 'a',
      pieces: [{ kind: 'user', oldId: oldId!, text: value }],
    }
  if (type === 'marker')
    return { gap, gapMarks, marks, first: value, last: ' ', pieces: [{ kind: 'marker', text: value }] }
  if (type === 'picture') return { gap, gapMarks, marks, first: '!', last: ')', pieces: [picture!] }
  const markup = escapeText(value)
  const { first, last } = endsOfText(markup)
  return { gap, gapMarks, marks, first, last, pieces: [markup] }
}

/** Code with the same marks beside each other is one: nothing would part their backticks. */
export function withCodeJoined(
  units: readonly Unit[],
  marks: readonly number[],
): [readonly Unit[], readonly number[]] {
  if (!units.some(({ code }) => code !== undefined)) return [units, marks]
  const isPart = (at: number) =>
    units[at]?.code !== undefined &&
    units[at - 1]?.code !== undefined &&
    units[at]!.gap === '' &&
    marks[at] === marks[at - 1]
  if (!units.some((_, at) => isPart(at))) return [units, marks]
  const joined: Unit[] = []
  const firsts: number[] = []
  for (let at = 0; at < units.length; ) {
    let end = at + 1
    while (isPart(end)) end += 1
    const said = units.slice(at, end).map(({ code }) => code)
    joined.push(said.length > 1 ? codeUnit(said.join(''), units[at]!) : units[at]!)
    firsts.push(at)
    at = end
  }
  return [joined, firsts.map((at) => marks[at]!)]
}

function codeUnit(code: string, { gap, gapMarks, marks }: Pick<Unit, 'gap' | 'gapMarks' | 'marks'>): Unit {
  const markup = codeOf(code)
  const { first, last } = endsOfText(markup)
  return { gap, gapMarks, marks, first, last, code, pieces: [markup] }
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

/** Its first and last character. */
export function endsOfText(text: string): { first: string; last: string } {
  const isPair = text.length > 1 && text.codePointAt(text.length - 2)! > 0xffff
  return {
    first: text === '' ? '' : String.fromCodePoint(text.codePointAt(0)!),
    last: text.slice(isPair ? -2 : -1),
  }
}
