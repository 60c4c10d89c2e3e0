import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it'

const TILDE = '~'.charCodeAt(0)
/** Two are matched with two, one with one: each is a kind of its own. */
const kindOf = (length: number) => -length
const NO_WORD = /^$|[\s\p{P}\p{S}]/u

/**
 * Strikes through what one or two tildes are around, as GitHub does; more are text. A single one within a word is text, too:
 * `1~3` is a range.
 */
export function withTildes(markdown: MarkdownIt): MarkdownIt {
  markdown.inline.ruler.at('strikethrough', readTildes)
  markdown.inline.ruler2.at('strikethrough', strike)
  return markdown
}

function readTildes(state: StateInline, isSilent: boolean): boolean {
  if (isSilent || state.src.charCodeAt(state.pos) !== TILDE) return false
  const { length, can_open: mayOpen, can_close: mayClose } = state.scanDelims(state.pos, true)
  const before = state.src.charAt(state.pos - 1)
  const after = state.src.charAt(state.pos + length)
  const token = state.push('text', '', 0)
  token.content = '~'.repeat(length)
  state.pos += length
  if (length > 2) return true
  state.delimiters.push({
    marker: kindOf(length),
    length: 0,
    token: state.tokens.length - 1,
    end: -1,
    open: mayOpen && (length === 2 || NO_WORD.test(before)),
    close: mayClose && (length === 2 || NO_WORD.test(after)),
  })
  return true
}

function strike(state: StateInline): boolean {
  for (const delimiters of [state.delimiters, ...state.tokens_meta.map((meta) => meta?.delimiters ?? [])])
    for (const opener of delimiters) {
      if ((opener.marker !== kindOf(1) && opener.marker !== kindOf(2)) || opener.end < 0) continue
      become(state, opener, 's_open', 1)
      become(state, delimiters[opener.end]!, 's_close', -1)
    }
  return true
}

function become(state: StateInline, { token }: Delimiter, type: string, nesting: 1 | -1): void {
  Object.assign(state.tokens[token]!, { type, tag: 's', nesting, markup: '~~', content: '' })
}
