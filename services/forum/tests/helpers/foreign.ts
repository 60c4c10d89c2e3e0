import { convert } from '@agora/moving/bodies/convert'
import { type Dialect, plainDialect } from '@agora/moving/bodies/pieces'
import { quotedPlace, resolve, unlinked } from '@agora/moving/bodies/resolve'
import { emit, parse } from '@agora/shared/markup/index'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { grammarOf } from '../../src/moving/importing/markup.ts'
import { type Shown, shownOf, textOf } from './shown.ts'

/** Bodies of other forums as they are shown here, beside how another renderer shows them. */

export const dialect = plainDialect('old')
const renderer = new MarkdownIt({ html: true, linkify: true, breaks: true })

/**
 * Of tildes, that renderer makes what CommonMark's extensions do, and GitHub something else: one alone strikes through, too, and
 * an address ends before them. What has some is read as the old forum's own, which had that renderer.
 */
const dialectOf = (body: string, format: Foreign) =>
  format === 'markdown' && body.includes('~') ? { ...dialect, isStrict: true } : dialect

/** HTML with the elements that GitHub shows as they are typed, but for frames, which have an address. */
export const withTagsShown = (html: string) =>
  html.replaceAll(/<(?=\/?(?:title|textarea|style|xmp|noembed|noframes|script|plaintext)\b)/gi, '&lt;')

/** Where a link ends that is never closed, two readers of HTML may differ. */
export const isClosed = (html: string) => html.split('<a ').length === html.split('</a>').length

const EMPTY = new Set(['br', 'hr', 'img', 'input'])

/** Whether each element ends in the one in which it began: what overlaps, two readers may show differently. */
function isNested(html: string): boolean {
  const open: string[] = []
  for (const [, slash, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi))
    if (slash === '') open.push(...(EMPTY.has(name!) ? [] : [name!]))
    else if (open.pop() !== name) return false
  return open.length === 0
}

export type Foreign = 'bbcode' | 'html' | 'markdown'

export function converted(body: string, format: Foreign, using: Dialect = dialect) {
  const { pieces, losses } = convert(body, format, using)
  const { source: linked, pending } = resolve(pieces, () => undefined, 'https://site.example')
  const dead = pending.filter(({ address }) => address.startsWith(quotedPlace(using.base)))
  const source = dead.reduce((all, { address }) => unlinked(all, address), linked)
  return { source, html: source === '' ? '' : emit(parse(source, grammarOf(null, []))), losses }
}

/**
 * What a reader sees differently here; nothing where all is the same. Without `elsewhere`, HTML of another reader, beside HTML
 * itself and markdown-it.
 * @param areLinesKept Whether a line break in a paragraph is one elsewhere, too.
 */
export function differences(
  body: string,
  format: Foreign,
  elsewhere?: string,
  areLinesKept = true,
): string[] {
  const shown = elsewhere ?? (format === 'html' ? body : withTagsShown(renderer.render(body)))
  const wanted = shownOf(shown, dialect.base)
  const { html, losses } = converted(
    body,
    format,
    elsewhere === undefined ? dialectOf(body, format) : dialect,
  )
  const got = shownOf(html, dialect.base)
  const readOf = (shown: readonly Shown[]) =>
    areLinesKept ? textOf(shown) : textOf(shown).replaceAll('\n', ' ')
  if (readOf(wanted) !== readOf(got)) return [`text: ${textOf(wanted)} | ${textOf(got)}`]
  const mayLose = {
    emphasis: losses.some((what) => what.startsWith('emphasis')),
    place: losses.some((what) => /^(?:raised|lowered) text/.test(what)),
  }
  return wanted.flatMap((one, at) => {
    if (/\s/.test(one.character)) return []
    const look = differs(one, got[at]!, mayLose)
    return look === undefined ? [] : [`${look} at ${at}: ${JSON.stringify(one)} ${JSON.stringify(got[at])}`]
  })
}

/** Emphasis in a word is strong here, and backticks at the ends of a code stand beside it. */
function differs(
  wanted: Shown,
  got: Shown,
  mayLose: { emphasis: boolean; place: boolean },
): string | undefined {
  if (wanted.href !== got.href) return 'link'
  if (wanted.covered !== got.covered) return 'spoiler'
  if (wanted.quotes !== got.quotes) return 'quote'
  if (wanted.struck !== got.struck) return 'strike-through'
  if (wanted.place !== got.place && (got.place !== '' || !mayLose.place)) return 'place'
  if (wanted.code !== got.code && wanted.character !== '`') return 'code'
  if (wanted.strong && !got.strong) return 'strong'
  if (got.strong && !wanted.strong && !wanted.emphasis) return 'not strong'
  const isEmphasised = got.strong || got.emphasis
  if (wanted.emphasis && !isEmphasised && !mayLose.emphasis) return 'emphasis'
  return got.emphasis && !wanted.emphasis ? 'no emphasis' : undefined
}

const words = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom('one', 'two', 'snake_case', 'été', '日本', 'नेहा', '😀', '5', 'a.b'),
    },
    fc.constantFrom(
      '*',
      '**',
      '_',
      '~~',
      '||',
      '`',
      '``',
      '[',
      ']',
      '(',
      ')',
      '\\',
      '@{',
      ':',
      '|',
      '#',
      '-',
      '1.',
    ),
    fc.constantFrom('\u00a0', '\u3000', '\u202f', '\u2009'),
    fc.constantFrom('[quote]', '[/mod]', 'quote', 'quote=me', '[admin]', ':smile:', 'https', '```js'),
  ),
  { minLength: 1, maxLength: 5 },
)
export const text = fc.tuple(words, fc.constantFrom(' ', '')).map(([all, blank]) => all.join(blank))

