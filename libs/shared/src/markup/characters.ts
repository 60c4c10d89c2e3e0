/** A source and the part of it, `start` to `end`, that is left once its outer whitespace is cut off. */
export interface Input {
  readonly source: string
  readonly start: number
  readonly end: number
}

const WHITESPACE = /\s/
const WORD = /[\p{L}\p{M}\p{N}_]/u
/** Scripts whose words stand without spaces between them, or with endings that belong to other words. */
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

/** Length of the line break at `at`: 2 for CRLF, 1 for a lone CR or LF, 0 for anything else. */
export function lineBreakLength({ source, end }: Input, at: number): 0 | 1 | 2 {
  if (at >= end) return 0
  if (source[at] === '\n') return 1
  if (source[at] !== '\r') return 0
  return at + 1 < end && source[at + 1] === '\n' ? 2 : 1
}

/** Where the line that `at` lies in ends: at its line break or at the end of the input. */
export function lineEnd(input: Input, at: number): number {
  let position = at
  while (position < input.end && lineBreakLength(input, position) === 0) position += 1
  return position
}

/** Where the run of `character` that begins at `at` ends. */
export function runEnd({ source, end }: Input, at: number, character: string): number {
  let position = at
  while (position < end && source[position] === character) position += 1
  return position
}

/** The whole character before `at`; undefined at the start of the input. */
export function characterBefore({ source, start }: Input, at: number): string | undefined {
  if (at <= start) return undefined
  const isPair = at - 2 >= start && source.codePointAt(at - 2)! > 0xffff
  return source.slice(isPair ? at - 2 : at - 1, at)
}

/** The whole character at `at`; undefined at the end of the input. */
export function characterAt({ source, end }: Input, at: number): string | undefined {
  return at < end ? String.fromCodePoint(source.codePointAt(at)!) : undefined
}

/** Whether a neighbour is whitespace; the edge of the input counts as such. */
export function isSpace(character: string | undefined): boolean {
  return character === undefined || WHITESPACE.test(character)
}

/**
 * Whether a neighbour is part of a word: a letter, a mark on one, a digit or `_`. Of scripts without spaces none is: a
 * word would have no edge there.
 */
export function isWord(character: string | undefined): boolean {
  return character !== undefined && WORD.test(character) && !WITHOUT_SPACES.test(character)
}
