import { kept } from '@agora/shared/lifecycle/kept'
import type { Context } from '../../../context.ts'
import type { ForumStatistics } from '../schemas.ts'
import { countPosts } from '../store.ts'

const KEPT_MS = 60_000

/** Counts posts by days, not again within a minute. */
export const createForumStatistics = ({ db }: Pick<Context, 'db'>): (() => Promise<ForumStatistics>) =>
  kept(KEPT_MS, async () => ({ days: await countPosts(db) }))
