import type { AgoraConfig } from '@agora/shared/config/agora-file'
import type { Principal } from '@agora/shared/contracts/principal'
import type { Queries } from '@agora/shared/database/sql'
import { createCounters } from '@agora/shared/limits/counters'
import { createLimiter, type Limiter } from '@agora/shared/limits/limiter'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Member } from '../authority/actor.ts'
import { moderatesAnything } from '../authority/authority.ts'
import type { Env } from '../config.ts'
import { countPosts } from './store.ts'

const HOUR_S = 60 * 60
/** Members known to be no longer new; nobody becomes new again. */
const MAX_KNOWN = 50_000

const kinds = ['threads', 'replies', 'edits', 'reports', 'reactions'] as const
type Kind = (typeof kinds)[number]

/** What a member may post at present. */
export interface PostingAllowance {
  /** Absent if nothing is limited: for moderators, and if limits are switched off. */
  readonly limiters?: Readonly<Record<Kind, Limiter>>
  /** The hosts that links may lead to; absent for any. */
  readonly linkHosts?: readonly string[]
  /** How many members a post may mention over all of its revisions; absent for any number. */
  readonly mentions?: number
}

export interface Posting {
  /** Whether anything is limited. */
  readonly isLimited: boolean
  /** The allowance of a member who posts, or who edits `post`. */
  allowance(db: Queries, principal: Principal, member: Member, post?: string): Promise<PostingAllowance>
  /**
   * Counts the work as one of its kind, unless it throws or returns undefined or false.
   * @throws ApiError 429
   */
  count<Result>(
    kind: Kind,
    member: Member,
    allowance: PostingAllowance,
    work: () => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

const unlimited: PostingAllowance = {}

export function createPosting(
  { limits, site }: AgoraConfig,
  env: Env,
  logger: Logger,
  registry: Registry,
): Posting {
  const { new_account: whenNew, member: regular } = limits
  const counters = createCounters(env.REDIS_URL, logger, registry)
  const limitersOf = (name: string, perHour: (kind: Kind) => number) =>
    Object.fromEntries(
      kinds.map((kind) => [
        kind,
        createLimiter(counters, { name: `${name}${kind}`, points: perHour(kind), seconds: HOUR_S }),
      ]),
    ) as Record<Kind, Limiter>
  const limiters = {
    new: limitersOf('new-', (kind) => whenNew[`${kind}_per_hour`]),
    regular: limitersOf('', (kind) => regular[`${kind}_per_hour`]),
  }
  const ownHosts = site.url === undefined ? [] : [new URL(site.url).host]
  const settled = new LRUCache<string, true>({ max: MAX_KNOWN })

  const isNew = async (db: Queries, principal: Principal, { user }: Member): Promise<boolean> => {
    if (settled.has(user.id)) return false
    const createdAt = principal.kind === 'user' ? Date.parse(principal.createdAt) : 0
    if (Date.now() - createdAt < whenNew.hours * HOUR_S * 1000) return true
    if ((await countPosts(db, user.id, whenNew.posts)) < whenNew.posts) return true
    settled.set(user.id, true)
    return false
  }

  const isLimited = env.LIMITS_ENABLED !== 'false'
  return {
    isLimited,

    async allowance(db, principal, member, post) {
      if (!isLimited || moderatesAnything(member)) return unlimited
      if (!(await isNew(db, principal, member)))
        return { limiters: limiters.regular, mentions: regular.mentions_per_post }
      const without = whenNew.posts_without_links
      const earlier = await countPosts(db, member.user.id, without, post)
      const whereTo = earlier < without ? { linkHosts: ownHosts } : {}
      return { limiters: limiters.new, mentions: whenNew.mentions_per_post, ...whereTo }
    },

    async count(kind, { user }, allowance, work) {
      const limiter = allowance.limiters?.[kind]
      if (!limiter) return work()
      await limiter.take(user.id)
      let isDone = false
      try {
        const result = await work()
        isDone = result !== undefined && result !== false
        return result
      } finally {
        if (!isDone) await limiter.giveBack(user.id)
      }
    },

    close: () => counters.close(),
  }
}
