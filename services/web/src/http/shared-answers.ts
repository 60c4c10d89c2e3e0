import type { Answer, Ask } from '../api.ts'

/** What almost every page shows something of, and everybody may read: who holds a role. */
const SHARED = '/api/v1/users/staff'
/** What a write that changes it is sent to. */
const CHANGES = /\/(?:role_grants|users)(?:\/|$)/
/** As old as a guest's page may be, in milliseconds. */
const KEPT_MS = 1_000

interface Kept {
  readonly tag: string
  readonly text: string
  /** In milliseconds since the epoch. */
  readonly until: number
}

/** The kept answer, as the API would give it. */
function answerOf({ tag, text }: Kept, known: string | undefined): Answer {
  const headers = { get: (name: string) => (name === 'etag' ? tag : null) }
  const isSame = known === tag
  return {
    ok: !isSame,
    status: isSame ? 304 : 200,
    headers,
    text: async () => (isSame ? '' : text),
    json: async () => JSON.parse(text),
  }
}

/** Asks as for a read that must not be answered with what others were. */
export const fresh = { headers: { 'cache-control': 'no-cache' } } as const

/** Asks once a second for what is the same for everybody, instead of for each page. */
export class SharedAnswers {
  #kept: Kept | undefined
  /** Counts the changes that were made here: what was asked before one is not kept. */
  #changes = 0

  /** The API, with what others were answered; whoever changes it sees that at once. */
  through(ask: Ask): Ask {
    return async (asked) => {
      if (asked.method !== 'GET' && CHANGES.test(asked.path)) {
        const answer = await ask(asked)
        this.#kept = undefined
        this.#changes += 1
        return answer
      }
      if (asked.method !== 'GET' || asked.path !== SHARED) return ask(asked)
      const kept = this.#kept
      const known = asked.headers?.['if-none-match']
      const isFreshWanted = asked.headers?.['cache-control'] === 'no-cache'
      if (kept && !isFreshWanted && Date.now() < kept.until) return answerOf(kept, known)
      const changes = this.#changes
      const answer = await ask({ ...asked, headers: {} })
      const tag = answer.headers.get('etag')
      if (answer.status !== 200 || tag === null) return answer
      const now = { tag, text: await answer.text(), until: Date.now() + KEPT_MS }
      if (changes === this.#changes) this.#kept = now
      return answerOf(now, known)
    }
  }
}
