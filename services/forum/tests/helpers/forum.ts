import { newId } from '@agora/shared/contracts/ids'
import type { Ceiling } from '@agora/shared/contracts/principal'
import { createPool } from '@agora/shared/database/pool'
import { connectionOptions } from '@agora/shared/messaging/nats'
import type { Answer, Caller, CallOptions } from '@agora/testing/client'
import { unfollowed } from '@agora/testing/followers'
import { sharedSuite } from '@agora/testing/shared-suite'
import { type PrincipalInput, type Suite, startSuite } from '@agora/testing/suite'
import { connect } from 'nats'
import type pg from 'pg'
import { expect, vi } from 'vitest'
import { Listening } from './events.ts'

/** A caller of the forum: what the gateway would say about the request's credentials. */
export type Who = PrincipalInput

export interface User {
  kind: 'user'
  id: string
  displayName: string
  isAdministrator: boolean
  ceiling: Ceiling
  isRecent: boolean
  createdAt: string
}

export const guest: Who = { kind: 'guest' }
export const unresolvable: Who = { kind: 'unresolvable' }
export const client: Who = { kind: 'client', id: newId() }

/** A member never seen before, registered a minute ago. */
export function newUser(displayName: string, over: Partial<User> = {}): User {
  const createdAt = new Date(Date.now() - 60_000).toISOString()
  return {
    kind: 'user',
    id: newId(),
    displayName,
    isAdministrator: false,
    ceiling: 'full',
    isRecent: true,
    createdAt,
    ...over,
  }
}

/** The same account under a token with these scopes: no scope grants the administrator flag. */
export function underToken(user: User, ...scopes: Exclude<Ceiling, 'full'>): User {
  return { ...user, isAdministrator: false, ceiling: scopes, isRecent: false }
}

/** An Administrator by the account's flag, shared by a file's tests. */
export const administrator = newUser('Root', { isAdministrator: true })

const SIGNATURE_AGE_MS = 30_000

/** Made by this worker so far: no two have the same key. */
let sections = 0

/** How many events of a stream a durable consumer has still to handle, with the one that it is at. */
async function unhandled(natsUrl: string, stream: string, durable: string): Promise<number> {
  const connection = await connect(connectionOptions(natsUrl, 'test'))
  try {
    const { consumers } = await connection.jetstreamManager()
    const { num_pending, num_ack_pending } = await consumers.info(stream, durable)
    return num_pending + num_ack_pending
  } finally {
    await connection.close()
  }
}

/** The forum's processes, called as the gateway would. */
export class Forum {
  readonly suite: Suite
  #signed = new Map<string, { caller: Caller; until: number }>()
  #pool: pg.Pool | undefined
  #turn = 0

  constructor(suite: Suite) {
    this.suite = suite
  }

  /** The worker's, with two replicas, or one of them alone: see `sharedSuite` for what its tests must leave alone. */
  static async shared(replicas = 2): Promise<Forum> {
    const suite = await sharedSuite({ services: ['forum'], replicas: { forum: 2 } })
    return new Forum({ ...suite, urls: { ...suite.urls, forum: suite.urls.forum.slice(0, replicas) } })
  }

  /** One of its own. */
  static async start(replicas = 1): Promise<Forum> {
    return new Forum(await startSuite({ services: ['forum'], replicas: { forum: replicas } }))
  }

