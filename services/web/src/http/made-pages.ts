import { SHOWN_LENGTH_HEADER } from '@agora/shared/http/visits'
import { LRUCache } from 'lru-cache'
import { Counter, type Registry } from 'prom-client'
import type { Answer, Ask } from '../api.ts'
import { readEach } from '../lists.ts'

/** An answer of the API that a page was made from. */
interface Source {
  path: string
  tag: string
  /** What the answer depends on besides. */
  headers: Record<string, string>
}

/** A page as it is sent. */
export interface MadePage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** A page that is given again while its sources are unchanged. */
interface StoredPage extends MadePage {
  /** In milliseconds since the epoch. */
  readonly until: number
  readonly sources: readonly Source[]
}

type Pages = LRUCache<string, StoredPage>

const keyOf = (path: string, headers: Source['headers']): string =>
  `${path} ${headers[SHOWN_LENGTH_HEADER] ?? ''}`

const MAX_PAGES = 256
const MAX_BYTES = 64 * 1024

/**
 * Renders guests' pages once for each state of their content: asks the API, by the tags of its answers, whether they
 * have changed, and reuses a page if none has, for as long as its relative times ("3 hours ago") are right.
 */
export class MadePages {
  readonly #pages: Pages = new LRUCache({ max: MAX_PAGES })
  readonly #unchanged: Counter

  constructor(registry: Registry) {
    this.#unchanged = new Counter({
      name: 'web_pages_unchanged_total',
      help: 'Pages of guests that were given as they had been made, since the API would answer the same.',
      registers: [registry],
    })
  }

  /** The API for rendering one page, which records its answers. */
  making(key: string, ask: Ask): Making {
    return new Making(this.#pages, this.#unchanged, key, ask)
  }
}

export class Making {
  readonly #pages: Pages
  readonly #unchanged: Counter
  readonly #key: string
  readonly #ask: Ask
  readonly #sources: Source[] = []
  #until = Number.POSITIVE_INFINITY
  /** Answers that already arrived while checking whether they have changed. */
  readonly #fresh = new Map<string, Answer>()
  #canBeUsedAgain = true

  constructor(pages: Pages, unchanged: Counter, key: string, ask: Ask) {
    this.#pages = pages
    this.#unchanged = unchanged
    this.#key = key
    this.#ask = ask
  }

  /** The earlier page, if everything on it is unchanged. */
  async unchanged(now: number): Promise<MadePage | undefined> {
    const made = this.#pages.get(this.#key)
    if (!made || now >= made.until) return undefined
    const answers = await readEach(made.sources, async ({ path, tag, headers }) => {
      const answer = await this.#ask({ method: 'GET', path, headers: { ...headers, 'if-none-match': tag } })
      if (answer.status !== 304) this.#fresh.set(keyOf(path, headers), answer)
      return answer.status === 304
    })
    if (!answers.every((isSame) => isSame)) return undefined
    this.#unchanged.inc()
    return made
  }

  readonly ask: Ask = async (asked) => {
    const { method, path } = asked
    const shown = asked.headers?.[SHOWN_LENGTH_HEADER]
    const headers: Source['headers'] = shown === undefined ? {} : { [SHOWN_LENGTH_HEADER]: shown }
    const key = keyOf(path, headers)
    const answer = this.#fresh.get(key) ?? (await this.#ask(asked))
    this.#fresh.delete(key)
    const tag = answer.headers.get('etag')
    if (method === 'GET' && answer.status === 200 && tag !== null) this.#sources.push({ path, tag, headers })
    else this.#canBeUsedAgain = false
    return answer
  }

  /** Something that the page shows is wrong from this moment on, in milliseconds since the epoch. */
  endsAt(moment: number): void {
    this.#until = Math.min(this.#until, moment)
  }

  store(page: MadePage): void {
    if (!this.#canBeUsedAgain || page.body.length > MAX_BYTES) return
    this.#pages.set(this.#key, { until: this.#until, sources: this.#sources, ...page })
  }
}
