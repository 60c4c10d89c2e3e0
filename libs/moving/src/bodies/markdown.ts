import MarkdownIt, { type Token } from 'markdown-it'
import { withColons } from './colons.ts'
import { readCovered } from './covered.ts'
import { withoutControls } from './escape.ts'
import { withFootnotes } from './footnotes.ts'
import type { Converted, Dialect } from './pieces.ts'
import { quotedAddress } from './quoted.ts'
import { withQuotes } from './quotes.ts'
import type { ElementReader } from './reader.ts'
import { readTags } from './tags.ts'
import { withTildes } from './tildes.ts'

type LengthOf = (pattern: RegExp, text: string, at: number) => number

function create(lengthOf: LengthOf, html = true) {
  const markdown = new MarkdownIt({ html, linkify: true, breaks: true })
  // Whatever its last label is: the linkifier knows some only.
  markdown.linkify.add('www.', {
    validate: (text, at, { re }) => lengthOf(re.get_relative_proto_validator(), text, at),
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
  return markdown
}

/** How long what a sticky pattern finds there is. */
const lengthAt: LengthOf = (pattern, text, at) => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** What strikes an address through is no part of it. */
const lengthInGithub: LengthOf = (pattern, text, at) =>
  text.slice(at, at + lengthAt(pattern, text, at)).replace(/~+$/, '').length

/** As NodeBB reads it, which shows HTML as it is typed unless its operator lets members use some. */
const strict = withColons(create(lengthAt))
const strictAsTyped = withColons(create(lengthAt, false))
const github = withQuotes(withFootnotes(withTildes(create(lengthInGithub))))
for (const scheme of ['http:', 'https:'])
  github.linkify.add(scheme, {
    validate: (text, at, { re }) => lengthInGithub(re.get_http_validator(), text, at),
  })

/** Markdown as markup: its tokens are read as the elements that they stand for, without the way through HTML. */
export function fromMarkdown(body: string, dialect: Dialect): Converted {
  // A mark of byte order is before the text, and no part of its first line.
  const text = withoutControls(body.replace(/^\ufeff/, ''))
  const tokens = parserFor(dialect).parse(text, {})
  return readCovered(dialect, (reader) => readTokens(reader, tokens))
}

const parserFor = ({ isStrict = false, showsTags = false }: Dialect) =>
  isStrict ? (showsTags ? strictAsTyped : strict) : github

/** Elements that GitHub shows as they are typed; a frame is one, too, but has an address (GFM 0.29, 6.11). */
const SHOWN_TAG = /<(?=\/?(?:noembed|noframes|plaintext|script|style|textarea|title|xmp)(?:[\s/>]|$))/gi

/** How Flarum's members answer a post: `@"Bob"#p7`. */
const ANSWER = /@"([^"\n]+)"#p(\d+)/g

function readText(reader: ElementReader, text: string): void {
  let from = 0
  for (const { 0: whole, 1: name, 2: post, index } of text.matchAll(ANSWER)) {
    reader.text(text.slice(from, index))
    from = index + whole.length
    readElement(reader, 'a', { href: quotedAddress(post)! }, `@${name}`)
  }
  reader.text(text.slice(from))
}

function readTokens(reader: ElementReader, tokens: readonly Token[]): void {
  for (const token of tokens) readToken(reader, token)
}

function readToken(reader: ElementReader, token: Token): void {
  const { type, tag, nesting, content } = token
  // The paragraphs of a dense list.
  if (token.hidden) return
  if (type === 'inline') readTokens(reader, token.children ?? [])
  else if (type === 'text') readText(reader, withoutControls(content))
  else if (type === 'html_inline' || type === 'html_block')
    readTags(content.replaceAll(SHOWN_TAG, '&lt;'), reader, false)
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
