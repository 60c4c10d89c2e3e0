import MarkdownIt, { type Token } from 'markdown-it'
import { withoutControls } from './escape.ts'
import { withFootnotes } from './footnotes.ts'
import type { Converted, Dialect } from './pieces.ts'
import { ElementReader } from './reader.ts'
import { withTildes } from './tildes.ts'

function create() {
  const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })
  // Whatever its last label is: the linkifier knows some only.
  markdown.linkify.add('www.', {
    validate: (text, at, { re }) => lengthAt(re.get_relative_proto_validator(), text, at),
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
  return markdown
}

const strict = create()
const github = withFootnotes(withTildes(create()))
for (const scheme of ['http:', 'https:'])
  github.linkify.add(scheme, {
    // What strikes an address through is no part of it.
    validate: (text, at, { re }) => lengthAt(re.get_http_validator(), text, at, /~+$/),
  })

/** How long what a sticky pattern finds there is, without its end. */
function lengthAt(pattern: RegExp, text: string, at: number, end?: RegExp): number {
  pattern.lastIndex = at
  const [found = ''] = pattern.exec(text) ?? []
  return (end ? found.replace(end, '') : found).length
}

/** Markdown as markup: its tokens are read as the elements that they stand for, without the way through HTML. */
export function fromMarkdown(body: string, dialect: Dialect): Converted {
  const reader = new ElementReader(dialect)
  // A mark of byte order is before the text, and no part of its first line.
  const text = withoutControls(body.replace(/^\ufeff/, ''))
  readTokens(reader, (dialect.isStrict ? strict : github).parse(text, {}))
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
    const [language = ''] = strict.utils.unescapeAll(token.info).trim().split(/\s/)
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
