import type { MarkdownIt } from 'markdown-it'

const COLONS = /^:{3,}$/

/** Covers what stands between two paragraphs of nothing but colons, as NodeBB's plugin for spoilers does. */
export function withColons(markdown: MarkdownIt): MarkdownIt {
  markdown.core.ruler.push('colons', (state) => {
    if (!state.src.includes(':::')) return
    const { tokens } = state
    const found = tokens.flatMap(({ type, content, level }, at) =>
      type === 'inline' && level === 1 && COLONS.test(content) ? [at] : [],
    )
    // One that is alone covers nothing.
    if (found.length % 2 === 1) found.pop()
    const edges = new Map(found.map((at, index) => [at, index % 2 === 0]))
    state.tokens = tokens.flatMap((token, at) => {
      const isOpening = edges.get(at)
      if (isOpening !== undefined) return [new state.Token('spoiler', 'spoiler', isOpening ? 1 : -1)]
      return edges.has(at - 1) || edges.has(at + 1) ? [] : [token]
    })
  })
  return markdown
}
