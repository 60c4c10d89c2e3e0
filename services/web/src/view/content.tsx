import type { Schemas } from '@agora/client'
import { SHOWN_LENGTH_HEADER } from '@agora/shared/http/visits'
import { html, raw } from 'hono/html'
import type { Visit } from '../http/visit.ts'
import { beginningOf } from './beginning.ts'
import { drawnIcon } from './icons.ts'

const icon = /<span class="mkt-icon mkt-icon-(\w+)">:\w+:<\/span>/g
const mention = /<span class="mkt-mention" data-user-id="([0-9a-f-]{36})">([^<]*)<\/span>/g
const spans = /<(\/?)span([^>]*)>/g
const SPOILER = ' class="mkt-spoiler"'
const block =
  /<(cite|blockquote class="mkt-quote"|div class="mkt-(?:mod|admin)"|li(?: value="\d+")?|h[345])>/g
const completable = /"mkt-|<(?:pre|li|h[345])[ >]/

interface ContentProps {
  html: string
  /** The section's language, in which it is read aloud. */
  locale?: string | null | undefined
}

/**
 * A member's text as the API rendered it: safe HTML. Mentions become links, spoilers open and close, icons are drawn, and
 * code can be scrolled by keys. Each block, and each name, runs in its own direction: an answer in Arabic below a quotation
 * in English does not run as that does. The patterns match only tags, since text has each `<` escaped.
 */
export const Content = ({ html: text, locale }: ContentProps) =>
  html`<div class="content" dir="auto"${langOf(locale)}>${raw(completable.test(text) ? completed(text) : text)}</div>`

const langOf = (locale: string | null | undefined) => (locale ? html` lang="${locale}"` : '')

/** In each language of the pages. */
const summary = '<summary>Spoiler</summary>'

/** Each spoiler as what it is to everybody, whatever they read it with: details that are closed at first. */
function folded(html: string): string {
  /** Whether each open span is a spoiler. */
  const open: boolean[] = []
  return html.replaceAll(spans, (tag, slash: string, attributes: string) => {
    if (slash) return open.pop() ? '</details>' : tag
    open.push(attributes === SPOILER)
    return attributes === SPOILER ? `<details${SPOILER}>${summary}` : tag
  })
}

const completed = (html: string): string =>
  folded(html)
    .replaceAll(block, '<$1 dir="auto">')
    .replaceAll('<pre>', '<pre dir="auto" tabindex="0">')
    .replaceAll(mention, '<a class="mkt-mention" href="/members/$1" dir="auto">$2</a>')
    .replaceAll(icon, (all, key: string) => {
      const drawn = drawnIcon(key)
      return drawn === undefined ? all : `<span role="img" aria-label="${key}">${drawn}</span>`
    })

/** How much of a text is shown among others, in characters of its HTML: a few pages of print. */
const SHOWN = 16_384

/** For reads of bodies that are shown among others: of long ones only as much as tells that they are longer. */
export const beginnings = { headers: { [SHOWN_LENGTH_HEADER]: String(SHOWN + 1) } }

export interface ExcerptProps extends ContentProps {
  visit: Visit
  /** Where the whole text is. */
  whole: string
}

/** A text among others: of a long one the beginning, so that a page of them stays one. */
export function Excerpt({ visit: { words }, html: text, locale, whole }: ExcerptProps) {
  const beginning = beginningOf(text, SHOWN)
  if (beginning === undefined) return Content({ html: text, locale })
  return html`${Content({ html: beginning, locale })}<p><a href="${whole}">${words.post.readWhole}</a></p>`
}

interface BodyProps {
  visit: Visit
  revision: Schemas['ForumRevision']
  /** The language of the section that it was written in. */
  locale: string | null | undefined
  /** Where the whole text is, of which a part is shown here if it is long. */
  whole?: string
}

/** A revision's body, or what replaces it. */
export function Body({ visit, revision, locale, whole }: BodyProps) {
  const { words } = visit
  const { content, moderation } = revision
  const text =
    content &&
    (whole ? Excerpt({ visit, html: content.html, locale, whole }) : Content({ html: content.html, locale }))
  return html`${text ?? <p class="hidden-body">{words.post.hidden}</p>}
${
  moderation !== null && (
    <p class="moderation-note" dir="auto">
      <strong>{words.post.moderatorsNote}</strong> {moderation}
    </p>
  )
}`
}
