import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** A character as a reader sees it. */
export interface Shown {
  character: string
  strong: boolean
  emphasis: boolean
  struck: boolean
  covered: boolean
  code: boolean
  quotes: number
  href: string
  /** Above or below the line: `sup`, `sub` or nothing. */
  place: string
}

type Look = Omit<Shown, 'character'>
const PLAIN: Look = {
  strong: false,
  emphasis: false,
  struck: false,
  covered: false,
  code: false,
  quotes: 0,
  href: '',
  place: '',
}

const BLOCKS = new Set(
  'p div section article aside header footer main nav figure table ul ol dl details h1 h2 h3 h4 h5 h6 li tr dt dd summary pre blockquote'.split(
    ' ',
  ),
)
const LOOKS: Record<string, Partial<Look>> = {
  ...Object.fromEntries('b strong mark h1 h2 h3 h4 h5 h6'.split(' ').map((name) => [name, { strong: true }])),
  ...Object.fromEntries('i em cite dfn var u ins'.split(' ').map((name) => [name, { emphasis: true }])),
  ...Object.fromEntries('s del strike'.split(' ').map((name) => [name, { struck: true }])),
  ...Object.fromEntries(['sup', 'sub'].map((name) => [name, { place: name }])),
  ...Object.fromEntries('code pre tt samp kbd'.split(' ').map((name) => [name, { code: true }])),
  details: { covered: true },
}
const NOTHING = new Set(['script', 'style', 'template', 'title', 'head'])
const MAX_QUOTES = 4
/** Stands behind a bullet until all is read. */
const MARKER = '\uE000'
const OWN_LINE = new Set(['li', 'pre', 'blockquote'])

/**
 * What a reader sees of HTML, by a parser that the converter does not use: each character with its look. Bullets, numbers,
 * bars of tables and addresses in words are told as docs/moving.md says that they are.
 */
export function shownOf(html: string, base: string): Shown[] {
  const shown: Shown[] = []
  const lists: (number | undefined)[] = []
  const add = (text: string, look: Look) => {
    for (const character of text) shown.push(placed({ character, ...look }))
  }
  const edge = () => add('\n', PLAIN)
  const isAtMarker = () => {
    let at = shown.length - 1
    while (shown[at]?.code === false && /[^\S\n]/.test(shown[at]!.character)) at -= 1
    return shown[at]?.character === MARKER
  }
  /** What is first in an item begins beside its bullet; a blank of code is something. */
  const beginBlock = (name: string) => {
    if (!isAtMarker() || OWN_LINE.has(name)) edge()
  }
  const readAll = (nodes: readonly Node[], look: Look, isPre: boolean) => {
    for (const node of nodes) read(node, look, isPre)
  }
  const readLink = (element: Element, look: Look, isPre: boolean) => {
    const href = attributeOf(element, 'href')
    if (href === undefined || isPre) {
      readAll(element.childNodes, look, isPre)
      return
    }
    const target = targetOf(href, base)
    const before = shown.length
    readAll(element.childNodes, { ...look, href: target ?? '' }, isPre)
    const said = textOf(shown.slice(before)).trim()
    if (target !== undefined) {
      if (said === '' && !href.startsWith('#')) add(href, { ...look, href: target, code: false, place: '' })
    } else if (plainAddress(said) !== plainAddress(href))
      add(said === '' ? href : ` (${href})`, { ...look, code: false, place: '' })
  }
  const read = (node: Node, outer: Look, isPre: boolean): void => {
    if ('value' in node) {
      // Only what is in code is shown as it is typed.
      add(isPre ? node.value : node.value.replace(/[ \t\r\n\f]+/g, ' '), outer)
      return
    }
    if (!('tagName' in node) || NOTHING.has(node.tagName)) return
    const name = node.tagName
    // Code on lines of its own has no other look.
    const look = { ...outer, ...(isPre ? {} : LOOKS[name]) }
    if (name === 'pre' && hasCovered(node)) look.covered = true
    if (name === 'pre') Object.assign(look, { strong: false, emphasis: false, struck: false })
    if (name === 'blockquote') look.quotes = Math.min(MAX_QUOTES, look.quotes + 1)
    if (/spoil/i.test(attributeOf(node, 'class') ?? '')) look.covered = true
    if (name === 'br') {
      beginBlock(name)
      return
    }
    if (name === 'hr') {
      beginBlock(name)
      add('———\n', { ...PLAIN, covered: look.covered, quotes: look.quotes })
      return
    }
    if (name === 'input' && attributeOf(node, 'type') === 'checkbox') {
      add(attributeOf(node, 'checked') === undefined ? '[ ]' : '[x]', look)
      return
    }
    if (name === 'img') {
      readImage(node, look, isPre)
      return
    }
    const isBlock = BLOCKS.has(name)
    if (isBlock) beginBlock(name)
    if (name === 'ul' || name === 'ol')
      lists.push(name === 'ol' ? Number(attributeOf(node, 'start') ?? 1) : undefined)
    if (name === 'li') {
      const value = attributeOf(node, 'value')
      const number = lists.at(-1) !== undefined && value !== undefined ? Number(value) : lists.at(-1)
      if (number !== undefined) lists[lists.length - 1] = number + 1
      const dashes = '– '.repeat(Math.max(0, lists.length - 1))
      add(`${dashes}${number === undefined ? '-' : `${number}.`}${MARKER}`, {
        ...PLAIN,
        covered: look.covered,
        quotes: look.quotes,
      })
    }
    if (name === 'a') readLink(node, look, isPre)
    else readAll(node.childNodes, look, isPre || name === 'pre')
    if (name === 'td' || name === 'th') add(' | ', { ...outer, place: '' })
    if (name === 'ul' || name === 'ol') lists.pop()
    if (isBlock && OWN_LINE.has(name)) edge()
    else if (isBlock) beginBlock(name)
  }
  const readImage = (element: Element, look: Look, isPre: boolean) => {
    const words =
      ['alt', 'title'].map((name) => attributeOf(element, name)).find((said) => said?.trim()) ?? 'image'
    const target = isPre ? undefined : targetOf(attributeOf(element, 'src') ?? '', base)
    add(words, { ...look, href: look.href || target || '' })
  }
  readAll(parseFragment(html, { scriptingEnabled: false }).childNodes, PLAIN, false)
  return collapsed(shown)
}

