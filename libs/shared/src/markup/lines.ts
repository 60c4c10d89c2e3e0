import type { Input } from './characters.ts'
import type { LineMark, Marker } from './tokens.ts'

/** More are text, whatever the grammar allows: nobody counts them. */
const MAX_QUOTES = 16
/** Each is followed by a blank, by the next, by a tag or by nothing. */
const QUOTES = new RegExp(`[ \\t]*(?:>[ \\t]?){0,${MAX_QUOTES - 1}}>(?:[ \\t]|(?=[\\r\\n[]|$))`, 'y')
/** An item may be empty, a heading not. */
const MARKER = /([ \t]*)(?:(-|\d{1,9}\.)[ \t]+|(#{1,3})[ \t]+(?=\S))/y
const BLANK = /[ \t]*(?:[\r\n]|$)/y
/** A blank of another kind is text. */
const INDENTATION = /[ \t]+(?=[^ \t\r\n])/y
/** What would be a mark without its backslash. */
const ESCAPED = /[ \t]*(?:\\>(?=[\s>[]|$)|(?:\\(?:-|#{1,3})|\d{1,9}\\\.)(?=\s|$))/y
const UNESCAPED = /^([ \t]*)((?:-|#{1,3})(?=[ \t])|>(?=[\s>[]|$)|\d{1,9}(?=\.[ \t]))/
const TAB_WIDTH = 4
/** What a mark, the blanks before it or its escape begin with. */
const FIRST = new Set(' \t>#-\\0123456789')

/** Whether the line that begins at `at` needs a closer look: most do not. */
export const mayBeginMark = (source: string, at: number): boolean => FIRST.has(source[at] ?? '')

export interface LineStart {
  readonly mark: LineMark | undefined
  /** Where the text of the line begins. */
  readonly end: number
  /** Where the backslash is that makes a mark text; -1 if there is none. */
  readonly backslash: number
}

/** What one may write at the beginning of a line. */
export interface LineRules {
  readonly quotes: boolean
  /** Lists and headings. */
  readonly markers: boolean
}

/** Reads the beginning of a line. `isInItem`: the line before belongs to an item of a list. */
export function lineStart(
  { source, start, end }: Input,
  at: number,
  { rules, isInItem }: { rules: LineRules; isInItem: boolean },
): LineStart {
  const match = (pattern: RegExp, from: number): RegExpExecArray | undefined => {
    pattern.lastIndex = from
    return pattern.exec(source) ?? undefined
  }
  const quoted = rules.quotes ? match(QUOTES, at)?.[0] : undefined
  const from = at + (quoted?.length ?? 0)
  const marked = rules.markers ? match(MARKER, from) : undefined
  const indentation = !marked && isInItem ? match(INDENTATION, from)?.[0] : undefined
  const raw = marked?.[0] ?? indentation ?? ''
  const rest = from + raw.length
  const escaped = rules.markers && !marked ? match(ESCAPED, rest)?.[0] : undefined
  const backslash = escaped === undefined ? -1 : rest + escaped.indexOf('\\')
  if (quoted === undefined && raw === '') return { mark: undefined, end: at, backslash }
  const mark: LineMark = {
    type: 'line-mark',
    quotes: quoted === undefined ? 0 : countOf(quoted, '>'),
    isBlank: match(BLANK, rest) !== undefined,
    raw,
    indent: widthOf(marked?.[1] ?? raw) + (from === start ? widthOf(blanksBefore(source, start)) : 0),
    ...(marked && { marker: markerOf(marked) }),
  }
  // The blank after a mark may be beyond the text's end.
  return { mark, end: Math.min(rest, end), backslash }
}

function markerOf([, , item, hashes = '']: RegExpExecArray): Marker {
  if (item === undefined) return { type: 'heading', rank: hashes.length as 1 | 2 | 3 }
  return { type: 'item', number: item === '-' ? undefined : Number.parseInt(item, 10) }
}

/** Markup as the beginning of a line, or of the line of a quote, that begins with no mark. */
export const escapeLineStart = (line: string): string =>
  line.replace(UNESCAPED, (_, blanks: string, mark: string) =>
    /\d/.test(mark) ? `${blanks}${mark}\\` : `${blanks}\\${mark}`,
  )

/** A source begins behind its blanks, but its first line is indented by them. */
function blanksBefore(source: string, start: number): string {
  let from = start
  while (source[from - 1] === ' ' || source[from - 1] === '\t') from -= 1
  return source.slice(from, start)
}

const countOf = (text: string, character: string): number => text.split(character).length - 1

const widthOf = (blanks: string): number => blanks.length + countOf(blanks, '\t') * (TAB_WIDTH - 1)
