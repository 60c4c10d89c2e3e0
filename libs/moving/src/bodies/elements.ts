import { MARK } from './marks.ts'

/** What elements and their attributes say of the text in them. */

const MARKS: Readonly<Record<string, number>> = {
  b: MARK.strong,
  strong: MARK.strong,
  mark: MARK.strong,
  h1: MARK.strong,
  h2: MARK.strong,
  h3: MARK.strong,
  h4: MARK.strong,
  h5: MARK.strong,
  h6: MARK.strong,
  i: MARK.emphasis,
  em: MARK.emphasis,
  cite: MARK.emphasis,
  dfn: MARK.emphasis,
  var: MARK.emphasis,
  u: MARK.emphasis,
  ins: MARK.emphasis,
  s: MARK.strikethrough,
  del: MARK.strikethrough,
  strike: MARK.strikethrough,
  details: MARK.spoiler,
}
/** Names and classes of what is shown once somebody opens it. */
const COVERED = /spoil|^hid(?:e|den)$|(?:^|\s)(?:hid(?:e|den)|sp-wrap|blur(?:red)?)(?:\s|$)/i
const HIDDEN =
  /display\s*:\s*none|visibility\s*:\s*hidden|(?<![\w-])color\s*:\s*transparent|filter\s*:\s*blur|(?:font-size|opacity)\s*:\s*0(?![.\d]*[1-9])/i
const STYLES: readonly [style: RegExp, mark: number][] = [
  [/font-weight\s*:\s*(?:bold|[6-9]00)/i, MARK.strong],
  [/font-style\s*:\s*(?:italic|oblique)/i, MARK.emphasis],
  [/text-decoration(?:-line)?\s*:[^;]*underline/i, MARK.emphasis],
  [/text-decoration(?:-line)?\s*:[^;]*line-through/i, MARK.strikethrough],
]
/** As pasted from an editor that wraps all it copies in such a `b`. */
const NOT_BOLD = /font-weight\s*:\s*(?:normal|[1-5]00)/i

export type Attributes = Readonly<Record<string, string>>

const CODES = new Set(['code', 'kbd', 'samp', 'tt'])

/** Whether an element is code on a line: what is typed, shown or pressed is told apart from words. */
export const isCode = (name: string): boolean => CODES.has(name)

export function marksOf(name: string, attributes: Attributes): number {
  const { class: classes = '', style = '' } = attributes
  let marks = Object.hasOwn(MARKS, name) ? MARKS[name]! : 0
  // Whatever had to be opened there is covered here: a spoiler that stays readable does more harm than a bar too many.
  if (COVERED.test(name) || COVERED.test(classes) || 'hidden' in attributes) marks |= MARK.spoiler
  if (style === '') return marks
  if (HIDDEN.test(style)) marks |= MARK.spoiler
  if (NOT_BOLD.test(style)) marks &= ~MARK.strong
  for (const [pattern, mark] of STYLES) if (pattern.test(style)) marks |= mark
  return marks
}

const LINES: ReadonlyMap<string, number> = new Map([
  ...'p div section article aside header footer main nav form fieldset address center figure table ul ol dl details'
    .split(' ')
    .concat('h1 h2 h3 h4 h5 h6'.split(' '))
    .map((name) => [name, 2] as const),
  ...'li tr dt dd summary figcaption caption legend option'.split(' ').map((name) => [name, 1] as const),
])

/** How many line breaks there are at least before and after an element. */
export const linesAround = (name: string): number => LINES.get(name) ?? 0

/** Elements that say how text is shown and end with the block around them. Bold, italics and their like go on there. */
const WITHIN_BLOCKS = new Set(['del', 'ins', 'mark', 'q', 'span', 'sub', 'sup'])

/**
 * Whether an element ends with the block in which it began, its own end or not (HTML, 13.2.6.4.7). What covers its text goes
 * on: too much is covered rather than too little.
 */
export const endsWithBlock = (name: string, marks: number): boolean =>
  WITHIN_BLOCKS.has(name) && (marks & MARK.spoiler) === 0

/** What is shown where no scripts run, as here, is text. */
const NO_TEXT = new Set(['script', 'style', 'template', 'head', 'title'])
/** What Discourse and XenForo show of a picture while the pointer is on it, or beside what they tell of a page. */
const ASIDE = /^meta$|(?:^|\s)js-unfurl-favicon(?:\s|$)/

/** Whether an element is no text, or is not shown. */
export const isLeftOut = (name: string, { class: classes = '' }: Attributes, isInLink: boolean): boolean =>
  NO_TEXT.has(name) ||
  ((name === 'div' || name === 'span') && ASIDE.test(classes) && (classes !== 'meta' || isInLink))

/** Blocks that only their class or name tells. */
export const isQuote = (name: string, { class: classes = '' }: Attributes): boolean =>
  name === 'blockquote' || name === 'woltlab-quote' || /\bbbcode_quote\b/.test(classes)

/** Whether what a quote begins by citing stands on a line of its own, as in SMF and MyBB. */
export const isHeaded = ({ class: classes = '' }: Attributes): boolean =>
  /\b(?:bbc_standard_quote|mycode_quote)\b/.test(classes)

/** Who is quoted, where that stands in no text. */
export const quotedOf = (name: string, attributes: Attributes): string | undefined =>
  name === 'woltlab-quote' || /\bipsBlockquote\b/.test(attributes.class ?? '')
    ? attributes['data-author']
    : undefined

/** A box to tick, of Discourse's checklists. */
export const boxOf = ({ class: classes = '' }: Attributes): string | undefined =>
  /(?:^|\s)chcklst-box(?:\s|$)/.test(classes)
    ? /(?:^|\s)checked(?:\s|$)/.test(classes)
      ? '[x]'
      : '[ ]'
    : undefined

const LANGUAGE = /(?:^|\s)lang(?:uage)?-([A-Za-z0-9+#.-]{1,32})(?=\s|$)/
const WHOLE_LANGUAGE = /^[A-Za-z0-9+#.-]{1,32}$/

/** The language of a code, or nothing. */
export function languageOf(attributes: Attributes): string {
  const { class: classes = '', 'data-lang': data = '' } = attributes
  return LANGUAGE.exec(classes)?.[1] ?? (WHOLE_LANGUAGE.test(data) ? data : '')
}

/** Elements without content. */
export const VOID: ReadonlySet<string> = new Set([
  'br',
  'hr',
  'img',
  'input',
  'embed',
  'source',
  'param',
  'wbr',
  'meta',
  'link',
  'track',
  'col',
  'frame',
  'area',
])
