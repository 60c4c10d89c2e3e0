import { LRUCache } from 'lru-cache'

/** From this size on an answer is large, in bytes. */
const LARGE = 256 * 1024
const KNOWN = 1_000
/** How long a page counts as large after it was seen: it may have shrunk. In milliseconds. */
const KNOWN_MS = 60_000
/** Longer ones are not remembered, in characters. */
const LONGEST_URL = 512

/**
 * Remembers which pages were large recently: memory for them is reserved before their service is asked, or it is not
 * asked.
 */
export class LargeAnswers {
  readonly #bytes = new LRUCache<string, number>({ max: KNOWN, ttl: KNOWN_MS })

  /** How large the answer was, in bytes; 0 if it was not large, or is not known. */
  expected(url: string): number {
    return this.#bytes.get(url) ?? 0
  }

  learn(url: string, bytes: number): void {
    if (bytes < LARGE) this.#bytes.delete(url)
    else if (url.length <= LONGEST_URL) this.#bytes.set(url, bytes)
  }
}
