import type { SpanKind } from './ast.ts'
import { Backticks } from './backticks.ts'
import {
  characterAt,
  characterBefore,
  type Input,
  isSpace,
  isWord,
  lineBreakLength,
  lineEnd,
  runEnd,
} from './characters.ts'
import { type CompiledGrammar, compileGrammar, type Grammar } from './grammar.ts'
import { type LineRules, lineStart, mayBeginMark } from './lines.ts'
import { blockMark } from './tags.ts'
import type { Token } from './tokens.ts'
import { bareUriEnd, bareUriStart, isAllowedUri, isOfLink, uriEnd } from './uri.ts'

interface Lexer extends Input {
  readonly grammar: CompiledGrammar
  readonly lines: LineRules
  readonly backticks: Backticks
  /** Where the last tag of a block ends. */
  tagEnd: number
  /** Where a backslash makes a mark of this line text. */
  lineEscape: number
  /** Whether the line belongs to an item of a list. */
  isInItem: boolean
  /** Where the text begins that belongs to no mark yet. */
  textStart: number
  /** No address that begins before it is a link. */
  noLinkBefore: number
}

interface Mark {
  readonly token: Token
  /** Where it begins, if it is before the character of its rule. */
  readonly start?: number
  readonly end: number
}

/** A token with its place in the source. */
export interface Lexeme {
  readonly token: Token
  readonly start: number
  readonly end: number
}

/** Reads the mark at `at`, whose first character is the rule's. Undefined: that character is text. */
type Rule = (lexer: Lexer, at: number) => Mark | undefined

