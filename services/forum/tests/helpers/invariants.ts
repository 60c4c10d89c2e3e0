import { expect } from 'vitest'
import type { Forum } from './forum.ts'

/** Invariants of the tables; each query returns the rows that violate one. */
const broken: Record<string, string> = {
  'sections count their live threads and their children': `
    SELECT id FROM section AS s
    WHERE thread_count <> (SELECT count(*) FROM thread AS t WHERE t.section_id = s.id AND NOT t.is_deleted)
      OR child_count <> (SELECT count(*) FROM section AS c WHERE c.parent_id = s.id)`,
  'threads count their posts, whose positions have no gaps': `
    SELECT t.id FROM thread AS t LEFT JOIN post AS p ON p.thread_id = t.id GROUP BY t.id
    HAVING t.post_count <> count(p.id) OR max(p.position) <> t.post_count - 1 OR min(p.position) <> 0`,
  'threads know their last post': `
    SELECT t.id FROM thread AS t JOIN post AS p ON p.thread_id = t.id AND p.position = t.post_count - 1
    WHERE (t.last_post_id, t.last_post_at, t.last_post_author_id) IS DISTINCT FROM (p.id, p.ctime, p.author_id)`,
  'members’ posts and threads are counted': `
    SELECT * FROM (
      SELECT CASE WHEN t.is_deleted THEN 'DeletedMemberPost' ELSE 'MemberPost' END AS listing,
        CASE WHEN t.is_deleted THEN t.section_id ELSE '00000000-0000-0000-0000-000000000000' END AS section_id,
        p.author_id::text AS part, count(*)
      FROM post AS p JOIN thread AS t ON t.id = p.thread_id GROUP BY 1, 2, 3
      UNION ALL
      SELECT 'MemberThread', '00000000-0000-0000-0000-000000000000', author_id::text, count(*)
      FROM thread WHERE NOT is_deleted GROUP BY 3
    ) AS counted
    FULL JOIN (SELECT listing::text, section_id, part, count FROM tally WHERE listing::text LIKE '%Member%') AS kept
      USING (listing, section_id, part)
    WHERE coalesce(counted.count, 0) <> coalesce(kept.count, 0)`,
  'threads know the last post by anybody else': `
    SELECT t.id FROM thread AS t
    WHERE t.last_other_post_at IS DISTINCT FROM (
      SELECT max(p.ctime) FROM post AS p WHERE p.thread_id = t.id AND p.author_id <> t.last_post_author_id
    )`,
  'times rise with positions': `
    SELECT p.id FROM post AS p JOIN post AS q ON q.thread_id = p.thread_id AND q.position = p.position + 1
    WHERE q.ctime <= p.ctime`,
  'threads count their announcements': `
    SELECT t.id FROM thread AS t WHERE announcement_count <> (
      SELECT count(*) FROM post AS p JOIN revision AS r ON r.id = p.last_revision_id
      WHERE p.thread_id = t.id AND r.has_admin_block
    )`,
  'posts know their revisions': `
    SELECT p.id FROM post AS p
    LEFT JOIN revision AS r ON r.id = p.last_revision_id AND r.post_id = p.id AND r.position = p.revision_count - 1
    WHERE r.id IS NULL OR p.is_hidden <> (r.html IS NULL)
      OR p.revision_count <> (SELECT count(*) FROM revision AS one WHERE one.post_id = p.id)`,
  'a deletion is in the log where the thread is deleted': `
    SELECT t.id FROM thread AS t WHERE t.is_deleted::int <> (
      SELECT count(*) FILTER (WHERE action = 'DeleteThread') - count(*) FILTER (WHERE action = 'RestoreThread')
      FROM moderation_entry AS e WHERE e.thread_id = t.id
    )`,
  'each revision by a role is in the log': `
    SELECT p.id FROM post AS p WHERE (
      SELECT count(*) FROM revision AS r WHERE r.post_id = p.id AND r.author_kind = 'Role'
    ) <> (SELECT count(*) FROM moderation_entry AS e WHERE e.post_id = p.id AND action IN ('EditPost', 'DeletePost'))`,
}

export async function expectInvariants(forum: Forum): Promise<void> {
  for (const [promise, sql] of Object.entries(broken)) expect(await forum.rows(sql), promise).toEqual([])
}
