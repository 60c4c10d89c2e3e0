import { timesAsText } from '@agora/shared/database/pool'
import type { Queries } from '@agora/shared/database/sql'
import type { Role } from '../../authority/role.ts'
import { recordPostSql } from '../../changes/sql.ts'
import type { Attempt } from '../../idempotency/attempt.ts'
import { onceSql } from '../../idempotency/store.ts'
import { recordParticipantSql } from '../../notifying/sql.ts'
import { mayShowPictures } from '../../pictures/store.ts'
import { countForMemberSql, countForMembersSql, ofMemberSql } from '../../tallies/sql.ts'
import { activityOfSql, recordActivitiesSql, recordActivitySql } from '../../unread/sql.ts'
import { tellOfRepliesSql } from '../moderation/told.ts'
import type { PagePostRow } from './sql.ts'

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

/** A post to write in a thread that was judged as it was in this section. */
export interface NewReply {
  thread: { id: string; sectionId: string }
  post: NewPost
  attempt: Attempt | undefined
}

/** What the thread assigns to a reply, and its new number of posts. */
export interface Place {
  position: number
  ctime: string
  postCount: number
}

/** How a reply by `author` changes its thread, aliased `t`. */
const nextSql = (post: string, author: string, role: string, hasAdminBlock: string) => `
      post_count = t.post_count + 1,
      announcement_count = t.announcement_count + ${hasAdminBlock}::boolean::int,
      last_other_post_at = CASE WHEN t.last_post_author_id = ${author} THEN t.last_other_post_at ELSE t.last_post_at END,
      last_post_at = greatest(
        date_trunc('milliseconds', clock_timestamp()), t.last_post_at + interval '1 millisecond'
      ),
      last_post_id = ${post}, last_post_author_id = ${author}, last_post_role = ${role}`

/** What applications are told of a reply, and of several. */
const TOLD = 'SELECT section_id, id AS thread, $3::uuid AS post, $5::uuid AS author, ctime FROM t'
const ALL_TOLD = 'SELECT section_id, thread_id AS thread, id AS post, author_id AS author, ctime FROM t'

const POST_COLUMNS = 'id, thread_id, position, ctime, author_id, author_role, last_revision_id'
const REVISION_COLUMNS = 'id, post_id, position, time, author_id, author_role, html, source, has_admin_block'

/**
 * A reply in one statement: the thread's row lock gives the post its position and a time later than any before, and the
 * post, its first revision and the thread's counters appear together. Nothing is written if the thread has since been
 * moved, locked or deleted. This is the most frequent write: it returns only what the thread assigns, since reading the
 * rows back would take the database a third as long again.
 */
const insertReplySql = ({ once, told }: { once: boolean; told: boolean }) => `
  WITH t AS (
    UPDATE thread AS t SET ${nextSql('$3', '$5', '$6', '$9')}
    WHERE id = $1 AND section_id = $2 AND NOT is_locked AND NOT is_deleted
    RETURNING id, section_id, post_count - 1 AS position, last_post_at AS ctime, post_count
  ), a AS (${recordActivitySql('t')}
  ), m AS (${countForMemberSql(['MemberPost'], '$5', 'a')}
  ), w AS (${recordParticipantSql('t.id', '$5::uuid', 't.position', 't')}
  ), p AS (
    INSERT INTO post (${POST_COLUMNS}) SELECT $3, t.id, t.position, t.ctime, $5, $6, $4 FROM t
  ), r AS (
    INSERT INTO revision (${REVISION_COLUMNS}) SELECT $4, $3, 0, t.ctime, $5, $6, $7, $8, $9 FROM t
  ), c AS (${recordPostSql(
    'PostWritten',
    {
      section: 't.section_id',
      thread: 't.id',
      post: '$3::uuid',
      actor: '$5::uuid',
      pictures: '$10::boolean',
    },
    't',
  )}
  )${once ? `, k AS (${onceSql('$11', '$12', '$3', 't')})` : ''}
  ${told ? `, o AS (${tellOfRepliesSql(`(${TOLD}) AS t`)})` : ''}
  SELECT position, ctime, post_count AS "postCount" FROM t`
const statement = (name: string, how: { once: boolean; told: boolean }) => ({
  name,
  text: insertReplySql(how),
  types: timesAsText,
})
const statements = {
  untold: {
    reply: statement('reply', { once: false, told: false }),
    once: statement('reply-once', { once: true, told: false }),
  },
  told: {
    reply: statement('reply-told', { once: false, told: true }),
    once: statement('reply-once-told', { once: true, told: true }),
  },
}

