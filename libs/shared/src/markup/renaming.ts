import { escapeText } from './emit.ts'
import { EVERY_BLOCK } from './quotation.ts'
import { lexemes } from './tokenize.ts'

/** A member's new name, to be applied to existing posts. */
export interface Renamed {
  /** In lowercase. */
  readonly userId: string
  readonly name: string
  /** What a quote by this name reads now; undefined if it does not quote them. */
  readonly quotedAs: (name: string) => string | undefined
}

/**
 * A source with another name wherever it quotes somebody. Mentions have no name in a source.
 *
 * @param source valid markup, as it is stored.
 */
export function renameInSource(source: string, { quotedAs }: Renamed): string {
  const kept: string[] = []
  let from = 0
  for (const { token, start, end } of lexemes({ source, start: 0, end: source.length }, EVERY_BLOCK)) {
    if (token.type !== 'block-open' || token.name === undefined) continue
    const name = quotedAs(token.name)
    if (name === undefined) continue
    kept.push(source.slice(from, start), `[quote=${name}]`)
    from = end
  }
  kept.push(source.slice(from))
  return kept.join('')
}

const CITE = /(<blockquote class="mkt-quote"><cite>)([^<]*)(<\/cite>)/g

/**
 * The same in its HTML, mentions too. Nothing else in it changes, as rendering it anew might: the grammar was that of its
 * moment. What is searched for only `emit` writes, for no text holds a `<`.
 */
export function renameInHtml(html: string, { userId, name, quotedAs }: Renamed): string {
  const mention = new RegExp(`(<span class="mkt-mention" data-user-id="${userId}">@)[^<]*(</span>)`, 'g')
  return html
    .replace(mention, (_whole, open, close) => `${open}${escapeText(name)}${close}`)
    .replace(CITE, (whole, open, cited, close) => {
      const quoted = quotedAs(unescaped(cited))
      return quoted === undefined ? whole : `${open}${escapeText(quoted)}${close}`
    })
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
