import { expect } from 'vitest'
import { administrator, type Forum, ok, type User, type Who } from './forum.ts'

/** An id that no row has. */
export const unknown = '01890000-0000-7000-8000-000000000000'

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export const userRef = ({ id }: { id: string }) => ({ type: 'User', id })
export const sectionRef = ({ id }: { id: string }) => ({ type: 'ForumSection', id })
export const short = ({ id, displayName }: User) => ({
  ...userRef({ id }),
  display_name: { current: { value: displayName } },
})

/** A reported thread by `author`, with its first post. */
export async function reportThread(forum: Forum, section: { id: string }, author: Who, reporter: Who) {
  const thread = await forum.thread(section, author)
  const report = ok(await forum.post(`/threads/${thread.id}/reports`, reporter, { reason: 'Spam' }))
  return { thread, post: thread.posts.items[0], report }
}

export interface SanctionInput {
  section?: { id: string }
  kind?: 'Warning' | 'Mute'
  expires_at?: string
  reason?: string
  internal_note?: string
}

export const sanctionBody = (user: object, { section, ...input }: SanctionInput = {}) => ({
  user,
  ...(section ? { section: sectionRef(section) } : {}),
  kind: 'Mute',
  reason: 'Be kind.',
  internal_note: 'Third time.',
  ...input,
})

export async function sanction(forum: Forum, user: User, input: SanctionInput = {}, by: Who = administrator) {
  return ok(await forum.post('/sanctions', by, sanctionBody(userRef(user), input)))
}

/** Makes a mute expire now, so that no test waits for a clock. */
export async function lapse(forum: Forum, { id }: { id: string }): Promise<void> {
  await forum.rows(`UPDATE sanction SET expires_at = now() - interval '1 second' WHERE id = $1`, [id])
}

const SITE = '00000000-0000-0000-0000-000000000000'

/** Returns the stored lengths of listings that are not the listings'. */
export const wrongTallies = `
    SELECT *, real.count AS really, kept.count AS kept FROM (
      SELECT 'Report' AS listing, section_id, status::text AS part, count(*) FROM report GROUP BY 2, 3
      UNION ALL
      SELECT 'ModerationEntry', coalesce(section_id, '${SITE}'), actor_id::text, count(*) FROM moderation_entry
      GROUP BY 2, 3
      UNION ALL
      SELECT 'Sanction', coalesce(section_id, '${SITE}'),
        CASE WHEN deleted_at IS NOT NULL THEN 'Lifted' WHEN expires_at IS NULL THEN 'Lasting' ELSE 'Timed' END, count(*)
      FROM sanction GROUP BY 2, 3
      UNION ALL
      SELECT CASE WHEN is_deleted THEN 'DeletedMemberPost' ELSE 'MemberPost' END,
        CASE WHEN is_deleted THEN section_id ELSE '${SITE}' END, post.author_id::text, count(*)
      FROM post JOIN thread ON thread.id = thread_id GROUP BY 1, 2, 3
      UNION ALL
      SELECT 'MemberThread', '${SITE}', author_id::text, count(*) FROM thread WHERE NOT is_deleted GROUP BY 3
    ) AS real FULL JOIN (
      SELECT listing::text, section_id, part, count FROM tally WHERE count <> 0
    ) AS kept USING (listing, section_id, part)
    WHERE real.count IS DISTINCT FROM kept.count`

/** Stored lengths of listings always equal the listings, whatever has happened. */
export async function expectTallies(forum: Forum): Promise<void> {
  expect(await forum.rows(wrongTallies)).toEqual([])
}