const valuesOf = ({ thread, post }: NewReply) => [
  thread.id,
  thread.sectionId,
  post.id,
  post.revisionId,
  post.authorId,
  post.authorRole,
  post.html,
  post.source,
  post.hasAdminBlock,
  mayShowPictures(post.html),
]

/** Returns the reply's place; undefined if nothing was written. `isTold`: whether applications are told. */
export async function insertReply(db: Queries, reply: NewReply, isTold: boolean): Promise<Place | undefined> {
  const { attempt } = reply
  const values = valuesOf(reply)
  const { reply: always, once } = isTold ? statements.told : statements.untold
  const { rows } = await db.query<Place>(
    attempt ? { values: [...values, attempt.id, attempt.body], ...once } : { values, ...always },
  )
  return rows[0]
}

/**
 * Replies to different threads in one statement, which takes a third of the time of one for each. It takes only replies
 * all of whose rows exist and are locked by nobody else, so it waits for nobody, and nobody can wait for it in a circle.
 * Laterals and `ANY` keep it on the indexes: a plan may be made while the tables are small.
 */
const insertRepliesSql = (told: boolean) => `
  WITH given AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::"Role"[], $7::text[], $8::text[], $9::boolean[],
      $10::boolean[], $11::bytea[], $12::bytea[]
    ) AS given (
      thread_id, section_id, id, revision_id, author_id, author_role, html, source, has_admin_block, pictures, attempt, body
    )
  ), free AS (
    SELECT given.* FROM given
    CROSS JOIN LATERAL (
      SELECT FROM thread AS t
      WHERE t.id = given.thread_id AND t.section_id = given.section_id AND NOT t.is_locked AND NOT t.is_deleted
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS t
    CROSS JOIN LATERAL (
      SELECT FROM section_activity AS a WHERE ${activityOfSql('a', 'given.section_id', 'given.thread_id')}
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS a
    CROSS JOIN LATERAL (
      SELECT FROM tally AS m WHERE ${ofMemberSql('m', 'MemberPost', 'given.author_id')} FOR NO KEY UPDATE SKIP LOCKED
    ) AS m
  ), t AS (
    UPDATE thread AS t SET ${nextSql('free.id', 'free.author_id', 'free.author_role', 'free.has_admin_block')}
    FROM free WHERE t.id = free.thread_id AND t.id = ANY ($1::uuid[])
    RETURNING free.*, post_count - 1 AS position, last_post_at AS ctime, post_count
  ), a AS (${recordActivitiesSql('t.section_id', 't.thread_id', 't')}
  ), m AS (${countForMembersSql('MemberPost', 't.author_id', 't')}
  ), w AS (${recordParticipantSql('t.thread_id', 't.author_id', 't.position', 't')}
  ), p AS (
    INSERT INTO post (${POST_COLUMNS})
    SELECT id, thread_id, position, ctime, author_id, author_role, revision_id FROM t
  ), r AS (
    INSERT INTO revision (${REVISION_COLUMNS})
    SELECT revision_id, id, 0, ctime, author_id, author_role, html, source, has_admin_block FROM t
  ), c AS (${recordPostSql(
    'PostWritten',
    {
      section: 't.section_id',
      thread: 't.thread_id',
      post: 't.id',
      actor: 't.author_id',
      pictures: 't.pictures',
    },
    't',
  )}
  ), k AS (${onceSql('attempt', 'body', 'id', 't WHERE attempt IS NOT NULL')}
  )
  ${told ? `, o AS (${tellOfRepliesSql(`(${ALL_TOLD}) AS t`)})` : ''}
  SELECT id, position, ctime, post_count AS "postCount" FROM t`
const REPLIES = { name: 'replies', text: insertRepliesSql(false), types: timesAsText }
const REPLIES_TOLD = { name: 'replies-told', text: insertRepliesSql(true), types: timesAsText }

/** Returns the places of the replies that were written; the others can be written one by one. */
export async function insertReplies(
  db: Queries,
  replies: readonly NewReply[],
  isTold: boolean,
): Promise<Map<NewReply, Place>> {
  const lines = replies.map((reply) => [
    ...valuesOf(reply),
    reply.attempt?.id ?? null,
    reply.attempt?.body ?? null,
  ])
  const { rows } = await db.query<Place & { id: string }>({
    ...(isTold ? REPLIES_TOLD : REPLIES),
    values: lines[0]!.map((_, column) => lines.map((line) => line[column])),
  })
  const byPost = new Map(replies.map((reply) => [reply.post.id, reply]))
  return new Map(rows.map(({ id, ...place }) => [byPost.get(id)!, place]))
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
  revisionTime: null,
  revisionAuthorKind: null,
  revisionAuthorId: null,
  revisionAuthorName: null,
  revisionAuthorRole: post.authorRole,
  html: post.html,
  moderation: null,
  comment: null,
})
