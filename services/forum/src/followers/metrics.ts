import type { Queries } from '@agora/shared/database/sql'
import { Gauge, type Registry } from 'prom-client'
import { readDigestDelay } from '../areas/digests/store-due.ts'
import { COUNTED, countDueThreads } from '../areas/search/indexing/store-due.ts'
import type { Follower } from './follower.ts'
import { type FollowerState, readFollowerStates } from './store.ts'

/**
 * How far followers lag behind writing, the same in every replica. If the database does not answer, the last reading
 * stays.
 */
export function measureFollowers(registry: Registry, db: Queries, followers: readonly Follower[]): void {
  const registers = [registry]
  const measureEach = (
    name: string,
    help: string,
    read: (state: FollowerState, follower: Follower | undefined) => number | Promise<number>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['follower'],
      registers,
      async collect() {
        for (const state of await readFollowerStates(db).catch(() => [])) {
          const follower = followers.find(({ name }) => name === state.name)
          this.set({ follower: state.name }, await read(state, follower))
        }
      },
    })
  measureEach(
    'forum_follower_lag_seconds',
    'How long the oldest change that a follower has not followed has waited; 0 where there is none.',
    async ({ lag }, follower) => {
      const ofBacklog = (await follower?.backlog?.delay?.(db).catch(() => 0)) ?? 0
      return Math.max(0, lag, ofBacklog)
    },
  )
  measureEach(
    'forum_follower_postponed',
    'Changes that a follower could not follow, which are retried from time to time.',
    ({ postponed }) => postponed,
  )
  const measure = (name: string, help: string, read: (db: Queries) => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read(db).catch(() => undefined)
        if (value !== undefined) this.set(Math.max(0, value))
      },
    })
  measure(
    'forum_search_due',
    `Threads that are still to be indexed as a whole for searches, counted up to ${COUNTED}.`,
    countDueThreads,
  )
  measure(
    'forum_digests_delay_seconds',
    'How long the most overdue digest has waited; 0 if none is due.',
    readDigestDelay,
  )
}
