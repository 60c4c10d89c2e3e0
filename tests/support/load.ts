import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Caller, Member, Suite } from '@agora/testing/suite'

/** Every unexpected answer, and what must be found afterwards. */
export interface LoadResult {
  requests: number
  failures: string[]
  replies: string[]
  members: string[]
}

const PAUSE_MS = 40

interface LoadOptions {
  suite: Suite
  site: string
  administrator: Caller
  member: Member
  thread: string
}

/** Steady traffic of reads and writes across all services, from a few concurrent callers, until stopped. */
export class SteadyLoad {
  readonly #result: LoadResult = { requests: 0, failures: [], replies: [], members: [] }
  readonly #callers: Promise<void>[]
  #stopping = false
  #soundRounds = 0

  /** Begins it at `site`, where the gateway answers, with a member and a thread of its own. */
  static async begin(suite: Suite, site: string): Promise<SteadyLoad> {
    const administrator = await suite.administrator()
    const member = await suite.member('steady')
    const { body } = await suite.call('POST', `${site}/api/v1/forum/sections/welcome`, {
      as: member,
      body: { title: 'Held', body: 'First' },
    })
    return new SteadyLoad({ suite, site, administrator, member, thread: body.id })
  }

  private constructor(options: LoadOptions) {
    const prefix = `m${Date.now().toString(36)}`
    this.#callers = ['a', 'b', 'c'].map((name) => this.#run(options, `${prefix}${name}`))
  }

  get requests(): number {
    return this.#result.requests
  }

  get failures(): readonly string[] {
    return this.#result.failures
  }

  /** How many rounds have ended since the last failure, or since the count was reset. */
  get soundRounds(): number {
    return this.#soundRounds
  }

  countAnew(): void {
    this.#soundRounds = 0
  }

  async stop(): Promise<LoadResult> {
    this.#stopping = true
    await Promise.all(this.#callers)
    return this.#result
  }

  async #run({ suite, site, administrator, member, thread }: LoadOptions, name: string): Promise<void> {
    const send = async (method: string, path: string, as?: Caller, body?: unknown) => {
      this.#result.requests += 1
      try {
        const answer = await suite.call(method, `${site}/api/v1${path}`, {
          ...(as ? { as } : {}),
          ...(body === undefined ? {} : { body }),
        })
        if (answer.status !== 200) this.#fail(`${method} ${path}: ${answer.status} ${answer.text}`)
        return answer
      } catch (error) {
        this.#fail(`${method} ${path}: ${String((error as Error).cause ?? error)}`)
        return undefined
      }
    }
    const noted = (list: string[], answer: Answer | undefined) => {
      if (answer?.status === 200) list.push(answer.body.id)
    }
    const topic = { title: `Pinned by ${name}`, body: 'and unpinned' }
    const own = await send('POST', '/forum/sections/welcome', administrator, topic)
    for (let round = 0; !this.#stopping; round++) {
      const { replies, members } = this.#result
      noted(replies, await send('POST', `/forum/threads/${thread}`, member, { body: `${name} ${round}` }))
      await send('GET', `/forum/threads/${thread}?limit=2`, member)
      await send('GET', '/forum/sections')
      await send('GET', '/apps', administrator)
      await send('POST', '/captcha/register/challenge')
      await send('GET', `/archive/game_c/users/${round}/scores`)
      await send('GET', '/job/jobs', administrator)
      await send('GET', `/users/${member.id}/avatar`)
      await send('GET', '/auth/self', member)
      // A change each time, with an entry in the log and an event.
      await send('PATCH', `/forum/threads/${own?.body.id}`, administrator, { is_pinned: round % 2 === 0 })
      if (round % 5 === 0) {
        const username = `${name}_${round}`
        const profile = { username, display_name: username, password: 'a long enough password' }
        noted(members, await send('POST', '/users', undefined, profile))
      }
      this.#soundRounds += 1
      await sleep(PAUSE_MS)
    }
  }

  #fail(what: string): void {
    this.#result.failures.push(what)
    this.#soundRounds = 0
  }
}