  /** Requests alternate between the replicas. */
  async call(method: string, path: string, who: Who = guest, options: CallOptions = {}): Promise<Answer> {
    const urls = this.suite.urls.forum
    this.#turn += 1
    const url = urls[this.#turn % urls.length]
    const area = path.startsWith('/notifications') ? '' : '/forum'
    return this.suite.call(method, `${url}/api/v1${area}${path}`, { as: await this.#sign(who), ...options })
  }

  /** Streams alternate between the replicas. */
  async listen(path: string, who: Who, lastEventId?: string): Promise<Listening> {
    const urls = this.suite.urls.forum
    this.#turn += 1
    const url = `${urls[this.#turn % urls.length]}/api/v1${path}`
    return Listening.open(url, await this.#sign(who), lastEventId)
  }

  get(path: string, who?: Who): Promise<Answer> {
    return this.call('GET', path, who)
  }

  post(path: string, who: Who, body?: unknown): Promise<Answer> {
    return this.call('POST', path, who, { body })
  }

  put(path: string, who: Who, body?: unknown): Promise<Answer> {
    return this.call('PUT', path, who, { body })
  }

  patch(path: string, who: Who, body?: unknown): Promise<Answer> {
    return this.call('PATCH', path, who, { body })
  }

  delete(path: string, who: Who, body?: unknown): Promise<Answer> {
    return this.call('DELETE', path, who, { body })
  }

  /** A section of its own for a test. */
  async section(input: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
    sections += 1
    const body = { key: `section_${sections}`, display_name: `Section ${sections}`, locale: null, ...input }
    const answer = await this.post('/sections', { kind: 'guest', internalKey: 'valid' }, body)
    return ok(answer)
  }

  /** Every section that the caller may read, from as many pages of the list as there are: other files that share the forum make sections too. */
  async sections(who?: Who) {
    const page = (offset: number) => this.get(`/sections?offset=${offset}`, who)
    const first = ok(await page(0))
    const rest = Array.from({ length: Math.ceil(first.count / first.limit) - 1 }, (_, index) =>
      page((index + 1) * first.limit),
    )
    return [...first.items, ...(await Promise.all(rest)).flatMap((answer) => ok(answer).items)]
  }

  async thread(section: { id: string }, who: Who, title = 'A thread', body = 'First post.') {
    return ok(await this.post(`/sections/${section.id}`, who, { title, body }))
  }

  async reply(thread: { id: string }, who: Who, body = 'A reply.') {
    return ok(await this.post(`/threads/${thread.id}`, who, { body }))
  }

  /** Makes members known to the forum, so that roles can be granted to them without a call to the gateway. */
  async meet(...users: User[]): Promise<void> {
    for (const user of users) ok(await this.get('/sections?limit=0', user))
  }

  async moderator(section: { id: string }, displayName = 'Moderator'): Promise<User> {
    const user = newUser(displayName)
    await this.meet(user)
    ok(await this.post(`/sections/${section.id}/role_grants`, administrator, { type: 'User', id: user.id }))
    return user
  }

  async globalModerator(displayName = 'Global moderator'): Promise<User> {
    const user = newUser(displayName)
    await this.meet(user)
    const grant = { user: { type: 'User', id: user.id }, role: 'GlobalModerator' }
    ok(await this.post('/role_grants', administrator, grant))
    return user
  }

  /** Hides a post. */
  async hide(post: { id: string }, moderator: Who) {
    const { revisions } = ok(await this.get(`/posts/${post.id}`, moderator))
    return ok(
      await this.delete(`/posts/${post.id}`, moderator, { last_revision_id: revisions.items.at(-1).id }),
    )
  }

  /** Waits until everybody is notified of everything written so far: of posts, and of acts of moderation. */
  async told(): Promise<void> {
    const { nats } = this.suite
    const untold = async () => ({
      changes: await this.rows(unfollowed('notifications')),
      events: nats ? await this.rows('SELECT id FROM outbox_event') : [],
      notices: nats ? await unhandled(nats.url, 'MODERATION', 'forum-notices') : 0,
    })
    await vi.waitFor(async () => expect(await untold()).toEqual({ changes: [], events: [], notices: 0 }), {
      timeout: 30_000,
      interval: 50,
    })
  }

  /** Rows of the forum's tables, for what no route shows. */
  async rows<Row extends object = Record<string, unknown>>(
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    this.#pool ??= createPool({
      url: this.suite.database.urls.forum,
      schema: 'forum',
      size: 2,
      name: 'test',
      statementTimeoutMs: 0,
    })
    return (await this.#pool.query<Row>(sql, values)).rows
  }

  async close(): Promise<void> {
    await this.#pool?.end()
    await this.suite.close()
  }

  async #sign(who: Who): Promise<Caller> {
    const key = JSON.stringify(who)
    const known = this.#signed.get(key)
    if (known && known.until > Date.now()) return known.caller
    const caller = await this.suite.principal(who, 'forum')
    this.#signed.set(key, { caller, until: Date.now() + SIGNATURE_AGE_MS })
    return caller
  }
}

/** The body of an answer that must be a success. */
export function ok(answer: Answer): Answer['body'] {
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Compares an answer with an error of the contract, to the last key. */
export function refused(answer: Answer, status: number, message: string): void {
  expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { error: message } })
}
