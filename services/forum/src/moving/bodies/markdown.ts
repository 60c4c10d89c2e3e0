import MarkdownIt, { type Token } from 'markdown-it'
import { withoutControls } from './escape.ts'
import type { Converted, Dialect } from './pieces.ts'
import { ElementReader } from './reader.ts'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })

/** Markdown as markup: its tokens are read as the elements that they stand for, without the way through HTML. */
export function fromMarkdown(body: string, dialect: Dialect): Converted {
  const reader = new ElementReader(dialect)
  readTokens(reader, markdown.parse(withoutControls(body), {}))
  return reader.result
}

function readTokens(reader: ElementReader, tokens: readonly Token[]): void {
  for (const token of tokens) readToken(reader, token)
}

function readToken(reader: ElementReader, token: Token): void {
  const { type, tag, nesting, content } = token
  // The paragraphs of a dense list.
  if (token.hidden) return
  if (type === 'inline') readTokens(reader, token.children ?? [])
  else if (type === 'text') reader.text(withoutControls(content))
  else if (type === 'softbreak' || type === 'hardbreak') reader.open('br', {})
  else if (type === 'code_inline') readElement(reader, 'code', {}, content)
  else if (type === 'fence' || type === 'code_block') {
    const [language = ''] = markdown.utils.unescapeAll(token.info).trim().split(/\s/)
    readElement(reader, 'pre', language === '' ? {} : { class: `language-${language}` }, content)
  } else if (type === 'image')
    reader.open('img', { ...attributesOf(token), alt: textOf(token.children ?? []) })
  else if (nesting >= 0) reader.open(tag, attributesOf(token))
  else reader.close(tag)
}

function readElement(
  reader: ElementReader,
  name: string,
  attributes: Record<string, string>,
  content: string,
): void {
  reader.open(name, attributes)
  reader.text(withoutControls(content))
  reader.close(name)
}

const attributesOf = ({ attrs }: Token): Record<string, string> =>
  Object.fromEntries((attrs ?? []).map(([name, value]) => [name, String(value)]))

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, children }) =>
      type === 'softbreak' || type === 'hardbreak' ? '\n' : children ? textOf(children) : content,
    )
    .join('')
