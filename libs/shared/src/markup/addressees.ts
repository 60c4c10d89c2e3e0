/** Whom a body speaks to. */
export interface Addressees {
  /** Lowercase ids, each once. */
  readonly mentions: readonly string[]
  /** Names, as `[quote=name]` has them, each once. */
  readonly quotes: readonly string[]
}

/** Where a quote begins, with its name, or ends; or a mention. */
const MARKS =
  /<blockquote class="mkt-quote">(?:<cite>([^<]*)<\/cite>)?|(<\/blockquote>)|<span class="mkt-mention" data-user-id="([^"]*)">/g
const ENTITIES = /&(amp|lt|gt);/g
const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' }

/**
 * Whom a body mentions in its own words, and whom it quotes: not who is mentioned or quoted within a quote.
 *
 * @param html as the emitter wrote it: what is shown as a mention is one, and nothing else is.
 */
export function addresseesOf(html: string): Addressees {
  const mentions = new Set<string>()
  const quotes = new Set<string>()
  let inQuotes = 0
  for (const [, name, end, userId] of html.matchAll(MARKS)) {
    if (end !== undefined) inQuotes -= 1
    else if (userId !== undefined) {
      if (inQuotes === 0) mentions.add(userId)
    } else {
      if (inQuotes === 0 && name !== undefined)
        quotes.add(name.replace(ENTITIES, (_, entity: string) => characters[entity] ?? ''))
      inQuotes += 1
    }
  }
  return { mentions: [...mentions], quotes: [...quotes] }
}