const BELOW = /[\u2080-\u209c\u1d62-\u1d6a\u2c7c]/
const ABOVE = /[\u00b2\u00b3\u00b9\u2070-\u207f\u02b0-\u02b8\u02e1-\u02e3\u1d2c-\u1d61\u1d9c-\u1dbb]/

/** A character that is above or below the line by itself is one that its element puts there. Code has none. */
function placed(one: Shown): Shown {
  const { character, code } = one
  const itself = BELOW.test(character) ? 'sub' : ABOVE.test(character) ? 'sup' : undefined
  if (itself === undefined) return { ...one, place: code ? '' : one.place }
  return { ...one, place: itself, character: character.normalize('NFKC').replace('−', '-') }
}

export const textOf = (shown: readonly Shown[]) => shown.map(({ character }) => character).join('')

/** Several ASCII blanks are one, none where a line begins; no blank is seen where it ends. Several line breaks are one. */
function collapsed(shown: readonly Shown[]): Shown[] {
  const kept: Shown[] = []
  const dropLast = (blanks: RegExp) => {
    while (kept.length > 0 && blanks.test(kept.at(-1)!.character)) kept.pop()
  }
  for (const read of shown) {
    const one = read.character === MARKER ? { ...read, character: ' ' } : read
    const last = kept.at(-1)?.character ?? '\n'
    if (one.character === '\n') {
      dropLast(/\s/)
      kept.push(one)
    } else if (one.character !== ' ' || !/[ \n]/.test(last)) kept.push(one)
  }
  // Around a whole text, no blank of any kind counts.
  dropLast(/\s/)
  return kept.slice(
    Math.max(
      0,
      kept.findIndex(({ character }) => !/\s/.test(character)),
    ),
  )
}

/** Code on lines of its own is covered whole. */
const hasCovered = (element: Element): boolean =>
  element.childNodes.some(
    (node) => 'tagName' in node && (/spoil/i.test(attributeOf(node, 'class') ?? '') || hasCovered(node)),
  )

const attributeOf = ({ attrs }: Element, name: string) => attrs.find((one) => one.name === name)?.value

function targetOf(href: string, base: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  const isUsable = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isUsable ? decoded(url.href) : undefined
}

const plainAddress = (text: string) =>
  decoded(text)
    .replace(/^(?:mailto|tel):/i, '')
    .toLowerCase()

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
