import type { Queries } from '@agora/shared/database/sql'
import type { NumberedChange } from '../../../changes/change.ts'

/** How much HTML is read at once, in bytes; the last revision may go beyond. */
const MAX_BYTES = 1024 * 1024

/** A revision as it was written. */
export interface WrittenRevision {
  threadId: string
  postId: string
  /** The revision's position: 0 is a new post. */
  revision: number
  /** The post's position in its thread. */
  position: number
  ctime: Date
  authorId: string
  /** The revision's author. */
  editorId: string
  /** Null if it hides the body. */
  html: string | null
  /** The previous revision's; null if there is none, or it hid the body. */
  earlierHtml: string | null
}

/** Sizes are known without the texts, so that only those are read which are within the limit. */
const READ = `
  SELECT * FROM (
    SELECT due.number, p.thread_id AS "threadId", p.id AS "postId", r.position AS revision, p.position, p.ctime,
      p.author_id AS "authorId", r.author_id AS "editorId", r.html, earlier.html AS "earlierHtml", sized.bytes,
      sum(sized.bytes) OVER (ORDER BY due.number)::int8 AS sum
    FROM change AS due
    JOIN post AS p ON p.id = due.post_id
    JOIN revision AS r ON r.post_id = p.id AND r.position = coalesce(due.position, 0)
    LEFT JOIN revision AS earlier ON earlier.post_id = p.id AND earlier.position = r.position - 1
    CROSS JOIN LATERAL (
      SELECT coalesce(octet_length(r.html), 0) + coalesce(octet_length(earlier.html), 0) AS bytes
    ) AS sized
    WHERE due.number = ANY ($1::bigint[])
  ) AS summed WHERE sum - bytes < ${MAX_BYTES} ORDER BY number`

/**
 * The revisions of these changes, as many as are read at once, in the order of the changes. `cutAfter` is the number of the
 * last one if others may follow.
 */
export async function readRevisions(
  db: Queries,
  changes: readonly NumberedChange[],
): Promise<{ revisions: WrittenRevision[]; cutAfter: number | undefined }> {
  const revisions = await db.all<WrittenRevision & { number: number; sum: number }>({
    name: 'read-revisions',
    text: READ,
    values: [changes.map(({ number }) => number)],
  })
  const last = revisions.at(-1)
  return { revisions, cutAfter: last && last.sum >= MAX_BYTES ? last.number : undefined }
}
