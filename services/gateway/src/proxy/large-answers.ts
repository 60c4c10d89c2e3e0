import { LRUCache } from 'lru-cache'

/** From so many bytes on an answer is large. */
const LARGE = 256 * 1024
const KNOWN = 1_000
/** How long a page counts as large after it has been seen, in milliseconds: it may have become smaller. */
const KNOWN_MS = 60_000
/** Longer ones are not remembered, in characters. */
const LONGEST_URL = 512

/** Which pages were large of late: room for them is taken before their service is asked, or it is not asked. */
export class LargeAnswers {
  readonly #bytes = new LRUCache<string, number>({ max: KNOWN, ttl: KNOWN_MS })

  /** How large the answer has been, in bytes; 0 where it was not large, or is not known. */
  expected(url: string): number {
    return this.#bytes.get(url) ?? 0
  }

  learn(url: string, bytes: number): void {
    if (bytes < LARGE) this.#bytes.delete(url)
    else if (url.length <= LONGEST_URL) this.#bytes.set(url, bytes)
  }
}
