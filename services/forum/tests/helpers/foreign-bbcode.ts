import { parse } from '@bbob/parser'
import fc from 'fast-check'
import { addresses, text as plain } from './foreign.ts'

/** BBCode at random, and how another parser reads it. */

type Node = string | { tag: string; attrs?: Record<string, unknown>; content?: readonly Node[] | null }

const SPANS = ['b', 'i', 'u', 's', 'ispoiler', 'color=red', 'SIZE=4', 'font="Arial"', 'highlight']
const BLOCKS = [
  'quote',
  'quote="Ada L."',
  'center',
  'spoiler',
  'spoiler="The end"',
  'heading=1',
  'QUOTE',
  'table',
]
const KNOWN = [
  ...[...SPANS, ...BLOCKS].map((tag) => nameOf(tag)),
  ...'tr td url img code icode list * plain'.split(' '),
]
/** What holds no BBCode. */
const WHOLE = ['code', 'icode', 'plain']

function nameOf(tag: string): string {
  return tag.split('=')[0]!.toLowerCase()
}

/** The document as HTML, by a parser that the converter does not use. */
export function bbcodeElsewhere(body: string): string {
  const nodes = parse(body, { onlyAllowTags: KNOWN, contextFreeTags: WHOLE, caseFreeTags: true })
  return htmlOf(nodes as unknown as Node[])
}

const escaped = (plain: string) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const htmlOf = (nodes: readonly Node[]): string => nodes.map(elementOf).join('')

function elementOf(node: Node): string {
  if (typeof node === 'string') return node === '\n' ? '<br>' : escaped(node)
  const { tag, attrs = {}, content } = node
  const all = content ?? []
  const children = hasOwnLines(tag) ? withoutBreak(all) : all
  const [option = ''] = Object.keys(attrs)
  const inside = htmlOf(children)
  switch (tag.toLowerCase()) {
    case 'ispoiler':
      return `<span class="spoiler">${inside}</span>`
    case 'spoiler':
      return `<div>${option === '' ? '' : `${escaped(option)}<br>`}<span class="spoiler">${inside}</span></div>`
    case 'quote':
      return `<blockquote>${option === '' ? '' : `<p><b>${escaped(option)}</b></p>`}${inside}</blockquote>`
    case 'highlight':
      return `<mark>${inside}</mark>`
    case 'center':
      return `<div>${inside}</div>`
    case 'heading':
      return `<div><mark>${inside}</mark></div>`
    case 'url':
      return `<a href="${escaped(option === '' ? typed(children) : option)}">${inside}</a>`
    case 'img':
      return `<img src="${escaped(typed(children))}">`
    case 'code':
      return `<pre>${escaped(typed(children))}</pre>`
    case 'icode':
      return `<code>${escaped(typed(children))}</code>`
    case 'list':
      return listOf(children, option)
    case 'b':
    case 'i':
    case 'u':
    case 's':
    case 'table':
    case 'tr':
    case 'td':
      return `<${tag.toLowerCase()}>${inside}</${tag.toLowerCase()}>`
    default:
      return inside
  }
}

const hasOwnLines = (tag: string) => [...BLOCKS, 'td'].some((one) => nameOf(one) === tag.toLowerCase())

/** A line break right behind the tag of a block is none. */
function withoutBreak(nodes: readonly Node[]): Node[] {
  const at = nodes.findIndex((node) => typeof node !== 'string' || !/^[ \t]*$/.test(node))
  return nodes[at] === '\n' ? nodes.slice(at + 1) : [...nodes]
}

const typed = (nodes: readonly Node[]): string => nodes.map(String).join('')

function listOf(nodes: readonly Node[], type: string): string {
  const items: Node[][] = [[]]
  for (const node of nodes)
    if (typeof node === 'object' && node.tag === '*') items.push([])
    else items.at(-1)!.push(node)
  const [before, ...rest] = items
  const name = type === '1' ? 'ol' : 'ul'
  return `<${name}>${htmlOf(before!)}${rest.map((item) => `<li>${htmlOf(item)}</li>`).join('')}</${name}>`
}

const element = (tag: string, inside: string) => `[${tag}]${inside}[/${tag.split('=')[0]}]`
/** Without tags that have no other half, which each forum reads in its own way. */
const text = plain.map((all) => all.replaceAll(/\[\/\w+\]|\[quote\]|quote=/g, 'tag'))
/** As it is typed: angle brackets and entities are text. */
const words = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.constantFrom('<b>', '&amp;', 'a < b', '[', ']', '[1]', '[x]'),
)

const { inline } = fc.letrec<{ inline: string; linked: string }>((tie) => ({
  linked: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: words },
    fc.constantFrom(' ', 'quote', 'admin'),
    fc
      .tuple(fc.constantFrom(...SPANS), fc.array(tie('linked'), { maxLength: 3 }))
      .map(([tag, all]) => element(tag, all.join(''))),
  ),
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: words },
    fc.constantFrom(' ', '\n', '[img]https://x.example/i.png[/img]', '[URL]https://x.example/a[/URL]'),
    text.map((all) => element('icode', all)),
    text.map((all) => element('plain', `[b]${all}[/b]`)),
    fc
      .tuple(addresses, fc.array(tie('linked'), { minLength: 1, maxLength: 3 }))
      .map(([href, all]) => `[url=${href}]${all.join('')}[/url]`),
    fc
      .tuple(fc.constantFrom(...SPANS), fc.array(tie('inline'), { maxLength: 4 }))
      .map(([tag, all]) => element(tag, all.join(''))),
  ),
}))

const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.array(inline, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
    fc.array(text, { minLength: 1, maxLength: 3 }).map((all) => element('code', all.join('\n'))),
    fc
      .tuple(
        fc.constantFrom('list', 'list=1', 'LIST'),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      )
      .map(([tag, all]) => element(tag, all.map((one) => `\n[*]${one}`).join(''))),
    fc
      .array(tie('block'), { minLength: 1, maxLength: 3 })
      .map((all) => element('table', element('tr', all.map((one) => element('td', one)).join('')))),
    fc
      .tuple(
        fc.constantFrom(...BLOCKS.filter((tag) => tag !== 'table')),
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      )
      .map(([tag, all]) => element(tag, all.join('\n'))),
  ),
}))

const countOf = (tag: string, body: string) => body.toLowerCase().split(tag).length
export const foreignBbcode = block
  // A bracket that is closed on another line is no tag here; the other parser loses what is between the two.
  .filter((body) => !/\[[^\]]*\n/.test(body))
  // Words beside brackets may be a tag without an end.
  .filter((body) => countOf('[quote', body) === countOf('[/quote', body) && !/(?<!\n)\[\*\]/.test(body))

/** What costs too much, repeated, where anything is searched for again and again. */
export const hostileBbcode: readonly string[] = [
  '[b]',
  '[/b]',
  '[',
  '[b=',
  '[b="',
  "[b='",
  '[b a=',
  '[b a="',
  '[b ',
  '[url]',
  '[url=x]',
  '[code]',
  '[code][/cod]',
  '[quote]',
  '[quote=a, b: ',
  '[quote a=b c ',
  '[list][*]',
  '[*]',
  '[spoiler]',
  '[media=x]',
  '[img',
  'a \n',
  '[b]\n',
  '[x]a[/x]',
  '[b=[1]',
  '[b=[b=1]',
  '[b a="]',
  '"[b a="',
  '[b a="" ',
  '&quot;<br />',
]
