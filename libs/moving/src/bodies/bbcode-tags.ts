import { OLD_ID } from '@agora/shared/contracts/ids'

/** What the tags of BBCode mean, as XenForo, vBulletin and others have them. */

type Attributes = Record<string, string>

/** The elements of HTML that a tag stands for; none says nothing of its text. */
const ELEMENTS: Readonly<Record<string, string>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
  highlight: 'mark',
  mark: 'mark',
  h1: 'h1',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h5',
  h6: 'h6',
  h: 'h2',
  heading: 'h2',
  tt: 'tt',
  table: 'table',
  tr: 'tr',
  xtable: 'table',
  td: 'td',
  th: 'th',
  li: 'li',
  left: 'div',
  center: 'div',
  centre: 'div',
  right: 'div',
  justify: 'div',
  align: 'div',
  indent: 'div',
  float: 'div',
  quote: 'blockquote',
  color: 'span',
  colour: 'span',
  font: 'span',
  size: 'span',
  background: 'span',
  bgcolor: 'span',
  bg: 'span',
  glow: 'span',
  shadow: 'span',
  abbr: 'abbr',
  acronym: 'abbr',
  anchor: 'span',
  ltr: 'div',
  rtl: 'div',
  move: 'div',
  black: 'span',
  blue: 'span',
  green: 'span',
  red: 'span',
  white: 'span',
}
const LINKS = new Set(['url', 'iurl', 'ftp', 'link', 'email', 'thread', 'post', 'user', 'mention'])
/** What is between these is code, as it is typed. */
const CODES = new Set(['code', 'php', 'html', 'xml', 'sql', 'css', 'js', 'pre'])
const INLINE_CODES = new Set(['icode', 'inlinecode'])
const TYPED = new Set(['plain', 'noparse', 'nobbc'])
/** What is between these is an address, or its part that says which film it is. */
const PLAYED = new Set(['media', 'video', 'audio', 'youtube', 'vimeo', 'flash'])
const WHOLE = new Set(['img', ...CODES, ...INLINE_CODES, ...TYPED, ...PLAYED])
const LISTS = new Set(['list', 'ul', 'ol'])
/** Those without a content. */
const ALONE = new Set(['*', 'hr', 'br'])
/** Whatever had to be opened or earned there is covered here, as other boards name it, too. */
const COVER = /spoil|^hid(?:e|den)|^(?:blur|collapse|expand|nsfw|toggle)$/
const INLINE_COVER = /^(?:i(?:nline)?spoil|blur$)/
/** What begins and ends on lines of its own: a line break right behind its tag is none. */
const OWN_LINES = new Set([
  'div',
  'blockquote',
  'table',
  'tr',
  'td',
  'th',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])

export const isWhole = ({ name, option }: { name: string; option: string | undefined }): boolean =>
  WHOLE.has(name) || (LINKS.has(name) && !option)
export const isLink = (name: string): boolean => LINKS.has(name)
export const isCode = (name: string): boolean => CODES.has(name)
export const isInlineCode = (name: string): boolean => INLINE_CODES.has(name)
export const isTyped = (name: string): boolean => TYPED.has(name)
export const isList = (name: string): boolean => LISTS.has(name)
export const isAlone = (name: string): boolean => ALONE.has(name)
export const isCover = (name: string): boolean => COVER.test(name)
export const isInlineCover = (name: string): boolean => INLINE_COVER.test(name)
export const elementOf = (name: string): string | undefined =>
  Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined

/** What of a style sheet a tag says by what follows its name. */
const STYLES: Readonly<Record<string, string>> = {
  color: 'color',
  colour: 'color',
  background: 'background',
  bgcolor: 'background',
  bg: 'background',
  highlight: 'background',
}

/** What the element of a tag has besides. */
export function styleOf(name: string, option: string | undefined): Attributes {
  if (option === undefined) return {}
  if (Object.hasOwn(STYLES, name)) return { style: `${STYLES[name]}: ${option}` }
  return elementOf(name) === 'abbr' ? { title: option } : {}
}

export const hasOwnLines = (name: string): boolean =>
  LISTS.has(name) || CODES.has(name) || name === 'hr' || OWN_LINES.has(elementOf(name) ?? '')

const ATTRIBUTE = /(?<![a-z_-])([a-z_-]+)=(?:"([^"]*)"|'([^']*)'|(\S.*?)(?= [a-z_-]+=|$))/gi

/** The attributes of a tag: `author=Bob Smith date=5` has two. */
export function attributesOf(rest: string): Attributes {
  const attributes: Attributes = {}
  for (const [, name, double, single, bare] of rest.replaceAll(/\s+/g, ' ').trim().matchAll(ATTRIBUTE))
    attributes[name!.toLowerCase()] ??= (double ?? single ?? bare ?? '').trim()
  return attributes
}

/** What XenForo, Discourse, vBulletin and phpBB add to the name of whom they quote. */
const BEHIND_NAME = /(?:, (?:[\w -]+: |(?:post|topic):).*|;n?\d+| [a-z_]+=.*)$/

/** Who is quoted. */
export const quotedIn = (option: string | undefined, { author, name }: Attributes): string =>
  (option ?? '').replace(BEHIND_NAME, '').trim() || author || name || ''

/** An address that begins with its scheme, or is below this one; not one of a port. */
const WHOLE_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:\/|$))|[/#?.])/i
const oldIds = new RegExp(OLD_ID)

/** The address that a link leads to; undefined if it says none. */
export function addressOf(name: string, written: string): string | undefined {
  const address = written.trim()
  if (name === 'email') return `mailto:${address}`
  if (name === 'thread' || name === 'post')
    return oldIds.test(address) ? `imported:${name}:${address}` : undefined
  if (name === 'user' || name === 'mention')
    return oldIds.test(address) ? `imported:user:${address}` : undefined
  return WHOLE_ADDRESS.test(address) ? address : `http://${address}`
}

/** Where films are of which only an id is typed. */
const SITES: Readonly<Record<string, string>> = {
  dailymotion: 'https://www.dailymotion.com/video/',
  imgur: 'https://imgur.com/',
  instagram: 'https://www.instagram.com/p/',
  pinterest: 'https://www.pinterest.com/pin/',
  twitter: 'https://twitter.com/i/status/',
  vimeo: 'https://vimeo.com/',
  youtube: 'https://www.youtube.com/watch?v=',
}

/** The address of a film, a sound or another page that is shown there; undefined where it is not known. */
export function playedAt(site: string, content: string): string | undefined {
  const id = content.trim()
  if (/^https?:\/\/\S+$/i.test(id)) return id
  const place = site.toLowerCase().replace(/[;,].*/, '')
  return Object.hasOwn(SITES, place) && /^[\w-]+$/.test(id) ? SITES[place] + id : undefined
}
