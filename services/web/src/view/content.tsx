import type { Schemas } from '@agora/client'
import { html, raw } from 'hono/html'
import type { Visit } from '../http/visit.ts'
import { beginningOf } from './beginning.ts'

/** The icons of the default configuration, as Unicode characters. */
const icons: Record<string, string> = {
  smile: '😄',
  wink: '😉',
  heart: '❤️',
  trophy: '🏆',
  star: '⭐',
  skull: '💀',
}

const icon = /<span class="mkt-icon mkt-icon-(\w+)">:\w+:<\/span>/g
const mention = /<span class="mkt-mention" data-user-id="([0-9a-f-]{36})">([^<]*)<\/span>/g
const spoiler = /<span class="mkt-spoiler">/g

/**
 * A member's text as the API rendered it: safe HTML. Mentions become links, spoilers focusable, icons drawn. The
 * patterns match only tags, since text has each `<` escaped.
 */
export const Content = ({ html: text }: { html: string }) =>
  html`<div class="content" dir="auto">${raw(text.includes('"mkt-') ? completed(text) : text)}</div>`

const completed = (html: string): string =>
  html
    .replaceAll(mention, '<a class="mkt-mention" href="/members/$1">$2</a>')
    .replaceAll(spoiler, '<span class="mkt-spoiler" tabindex="0">')
    .replaceAll(icon, (all, key: string) =>
      icons[key] ? `<span role="img" aria-label="${key}">${icons[key]}</span>` : all,
    )

/** How much of a text is shown among others, in characters of its HTML: a few pages of print. */
const SHOWN = 16_384

interface ExcerptProps {
  visit: Visit
  html: string
  /** Where the whole text is. */
  whole: string
}

/** A text among others: of a long one the beginning, so that a page of them stays one. */
export function Excerpt({ visit: { words }, html: text, whole }: ExcerptProps) {
  const beginning = beginningOf(text, SHOWN)
  if (beginning === undefined) return Content({ html: text })
  return html`${Content({ html: beginning })}<p><a href="${whole}">${words.post.readWhole}</a></p>`
}

interface BodyProps {
  visit: Visit
  revision: Schemas['ForumRevision']
  /** Where the whole text is, of which a part is shown here if it is long. */
  whole?: string
}

/** A revision's body, or what replaces it. */
export function Body({ visit, revision, whole }: BodyProps) {
  const { words } = visit
  const { content, moderation } = revision
  const text =
    content && (whole ? Excerpt({ visit, html: content.html, whole }) : Content({ html: content.html }))
  return html`${text ?? <p class="hidden-body">{words.post.hidden}</p>}
${
  moderation !== null && (
    <p class="moderation-note">
      <strong>{words.post.moderatorsNote}</strong> {moderation}
    </p>
  )
}`
}
