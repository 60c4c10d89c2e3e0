import type { Block, CodeBlock, Document, Heading, Inline, Item, Link, List, Node, Span } from './ast.ts'
import { RenderTooLarge } from './errors.ts'

/** Longest HTML of one document, in UTF-16 code units. */
export const MAX_HTML_LENGTH = 262_144

export interface EmitOptions {
  /** Longest HTML, in UTF-16 code units; MAX_HTML_LENGTH by default. */
  readonly limit?: number
  /** The display name of a mentioned user; undefined where there is none. */
  readonly mention?: (userId: string) => string | undefined
}

interface Element {
  readonly open: string
  readonly close: string
}

type Parent = Block | Heading | Item | Link | List | Span

/** The pages' own headings are above those of a body. */
const HIGHEST_HEADING = 3

const SPANS: Readonly<Record<Span['type'], Element>> = {
  emphasis: { open: '<em>', close: '</em>' },
  spoiler: { open: '<span class="mkt-spoiler">', close: '</span>' },
  strikethrough: { open: '<del>', close: '</del>' },
  strong: { open: '<strong>', close: '</strong>' },
}

/**
 * Writes a document as HTML. Every tag is one of this file's, every text and value passes `escapeText` or
 * `escapeAttribute`: nothing an author wrote can become a tag or leave its attribute.
 *
 * @throws RenderTooLarge as soon as the HTML is longer than the limit
 */
export function emit(document: Document, options: EmitOptions = {}): string {
  const { limit = MAX_HTML_LENGTH, mention = () => undefined } = options
  const pieces: string[] = []
  let length = 0
  const write = (piece: string) => {
    length += piece.length
    if (length > limit) throw new RenderTooLarge(limit)
    pieces.push(piece)
  }

  // A stack of its own instead of recursion: how deep a document is, the grammar says, not the engine.
  const levels = [{ nodes: document.children, next: 0, close: '' }]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const node: Node | undefined = level.nodes[level.next]
    level.next += 1
    if (node === undefined) {
      write(level.close)
      levels.pop()
    } else if ('children' in node) {
      const { open, close } = parentElement(node)
      write(open)
      levels.push({ nodes: node.children, next: 0, close })
    } else {
      write(leaf(node, mention))
    }
  }
  return pieces.join('')
}

function parentElement(node: Parent): Element {
  switch (node.type) {
    case 'admin':
      return { open: '<div class="mkt-admin">', close: '</div>' }
    case 'mod':
      return { open: '<div class="mkt-mod">', close: '</div>' }
    case 'quote': {
      const cite = node.name === undefined ? '' : `<cite>${escapeText(node.name)}</cite>`
      return { open: `<blockquote class="mkt-quote">${cite}`, close: '</blockquote>' }
    }
    case 'heading': {
      const tag = `h${HIGHEST_HEADING - 1 + node.rank}`
      return { open: `<${tag}>`, close: `</${tag}>` }
    }
    case 'list': {
      if (node.first === undefined) return { open: '<ul>', close: '</ul>' }
      return { open: node.first === 1 ? '<ol>' : `<ol start="${node.first}">`, close: '</ol>' }
    }
    case 'item':
      return { open: node.value === undefined ? '<li>' : `<li value="${node.value}">`, close: '</li>' }
    case 'link':
      return {
        open: `<a href="${escapeAttribute(node.uri)}" rel="nofollow ugc noopener">`,
        close: '</a>',
      }
    default:
      return SPANS[node.type]
  }
}

function leaf(
  node: Exclude<CodeBlock | Inline, Parent>,
  mention: NonNullable<EmitOptions['mention']>,
): string {
  switch (node.type) {
    case 'text':
      return escapeText(node.value)
    case 'line-break':
      return '<br>'
    case 'code':
      return `<code>${escapeText(node.value)}</code>`
    case 'code-block': {
      const language = node.language ? ` class="language-${escapeAttribute(node.language)}"` : ''
      return `<pre><code${language}>${escapeText(node.value)}</code></pre>`
    }
    case 'icon': {
      const key = escapeAttribute(node.key)
      return `<span class="mkt-icon mkt-icon-${key}">:${escapeText(node.key)}:</span>`
    }
    case 'picture': {
      const size = `width="${node.width}" height="${node.height}"`
      const alt = escapeAttribute(node.alt)
      return `<img src="/api/v1/media/${node.id}/full" alt="${alt}" ${size} loading="lazy">`
    }
    case 'mention': {
      const name = mention(node.userId) ?? `{${node.userId}}`
      const id = escapeAttribute(node.userId)
      return `<span class="mkt-mention" data-user-id="${id}">@${escapeText(name)}</span>`
    }
  }
}

/** A text as it stands between tags. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** For values in double quotes, the only quotes this file writes. */
function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;')
}
