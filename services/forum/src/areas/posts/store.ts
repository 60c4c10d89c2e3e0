import type { Page } from '@agora/shared/contracts/pagination'
import { timesAsText } from '@agora/shared/database/pool'
import type { Queries } from '@agora/shared/database/sql'
import type { Role } from '../../authority/role.ts'
import { type ActorFacts, actorFactsSql } from '../../authority/store.ts'
import { POST_LOCATION_COLUMNS, type PostLocationRow } from '../../heads/location.ts'
import { SECTION_HEAD_COLUMNS, type SectionHeadRow } from '../../heads/section.ts'
import { THREAD_HEAD_COLUMNS, type ThreadHeadRow } from '../../heads/thread.ts'
import type { Attempt } from '../../idempotency/attempt.ts'
import { onceSql } from '../../idempotency/store.ts'
import { bodySql } from '../../large-bodies.ts'
import { noteParticipantSql, noteRevisionSql } from '../../notifying/sql.ts'
import { dueSql } from '../../search/indexing/sql.ts'
import { nameOf } from '../../sql.ts'
import { countForMemberSql } from '../../tallies/sql.ts'
import { noteActivitySql } from '../../unread/sql.ts'
import {
  PAGE_POST_COLUMNS,
  type PagePostRow,
  POST_COLUMNS,
  type PostRow,
  REVISION_COLUMNS,
  type RevisionRow,
} from './sql.ts'

export interface SinglePostRow {
  facts: ActorFacts | null
  post: PostRow
  thread: ThreadHeadRow & { isDeleted: boolean; postCount: number }
  section: SectionHeadRow
  revisions: RevisionRow[]
}

/** One statement, so that a post and its revisions are of one moment. */
const readSingle = (columns: string) => `
  SELECT ${actorFactsSql('$4')} AS facts,
    (SELECT row_to_json(one) FROM (SELECT ${POST_COLUMNS}) AS one) AS post,
    (
      SELECT row_to_json(one) FROM (
        SELECT ${THREAD_HEAD_COLUMNS}, t.is_deleted AS "isDeleted", t.post_count AS "postCount"
      ) AS one
    ) AS thread,
    (SELECT row_to_json(one) FROM (SELECT ${SECTION_HEAD_COLUMNS}) AS one) AS section,
    array_to_json(ARRAY(
      SELECT row_to_json(revision) FROM (
        SELECT ${columns} FROM revision AS r
        WHERE r.post_id = p.id AND r.position >= $2::bigint AND r.position < $2::bigint + $3::bigint
        ORDER BY r.position
      ) AS revision
    )) AS revisions
  FROM post AS p JOIN thread AS t ON t.id = p.thread_id JOIN section AS s ON s.id = t.section_id
  WHERE p.id = $1`

const plain = { name: 'single-post', text: readSingle(REVISION_COLUMNS) }
const withSource = {
  name: 'single-post-source',
  text: readSingle(`${REVISION_COLUMNS}, ${bodySql('source')} AS source`),
}

/** A post with a page of its revisions, oldest first; undefined if there is none with this id. */
export async function readSinglePost(
  db: Queries,
  id: string,
  { offset, limit }: Page,
  { source, userId }: { source: boolean; userId: string | null },
): Promise<SinglePostRow | undefined> {
  const statement = source ? withSource : plain
  const { rows } = await db.query<SinglePostRow>({ ...statement, values: [id, offset, limit, userId] })
  return rows[0]
}

/** A post with its place in its thread. */
export interface PlacedPost extends PostLocationRow {
  facts: ActorFacts | null
  sectionId: string
  threadIsDeleted: boolean
  authorName: string | null
  /** The current source; null while it is hidden. */
  source: string | null
}

export async function readPlacedPost(
  db: Queries,
  id: string,
  userId: string | null,
): Promise<PlacedPost | undefined> {
  const { rows } = await db.query<PlacedPost>({
    name: 'placed-post',
    text: `
      SELECT ${actorFactsSql('$2')} AS facts, ${POST_LOCATION_COLUMNS}, t.section_id AS "sectionId",
        t.is_deleted AS "threadIsDeleted", ${nameOf('p.author_id')} AS "authorName", r.source
      FROM post AS p JOIN thread AS t ON t.id = p.thread_id JOIN revision AS r ON r.id = p.last_revision_id
      WHERE p.id = $1`,
    values: [id, userId],
  })
  return rows[0]
}

/** What a new post needs besides its position and time, which the thread assigns. */
export interface NewPost {
  id: string
  revisionId: string
  authorId: string
  authorRole: Role | null
  html: string
  source: string
  hasAdminBlock: boolean
}

