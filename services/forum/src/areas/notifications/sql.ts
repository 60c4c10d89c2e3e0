import type { Role } from '@agora/shared/contracts/roles'
import { beginningSql } from '../../bodies/excerpt.ts'
import { textSql } from '../../bodies/large-texts.ts'
import type { PostHeadRow } from '../../resources/post.ts'
import type { SectionHeadRow } from '../../resources/section.ts'
import { SECTION_HEAD_COLUMNS } from '../../resources/section.ts'
import { boundedCountSql, MAX_COUNTED, nameOf } from '../../resources/sql.ts'
import type { NotificationKind } from './schemas.ts'

export interface NotificationRow {
  id: string
  seq: number
  userId: string
  kind: NotificationKind
  time: string
  readAt: string | null
  count: number
  actorId: string | null
  actorName: string | null
  section: SectionHeadRow | null
  thread: { id: string; key: string | null; title: string } | null
  post: PostHeadRow | null
  reportId: string | null
  sanctionId: string | null
  role: Role | null
  /** How a hidden post was moderated; absent in streams. */
  moderation?: string | null
  /** Where excerpts are asked for: of the post, if there is one that is shown. */
  beginning?: string | null
}

/** Whose notifications are read, and the sections that they may not read. */
export interface Recipient {
  userId: string
  closed: readonly string[]
}

/** Whether the notification aliased `n` is about a post: gone while that post is hidden or its thread deleted. */
const IS_OF_POST = `n.kind IN ('Reply', 'NewThread', 'Mention', 'Quote', 'Reaction')`

/** The member who caused the notification aliased `n`, whose post is aliased `p`. */
const ACTOR = `CASE WHEN n.kind IN ('Reply', 'NewThread', 'Mention', 'Quote') THEN p.author_id ELSE n.actor_id END`

/**
 * The posts that the notification aliased `n` is about, as far as they are visible now: by others or their own that others reacted to, not hidden, and for
 * replies only those about which the member has no other notification.
 */
const postsOf = `
    SELECT * FROM post
    WHERE post.thread_id = n.thread_id AND post.position BETWEEN n.first_position AND n.last_position
      AND (n.kind IN ('ReportResolved', 'PostHidden') OR NOT post.is_hidden AND (n.kind = 'Reaction' OR post.author_id <> n.user_id))
      AND NOT (n.kind = 'Reply' AND EXISTS (
        SELECT FROM notification AS named WHERE named.user_id = n.user_id AND named.cause = post.id
      ))
    ORDER BY post.position`

/** Not in one of the sections `closed`, a parameter, that the member may not read. */
const isOpen = (section: string, closed: string) => `${section} <> ALL (${closed}::uuid[])`

/** Whether the notification aliased `n` is visible to a member to whom the sections `closed`, a parameter, are closed. */
export const isVisibleSql = (closed: string) => `(n.kind <> 'PostHidden' OR EXISTS (
    SELECT FROM thread WHERE thread.id = n.thread_id AND ${isOpen('thread.section_id', closed)}
  )) AND (NOT ${IS_OF_POST} OR (
    EXISTS (
      SELECT FROM thread
      WHERE thread.id = n.thread_id AND NOT thread.is_deleted AND ${isOpen('thread.section_id', closed)}
    )
    AND EXISTS (${postsOf} LIMIT 1)
  ))`

/** The columns of the notifications aliased `n`, with what they are about as it reads now. */
export const notificationColumns = (closed: string) => `
    n.id, n.seq, n.user_id AS "userId", n.kind, n.time, n.read_at AS "readAt",
    CASE WHEN n.kind = 'Reply' AND n.first_position < n.last_position THEN ${boundedCountSql(`FROM (${postsOf}) AS gathered`)}
      WHEN n.kind = 'Reaction' THEN least(n.reactions, ${MAX_COUNTED}) ELSE 1 END AS count,
    ${ACTOR} AS "actorId", ${nameOf(`(${ACTOR})`)} AS "actorName",
    (SELECT row_to_json(one) FROM (
      SELECT ${SECTION_HEAD_COLUMNS} FROM section AS s
      WHERE s.id = coalesce(t.section_id, n.section_id) AND ${isOpen('s.id', closed)}
    ) AS one) AS section,
    CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'key', t.key, 'title', t.title) END AS thread,
    CASE WHEN t.id IS NOT NULL AND p.id IS NOT NULL THEN json_build_object(
      'id', p.id, 'ctime', p.ctime, 'authorId', p.author_id, 'authorName', ${nameOf('p.author_id')},
      'authorRole', p.author_role
    ) END AS post,
    n.report_id AS "reportId", n.sanction_id AS "sanctionId", n.role`

/** Why the post of a notification is hidden; it may be too long for a stream. */
export const MODERATION_COLUMN = `
    CASE WHEN n.kind = 'PostHidden' THEN (
      SELECT ${textSql('revision.moderation', 'r')} FROM revision AS r WHERE r.id = p.last_revision_id AND p.is_hidden
    ) END AS moderation`

/** How the post of a notification begins. */
export const BEGINNING_COLUMN = `
    CASE WHEN t.id IS NOT NULL THEN (
      SELECT ${beginningSql('r')} FROM revision AS r WHERE r.id = p.last_revision_id
    ) END AS beginning`

/** The joins that these columns need, after the notifications. */
export const notificationJoins = (closed: string) => `
    LEFT JOIN thread AS t ON t.id = n.thread_id AND NOT t.is_deleted AND ${isOpen('t.section_id', closed)}
    LEFT JOIN LATERAL (${postsOf} LIMIT 1) AS p ON true`
