import { EVERY_BLOCK } from './quotation.ts'
import { lexemes } from './tokenize.ts'

/** Whom a source speaks to. */
export interface Addressees {
  /** Lowercase ids, each once. */
  readonly mentions: readonly string[]
  /** Names, as `[quote=name]` has them, each once. */
  readonly quotes: readonly string[]
}

/** What looks like a mention in a link's address is none. */
const WITH_LINKS = { ...EVERY_BLOCK, links: ['http', 'https'] } as const

/**
 * Whom a source mentions in its own words, and whom it quotes: not who is mentioned or quoted within a quote.
 *
 * @param source valid markup, as it is stored.
 */
export function addresseesOf(source: string): Addressees {
  const mentions = new Set<string>()
  const quotes = new Set<string>()
  let inQuotes = 0
  for (const { token } of lexemes({ source, start: 0, end: source.length }, WITH_LINKS)) {
    if (token.type === 'mention' && inQuotes === 0) mentions.add(token.userId)
    if (token.type === 'block-close' && token.kind === 'quote') inQuotes -= 1
    if (token.type !== 'block-open' || token.kind !== 'quote') continue
    if (inQuotes === 0 && token.name !== undefined) quotes.add(token.name)
    inQuotes += 1
  }
  return { mentions: [...mentions], quotes: [...quotes] }
}
