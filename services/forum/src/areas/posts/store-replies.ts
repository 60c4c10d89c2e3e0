import { timesAsText } from '@agora/shared/database/pool'
import { prepared, type Queries, raw, type Sql, sql } from '@agora/shared/database/sql'
import type { Attempt } from '../../idempotency/store.ts'
import { mayShowPictures } from '../../pictures/store.ts'
import { countForMembersSql, ofMemberSql } from '../../tallies/sql.ts'
import { tellOfRepliesSql } from '../moderation/told.ts'
import { activityOfSql, recordActivitiesSql } from '../reading/unread/sql.ts'
import type { PagePostRow } from './sql.ts'
import {
  type NewPost,
  newPostSql,
  postRowsSql,
  recordParticipantSql,
  statementName,
  type Writing,
} from './store-new-post.ts'

/** A post to write in a thread that was judged as it was in this section. */
export interface NewReply {
  thread: { id: string; sectionId: string }
  post: NewPost
  attempt: Attempt | undefined
}

/** What the thread assigns to a reply, and its new number of posts. */
export interface WrittenReply {
  position: number
  ctime: string
  postCount: number
}

/** How a reply changes its thread, aliased `t`. */
const next = ({
  post,
  author,
  role,
  hasAdminBlock,
}: Record<'post' | 'author' | 'role' | 'hasAdminBlock', Sql>) => sql`
      post_count = t.post_count + 1,
      announcement_count = t.announcement_count + ${hasAdminBlock}::int,
      last_other_post_at = CASE WHEN t.last_post_author_id = ${author} THEN t.last_other_post_at ELSE t.last_post_at END,
      last_post_at = greatest(
        date_trunc('milliseconds', clock_timestamp()), t.last_post_at + interval '1 millisecond'
      ),
      last_post_id = ${post}, last_post_author_id = ${author}, last_post_role = ${role}`

/**
 * A reply in one statement: the thread's row lock gives the post its position and a time later than any before, and all
 * else follows from the thread's row `t`. Nothing is written if the thread has since been moved, locked or deleted. This is
 * the most frequent write: it returns only what the thread assigns, since reading the rows back would take the database a
 * third as long again.
 */
const replySql = ({ thread, post }: NewReply, writing: Writing) => sql`
  WITH t AS (
    UPDATE thread AS t SET ${next({
      post: sql`${post.id}::uuid`,
      author: sql`${post.authorId}::uuid`,
      role: sql`${post.authorRole}::"Role"`,
      hasAdminBlock: sql`${post.hasAdminBlock}::boolean`,
    })}
    WHERE id = ${thread.id} AND section_id = ${thread.sectionId} AND NOT is_locked AND NOT is_deleted
    RETURNING section_id, id AS thread, last_post_id AS post, last_post_author_id AS author, last_post_role AS role,
      post_count - 1 AS position, last_post_at AS ctime, post_count
  ), ${newPostSql('PostWritten', post, writing)}
  SELECT position, ctime, post_count AS "postCount" FROM t`

/** Returns what the thread assigns to the reply; undefined if nothing was written. `isTold`: whether applications are told. */
export async function insertReply(
  db: Queries,
  reply: NewReply,
  isTold: boolean,
): Promise<WrittenReply | undefined> {
  const writing = { attempt: reply.attempt, isTold }
  const statement = prepared(statementName('reply', writing), replySql(reply, writing))
  return db.maybeOne<WrittenReply>({ ...statement, types: timesAsText })
}

const ofGiven = {
  post: raw('given.post'),
  author: raw('given.author'),
  role: raw('given.role'),
  hasAdminBlock: raw('given.has_admin_block'),
}

const ofReply = {
  revision: raw('revision'),
  html: raw('html'),
  source: raw('source'),
  hasAdminBlock: raw('has_admin_block'),
  pictures: raw('pictures'),
}

/**
 * Replies to different threads in one statement, which takes a third of the time of one for each. It takes only replies
 * all of whose rows exist and are locked by nobody else, so it waits for nobody, and nobody can wait for it in a circle.
 * Laterals and `ANY` keep it on the indexes: a plan may be made while the tables are small.
 */
const insertRepliesSql = (isTold: boolean) => `
  WITH reply AS (
    SELECT * FROM unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::"Role"[], $7::text[], $8::text[], $9::boolean[],
      $10::boolean[], $11::bytea[], $12::bytea[]
    ) AS reply (
      thread, section_id, post, revision, author, role, html, source, has_admin_block, pictures, attempt, body
    )
  ), given AS (
    SELECT reply.* FROM reply
    CROSS JOIN LATERAL (
      SELECT FROM thread AS t
      WHERE t.id = reply.thread AND t.section_id = reply.section_id AND NOT t.is_locked AND NOT t.is_deleted
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS t
    CROSS JOIN LATERAL (
      SELECT FROM section_activity AS a WHERE ${activityOfSql('a', 'reply.section_id', 'reply.thread')}
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS a
    CROSS JOIN LATERAL (
      SELECT FROM tally AS m WHERE ${ofMemberSql('m', 'MemberPost', 'reply.author')} FOR NO KEY UPDATE SKIP LOCKED
    ) AS m
  ), t AS (
    UPDATE thread AS t SET ${next(ofGiven).text}
    FROM given WHERE t.id = given.thread AND t.id = ANY ($1::uuid[])
    RETURNING given.*, post_count - 1 AS position, last_post_at AS ctime, post_count
  ), ${postRowsSql('PostWritten', ofReply, 't').text}, activity AS (${recordActivitiesSql('t.section_id', 't.thread', 't')}
  ), counted AS (${countForMembersSql('MemberPost', 't.author', 't')}
  ), participant AS (${recordParticipantSql('t')}
  ), attempted AS (
    INSERT INTO idempotency_key (id, body, creation_id) SELECT attempt, body, post FROM t WHERE attempt IS NOT NULL
  )${isTold ? `, told AS (${tellOfRepliesSql('t')})` : ''}
  SELECT post, position, ctime, post_count AS "postCount" FROM t`
const REPLIES = { name: 'replies', text: insertRepliesSql(false), types: timesAsText }
const REPLIES_TOLD = { name: 'replies-told', text: insertRepliesSql(true), types: timesAsText }

const valuesOf = ({ thread, post, attempt }: NewReply) => [
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
  attempt?.id ?? null,
  attempt?.body ?? null,
]

/** Returns what their threads assign to the replies that were written; the others can be written one by one. */
export async function insertReplies(
  db: Queries,
  replies: readonly NewReply[],
  isTold: boolean,
): Promise<Map<NewReply, WrittenReply>> {
  const lines = replies.map(valuesOf)
  const written = await db.all<WrittenReply & { post: string }>({
    ...(isTold ? REPLIES_TOLD : REPLIES),
    values: lines[0]!.map((_, column) => lines.map((line) => line[column])),
  })
  const byPost = new Map(replies.map((reply) => [reply.post.id, reply]))
  return new Map(written.map(({ post, ...place }) => [byPost.get(post)!, place]))
}

/** A new reply as its thread's page shows it. */
export const replyRow = (
  post: NewPost,
  { position, ctime }: WrittenReply,
  authorName: string,
): PagePostRow => ({
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