/** A link that says nothing but the tag of a block has a blank more. */
const linkText = text.map((all) => all.replaceAll(/quote|mod|admin/g, 'tag'))

const escapeHtml = (plain: string) =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\u00a0', '&nbsp;')

const INLINE = [
  'b',
  'i',
  'em',
  'strong',
  'del',
  's',
  'code',
  'u',
  'span',
  'span class="spoiler"',
  'mark',
  'sup',
  'sub',
]
const BLOCK = ['p', 'div', 'blockquote', 'h2', 'details', 'div class="spoiler"', 'pre']
const element = (tag: string, inside: string) => `<${tag}>${inside}</${tag.split(' ')[0]}>`
export const addresses = fc.constantFrom(
  'https://x.example/a',
  '/b_(c)',
  'https://x.example/?q=*_~z',
  'mailto:a@x.example',
)

const { inline } = fc.letrec<{ inline: string; linked: string }>((tie) => ({
  linked: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: linkText.map(escapeHtml) },
    fc.constantFrom('<br>', ' ', '\n'),
    fc
      .tuple(fc.constantFrom(...INLINE), fc.array(tie('linked'), { maxLength: 3 }))
      .map(([tag, all]) => element(tag, all.join(''))),
  ),
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: text.map(escapeHtml) },
    fc.constantFrom('<br>', ' ', '\n', '&nbsp;', '<img src="https://x.example/i.png" alt="cat">'),
    fc
      .tuple(addresses, fc.array(tie('linked'), { minLength: 1, maxLength: 3 }))
      .map(([href, all]) => `<a href="${href}">${all.join('')}</a>`),
    fc
      .tuple(fc.constantFrom(...INLINE), fc.array(tie('inline'), { maxLength: 4 }))
      .map(([tag, all]) => element(tag, all.join(''))),
  ),
}))

/** HTML as editors write it: each element that is opened is closed. */
export const { block: foreignHtml } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.array(inline, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
    fc
      .tuple(fc.constantFrom(...BLOCK), fc.array(inline, { maxLength: 4 }))
      .map(([tag, all]) => element(tag, all.join(''))),
    fc
      .tuple(
        fc.constantFrom('ul', 'ol', 'ol start="0"'),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      )
      .map(([tag, all]) => element(tag, all.map((one) => element('li', one)).join(''))),
    fc
      .tuple(fc.constantFrom('div', 'blockquote', 'section'), fc.array(tie('block'), { maxLength: 3 }))
      .map(([tag, all]) => element(tag, all.join(''))),
  ),
}))

const MARKDOWN_TAGS = [
  'b',
  'em',
  'kbd',
  'del',
  'code',
  'u',
  'mark',
  'small',
  'sup',
  'sub',
  'span class="spoiler"',
]
const markdownInline = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: text },
    fc
      .tuple(fc.constantFrom('*', '**', '_', '~~', '***', '`', '``'), text)
      .map(([mark, all]) => mark + all + mark),
    fc
      .tuple(fc.constantFrom('**', '*', '~~'), text, addresses, linkText)
      .map(([mark, one, href, other]) => `${mark}${one} [${other}](${href}) ${one}${mark}`),
    fc.tuple(fc.constantFrom(...MARKDOWN_TAGS), text).map(([tag, all]) => element(tag, all)),
    fc.tuple(addresses, linkText).map(([href, all]) => `<a href="${href}">${all}</a>`),
    fc
      .tuple(fc.constantFrom('', '!'), linkText, addresses)
      .map(([kind, all, href]) => `${kind}[${all}](${href})`),
    fc.constantFrom(
      '<https://x.example/auto>',
      'https://x.example/bare',
      '<br>',
      '<!-- **none** -->',
      '<img src="https://x.example/i.png" alt="cat">',
      '<script>',
      '&nbsp;',
      '&copy;',
      '\\*',
      '\n',
      '  \n',
    ),
  ),
  { minLength: 1, maxLength: 5 },
)
const line = fc.tuple(markdownInline, fc.constantFrom(' ', '')).map(([all, blank]) => all.join(blank))
const inEveryLine = (all: string, begin: string) =>
  all
    .split('\n')
    .map((one, at) => (at === 0 ? begin : begin.replace(/[^>]/g, ' ')) + one)
    .join('\n')

export const foreignMarkdown = fc
  .array(
    fc
      .tuple(
        line,
        fc.constantFrom(
          '',
          '',
          '# ',
          '> ',
          '> > ',
          '- ',
          '3. ',
          '- - ',
          '    ',
          '```\n',
          '| a | b |\n|---|---|\n| ',
          '<details>',
          '<div>',
          '<blockquote>',
        ),
      )
      .map(([all, begin]) => {
        if (begin.startsWith('<')) return `${begin}\n\n${all}\n\n</${begin.slice(1)}`
        return begin.endsWith('\n') ? `${begin}${all}\n\`\`\`` : inEveryLine(all, begin)
      }),
    { minLength: 1, maxLength: 4 },
  )
  .map((blocks) => blocks.join('\n\n'))
  // Where blanks, also as code or in an element, are all that an item has, nothing tells which of them are shown.
  .filter((body) => !/^\s*(?:-|3\.)(?: -)?(?:\s|`|&nbsp;|<[^>]*>)*$/m.test(body))
  .filter((body) => isNested(withTagsShown(renderer.render(body))))
  // Of more tildes than two, GitHub makes nothing.
  .filter((body) => !body.includes('~~~'))
