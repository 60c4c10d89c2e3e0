import type { MarkdownIt } from 'markdown-it'
import { quotedIn } from './bbcode-tags.ts'
import { quotedPostIn } from './quoted.ts'

const BEGIN = /^ {0,3}\[quote(?:=("?)([^\]\n]*)\1)?\][ \t]*$/i
const END = /^ {0,3}\[\/quote\][ \t]*$/i

/** Quotes between tags on lines of their own, as Discourse has them in its Markdown. One without an end is text. */
export function withQuotes(markdown: MarkdownIt): MarkdownIt {
  markdown.block.ruler.before(
    'fence',
    'quote',
    (state, line, last, isSilent) => {
      const [, , option = ''] = BEGIN.exec(lineOf(state.src, state.bMarks[line]!, state.eMarks[line]!)) ?? []
      const end = endsIn(state)?.get(line)
      if (end === undefined || end >= last) return false
      if (isSilent) return true
      const opened = state.push('quote_open', 'woltlab-quote', 1)
      const author = quotedIn(option, {})
      if (author !== '') opened.attrSet('data-author', author)
      const post = quotedPostIn(option, {})
      if (post !== undefined) opened.attrSet('data-link', post)
      const { lineMax } = state
      state.lineMax = end
      state.md.block.tokenize(state, line + 1, end)
      state.lineMax = lineMax
      state.push('quote_close', 'woltlab-quote', -1)
      state.line = end + 1
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
  return markdown
}

const lineOf = (source: string, from: number, to: number) => source.slice(from, to)

/** The line that ends each quote, by that which begins it; looked for once in a document. */
function endsIn({
  src,
  env,
}: {
  src: string
  env: Record<string, unknown>
}): Map<number, number> | undefined {
  if (!src.includes('[/')) return undefined
  env.quotes ??= pairsIn(src)
  return env.quotes as Map<number, number>
}

function pairsIn(source: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (const [number, line] of source.split('\n').entries())
    if (BEGIN.test(line)) open.push(number)
    else if (END.test(line) && open.length > 0) pairs.set(open.pop()!, number)
  return pairs
}