/**
 * A reply in one statement: the thread's row lock gives the post its position and a time later than any before, and the
 * post, its first revision and the thread's counters appear together. Nothing is written if the thread has since been
 * moved, locked or deleted. This is the most frequent write: it returns only what the thread assigns, since reading the
 * rows back would take the database a third as long again.
 */
const insertReplySql = (once: boolean) => `
  WITH t AS (
    UPDATE thread SET
      post_count = post_count + 1,
      announcement_count = announcement_count + $9::boolean::int,
      last_other_post_at = CASE WHEN last_post_author_id = $5 THEN last_other_post_at ELSE last_post_at END,
      last_post_at = greatest(
        date_trunc('milliseconds', clock_timestamp()), last_post_at + interval '1 millisecond'
      ),
      last_post_id = $3, last_post_author_id = $5, last_post_role = $6
    WHERE id = $1 AND section_id = $2 AND NOT is_locked AND NOT is_deleted
    RETURNING id, section_id, post_count - 1 AS position, last_post_at AS ctime, post_count
  ), a AS (${noteActivitySql('t')}
  ), m AS (${countForMemberSql(['MemberPost'], '$5', 'a')}
  ), n AS (${noteRevisionSql('t.id', '$3::uuid', '0', 't')}
  ), w AS (${noteParticipantSql('t.id', '$5::uuid', 't.position', 't')}
  ), p AS (
    INSERT INTO post (id, thread_id, position, ctime, author_id, author_role, last_revision_id)
    SELECT $3, t.id, t.position, t.ctime, $5, $6, $4 FROM t
  ), r AS (
    INSERT INTO revision (id, post_id, position, time, author_id, author_role, html, source, has_admin_block)
    SELECT $4, $3, 0, t.ctime, $5, $6, $7, $8, $9 FROM t
  ), d AS (${dueSql('SELECT $3::uuid FROM t')}
  )${once ? `, k AS (${onceSql('$10', '$11', '$3', 't')})` : ''}
  SELECT position, ctime, post_count AS "postCount" FROM t`
const REPLY = { name: 'reply', text: insertReplySql(false), types: timesAsText }
const REPLY_ONCE = { name: 'reply-once', text: insertReplySql(true), types: timesAsText }

/** What the thread assigns to a reply, and its new number of posts. */
interface Place {
  position: number
  ctime: string
  postCount: number
}

/** Returns the reply's place; undefined if nothing was written. */
export async function insertReply(
  db: Queries,
  thread: { id: string; sectionId: string },
  post: NewPost,
  attempt?: Attempt,
): Promise<Place | undefined> {
  const { id, revisionId, authorId, authorRole, html, source, hasAdminBlock } = post
  const values = [
    thread.id,
    thread.sectionId,
    id,
    revisionId,
    authorId,
    authorRole,
    html,
    source,
    hasAdminBlock,
  ]
  const { rows } = await db.query<Place>(
    attempt ? { ...REPLY_ONCE, values: [...values, attempt.id, attempt.body] } : { ...REPLY, values },
  )
  return rows[0]
}

/** A new reply as its thread's page shows it. */
export const replyRow = (post: NewPost, { position, ctime }: Place, authorName: string): PagePostRow => ({
  id: post.id,
  position,
  ctime,
  authorId: post.authorId,
  authorName,
  authorRole: post.authorRole,
  revisionCount: 1,
  isModerated: false,
  isHidden: false,
  revisionId: post.revisionId,
  revisionTime: ctime,
  revisionAuthorKind: 'User',
  revisionAuthorId: post.authorId,
  revisionAuthorName: null,
  revisionAuthorRole: post.authorRole,
  html: post.html,
  moderation: null,
  comment: null,
})

export interface PostOfThreadRow extends PagePostRow {
  facts: ActorFacts | null
  sectionId: string
  postCount: number
  isDeleted: boolean
}

/** A post as its thread's page shows it; undefined if there is none with this id. */
export async function readPost(
  db: Queries,
  id: string,
  userId: string | null,
): Promise<PostOfThreadRow | undefined> {
  const { rows } = await db.query<PostOfThreadRow>({
    name: 'post',
    text: `
      SELECT ${PAGE_POST_COLUMNS}, ${actorFactsSql('$2')} AS facts, t.section_id AS "sectionId",
        t.post_count AS "postCount", t.is_deleted AS "isDeleted"
      FROM post AS p JOIN thread AS t ON t.id = p.thread_id JOIN revision AS r ON r.id = p.last_revision_id
      LEFT JOIN known_user AS u ON u.id = p.author_id
      WHERE p.id = $1`,
    values: [id, userId],
    types: timesAsText,
  })
  return rows[0]
}