const ESCAPABLE = new Set('\\`*_~|[]():@{}')
const ICON_KEY_CHARACTER = /[A-Za-z0-9_-]/
const LANGUAGE = /^[A-Za-z0-9+#.-]{0,32}$/
/** The alternative text has 500 characters at most, and neither brackets nor a line break: no two searches meet. */
const PICTURE = /!\[([^[\]\r\n]{0,500})\]\(media:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/iy
const ESCAPES = /\\([\\`*_~|[\]():@{}])/g
const MENTION_LENGTH = '@{00000000-0000-0000-0000-000000000000}'.length
const MENTION = /^@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}$/i

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['\n', lineBreak],
  ['\r', lineBreak],
  ['\\', escaped],
  ['*', (lexer, at) => spanMark(lexer, at, 'strong', '**')],
  ['_', (lexer, at) => spanMark(lexer, at, 'emphasis', '_')],
  ['~', (lexer, at) => spanMark(lexer, at, 'strikethrough', '~~')],
  ['|', (lexer, at) => spanMark(lexer, at, 'spoiler', '||')],
  ['`', code],
  ['[', openingBracket],
  [']', closingBracket],
  [':', (lexer, at) => bareLink(lexer, at) ?? icon(lexer, at)],
  ['@', mention],
  ['!', picture],
])

/** What a rule begins with. */
const MARKABLE = new RegExp(`[${[...RULES.keys()].join('').replaceAll(/[\\\]]/g, '\\$&')}]`, 'g')

/** Cuts `source` between `start` and `end` into marks and text. Every source has tokens; none is refused here. */
export function tokenize(input: Input, grammar: Grammar): Token[] {
  return lexemes(input, grammar).map(({ token }) => token)
}

/** As `tokenize`, with the place of each token. */
export function lexemes({ source, start, end }: Input, grammar: Grammar): Lexeme[] {
  const input = { source, start, end }
  const lexer: Lexer = {
    grammar: compileGrammar(grammar),
    lines: { quotes: grammar.quote && grammar.depth > 0, markers: grammar.depth > 0 },
    backticks: new Backticks(input),
    tagEnd: -1,
    lineEscape: -1,
    isInItem: false,
    textStart: start,
    noLinkBefore: start,
    ...input,
  }
  const found: Lexeme[] = []
  const addText = (to: number) => {
    const { textStart } = lexer
    if (textStart < to)
      found.push({ token: { type: 'text', value: source.slice(textStart, to) }, start: textStart, end: to })
  }
  /** Returns where the line's text begins. */
  const beginLine = (from: number): number => {
    lexer.textStart = from
    lexer.lineEscape = -1
    if (!mayBeginMark(source, from)) {
      lexer.isInItem = false
      return from
    }
    const line = lineStart(input, from, { rules: lexer.lines, isInItem: lexer.isInItem })
    const { mark, end: rest } = line
    lexer.lineEscape = line.backslash
    lexer.isInItem = mark?.marker ? mark.marker.type === 'item' : lexer.isInItem && !!mark?.raw
    lexer.textStart = rest
    if (mark) found.push({ token: mark, start: from, end: rest })
    return rest
  }
  let at = beginLine(start)
  while (at < end) {
    at = nextMarkable(source, at, end)
    if (at === end) break
    const mark = RULES.get(source[at]!)!(lexer, at)
    if (mark === undefined) {
      at += 1
      continue
    }
    const { token, start: from = at, end: to } = mark
    addText(from)
    found.push({ token, start: from, end: to })
    at = to
    lexer.textStart = to
    if (token.type === 'line-break' || token.type === 'block-open') at = beginLine(to)
  }
  addText(at)
  return found
}

/** Where the next character is that a rule begins with, or the end: most of a source is none. */
function nextMarkable(source: string, at: number, end: number): number {
  MARKABLE.lastIndex = at
  return MARKABLE.test(source) ? Math.min(MARKABLE.lastIndex - 1, end) : end
}

function lineBreak(lexer: Lexer, at: number): Mark {
  return { token: { type: 'line-break' }, end: at + lineBreakLength(lexer, at) }
}

function escaped({ source, end, lineEscape }: Lexer, at: number): Mark | undefined {
  const next = at + 1 < end ? source[at + 1]! : ''
  return ESCAPABLE.has(next) || at === lineEscape
    ? { token: { type: 'text', value: next }, end: at + 2 }
    : undefined
}

/**
 * A run of another length than the mark's is text as a whole: `*****` is a rule, `__init__` a name. Of one asterisk too
 * many, as in `**wow***`, the outer one alone is text.
 */
function spanMark(lexer: Lexer, at: number, kind: SpanKind, raw: string): Mark {
  const runs = runEnd(lexer, at, raw[0]!)
  if (!lexer.grammar.flags[kind]) return text(lexer, at, runs)
  const isOneTooLong = kind === 'strong' && runs - at === raw.length + 1
  if (isOneTooLong && isSpace(characterBefore(lexer, at)))
    return text(lexer, at, isSpace(characterAt(lexer, runs)) ? runs : at + 1)
  if (!isOneTooLong && runs - at !== raw.length) return text(lexer, at, runs)
  const end = at + raw.length
  const before = characterBefore(lexer, at)
  const after = characterAt(lexer, end)
  // A spoiler that stays readable does more harm than two bars too many, so it takes spaces inside.
  const opens = kind === 'spoiler' || (!isSpace(after) && !(kind === 'emphasis' && isWord(before)))
  const closes = kind === 'spoiler' || (!isSpace(before) && !(kind === 'emphasis' && isWord(after)))
  return { token: { type: 'span', kind, raw, opens, closes }, end }
}

function code(lexer: Lexer, at: number): Mark {
  const end = runEnd(lexer, at, '`')
  if (!lexer.grammar.flags.code) return text(lexer, at, end)
  const fenced = end - at >= 3 ? codeBlock(lexer, at, end) : undefined
  if (fenced !== undefined) return fenced
  const closing = lexer.backticks.closingRun(end, end - at)
  if (closing < 0) return text(lexer, at, end)
  return { token: { type: 'code', value: lexer.source.slice(end, closing) }, end: closing + end - at }
}

function codeBlock(lexer: Lexer, at: number, fenceEnd: number): Mark | undefined {
  const { source, start } = lexer
  const beginsLine = at === start || source[at - 1] === '\n' || source[at - 1] === '\r'
  // A block breaks the line by itself.
  if (!beginsLine && at !== lexer.tagEnd) return undefined
  const languageEnd = lineEnd(lexer, fenceEnd)
  const info = source.slice(fenceEnd, languageEnd)
  // What follows the language is for other programs.
  const [language = ''] = info.trim().split(/\s/, 1)
  if (info.includes('`') || !LANGUAGE.test(language)) return undefined
  const codeStart = languageEnd + lineBreakLength(lexer, languageEnd)
  if (codeStart === languageEnd) return undefined
  const closing = lexer.backticks.closingFence(codeStart, fenceEnd - at)
  if (closing < 0) return undefined
  const lines = source.slice(codeStart, closing).replace(/\r\n?/g, '\n')
  return {
    token: { type: 'code-block', ...(language && { language }), value: lines.slice(0, -1) },
    end: lineEnd(lexer, closing),
  }
}

function openingBracket(lexer: Lexer, at: number): Mark | undefined {
  const block = blockMark(lexer, at)
  if (block !== undefined) {
    lexer.tagEnd = block.end
    return block
  }
  return lexer.grammar.schemes.size > 0
    ? { token: { type: 'bracket-open', raw: '[' }, end: at + 1 }
    : undefined
}

function closingBracket(lexer: Lexer, at: number): Mark | undefined {
  const { source, end, grammar } = lexer
  if (grammar.schemes.size === 0) return undefined
  const closing = at + 1 < end && source[at + 1] === '(' ? uriEnd(lexer, at + 2) : -1
  const uri = source.slice(at + 2, Math.max(at + 2, closing))
  if (!isAllowedUri(uri, grammar)) {
    // What should be a target is text as a whole.
    lexer.noLinkBefore = Math.max(lexer.noLinkBefore, closing)
    return { token: { type: 'bracket-close', raw: ']' }, end: at + 1 }
  }
  return { token: { type: 'link-end', raw: source.slice(at, closing + 1), uri }, end: closing + 1 }
}

/** An address on its own, which is found at its colon. */
function bareLink(lexer: Lexer, at: number): Mark | undefined {
  const { source, grammar, textStart, noLinkBefore } = lexer
  const start = bareUriStart(lexer, at)
  if (start < Math.max(textStart, noLinkBefore) || grammar.schemes.size === 0) return undefined
  const { last, searched } = bareUriEnd(lexer, at)
  const uri = source.slice(start, last)
  if (!isOfLink(lexer, start) && isAllowedUri(uri, grammar))
    return { token: { type: 'bare-link', uri }, start, end: last }
  lexer.noLinkBefore = searched
  return undefined
}

function icon({ source, end, grammar }: Lexer, at: number): Mark | undefined {
  let keyEnd = at + 1
  while (keyEnd < end && ICON_KEY_CHARACTER.test(source[keyEnd]!)) keyEnd += 1
  if (keyEnd === end || source[keyEnd] !== ':') return undefined
  const key = source.slice(at + 1, keyEnd)
  return grammar.icons.has(key) ? { token: { type: 'icon', key }, end: keyEnd + 1 } : undefined
}

function mention({ source, end }: Lexer, at: number): Mark | undefined {
  const mentionEnd = at + MENTION_LENGTH
  if (mentionEnd > end) return undefined
  const userId = MENTION.exec(source.slice(at, mentionEnd))?.[1]?.toLowerCase()
  return userId === undefined ? undefined : { token: { type: 'mention', userId }, end: mentionEnd }
}

function picture({ source, end, grammar }: Lexer, at: number): Mark | undefined {
  const { pictures } = grammar.flags
  if (!pictures) return undefined
  PICTURE.lastIndex = at
  const [whole = '', written = '', named = ''] = PICTURE.exec(source) ?? []
  const id = named.toLowerCase()
  const size = pictures.get(id)
  if (!size || at + whole.length > end) return undefined
  const alt = written.replaceAll(ESCAPES, '$1')
  return { token: { type: 'picture', id, alt, ...size }, end: at + whole.length }
}

/** A text in which no character is part of a mark. */
export const escapeMarks = (text: string): string => text.replaceAll(/[\\`*_~|[\]():@{}]/g, '\\$&')

function text({ source }: Lexer, at: number, end: number): Mark {
  return { token: { type: 'text', value: source.slice(at, end) }, end }
}
