import type { MarkdownIt } from 'markdown-it'

const FOOTNOTE = /^\[\^[^\]\s]+\]:/

/** What a footnote says is text, and not the address of a link. */
export function withFootnotes(markdown: MarkdownIt): MarkdownIt {
  const { ruler } = markdown.block
  const paragraph = ruler.getRules('').at(-1)!
  ruler.before('reference', 'footnote', (state, line, end, isSilent) => {
    const text = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
    return FOOTNOTE.test(text) && paragraph(state, line, end, isSilent)
  })
  return markdown
}
