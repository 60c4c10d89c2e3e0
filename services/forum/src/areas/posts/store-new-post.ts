import type { Role } from '@agora/shared/contracts/roles'
import { empty, raw, type Sql, sql } from '@agora/shared/database/sql'
import { insertPostChange } from '../../changes/store.ts'
import { type Attempt, recordAttemptOf } from '../../idempotency/store.ts'
import { mayShowPictures } from '../../pictures/store.ts'
import { countForMemberSql } from '../../tallies/sql.ts'
import { tellOfRepliesSql, tellOfThreadsSql } from '../moderation/told.ts'
import { recordActivitySql } from '../reading/unread/sql.ts'

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

/** How a post is written: what is kept of the attempt to write it, and whether applications are told. */
export interface Writing {
  attempt: Attempt | undefined
  isTold: boolean
}

/** Names the prepared statement that writes a post in this way. */
export const statementName = (name: string, { attempt, isTold }: Writing) =>
  `${name}${attempt ? '-once' : ''}${isTold ? '-told' : ''}`

/**
 * The rows of a post, its revision and its change, for each row of `from`, which has its `section_id`, `thread`, `post`,
 * `position`, `author`, `role` and `ctime`; the thread's row is locked.
 */
export const postRowsSql = (
  kind: 'ThreadOpened' | 'PostWritten',
  columns: Record<'revision' | 'html' | 'source' | 'hasAdminBlock' | 'pictures', Sql>,
  from: string,
): Sql => sql`
  new_post AS (
    INSERT INTO post (id, thread_id, position, ctime, author_id, author_role, last_revision_id)
    SELECT post, thread, position, ctime, author, role, ${columns.revision} FROM ${raw(from)}
  ), new_revision AS (
    INSERT INTO revision (id, post_id, position, time, author_id, author_role, html, source, has_admin_block)
    SELECT ${columns.revision}, post, 0, ctime, author, role, ${columns.html}, ${columns.source}, ${columns.hasAdminBlock}
    FROM ${raw(from)}
  ), recorded AS (${insertPostChange(kind, columns.pictures, from)}
  )`

/** Records who has written in a thread, and since which post: the `thread`, `author` and `position` of `from`. */
export const recordParticipantSql = (from: string) => `
    INSERT INTO thread_participant (thread_id, user_id, position) SELECT thread, author, position FROM ${from}
    ON CONFLICT DO NOTHING`

/** What is counted with a post, and what follows from it at once: the rest is done by followers. */
const countedWithPost = (
  from: string,
  listings: Parameters<typeof countForMemberSql>[0],
  tell: (source: string) => string,
) => ({
  counted: raw(`activity AS (${recordActivitySql(from)}
  ), counted AS (${countForMemberSql(listings, 'author', `${from} JOIN activity USING (section_id)`)}
  ), participant AS (${recordParticipantSql(from)}
  )`),
  told: raw(`, told AS (${tell(from)})`),
})
const kinds = {
  PostWritten: { ...countedWithPost('t', ['MemberPost'], tellOfRepliesSql), from: 't', creation: 'post' },
  ThreadOpened: {
    ...countedWithPost('s', ['MemberPost', 'MemberThread'], tellOfThreadsSql),
    from: 's',
    creation: 'thread',
  },
} as const

/** All that a statement writes with one post besides its thread, whose row is `t`, or `s` if the thread is opened with it. */
export function newPostSql(kind: keyof typeof kinds, post: NewPost, { attempt, isTold }: Writing): Sql {
  const { from, creation, counted, told } = kinds[kind]
  const columns = {
    revision: sql`${post.revisionId}::uuid`,
    html: sql`${post.html}`,
    source: sql`${post.source}`,
    hasAdminBlock: sql`${post.hasAdminBlock}::boolean`,
    pictures: sql`${mayShowPictures(post.html)}::boolean`,
  }
  const attempted = attempt ? sql`, attempted AS (${recordAttemptOf(attempt, creation, from)})` : empty
  return sql`${postRowsSql(kind, columns, from)}, ${counted}${attempted}${isTold ? told : empty}`
}
