import { sql, type Transaction } from '@agora/shared/database/sql'
import type { Follower } from '../../src/followers/follower.ts'

/** Keeps the length of each thread's longest post, as an example of a follower: this is all that one takes. */
export const longestPostsFollower: Follower = {
  name: 'longest posts',
  kinds: ['ThreadOpened', 'ThreadImported', 'PostWritten', 'PostEdited', 'PostRewritten'],
  atOnce: 500,
  gatherMs: 100,
  rest: 1,
  follow: async (tx, changes) => {
    await measure(tx, [...new Set(changes.map(({ threadId }) => threadId))])
    return undefined
  },
  rebuild: measure,
}

/** Reads what the posts are now, so that it does not matter how often a thread is measured. */
async function measure(tx: Transaction, threads: readonly string[]): Promise<void> {
  await tx.query(sql`
    INSERT INTO longest_post (thread_id, length)
    SELECT p.thread_id, coalesce(max(length(r.html)), 0)
    FROM post AS p JOIN revision AS r ON r.id = p.last_revision_id
    WHERE p.thread_id = ANY (${threads}::uuid[]) GROUP BY p.thread_id
    ON CONFLICT (thread_id) DO UPDATE SET length = excluded.length`)
}
