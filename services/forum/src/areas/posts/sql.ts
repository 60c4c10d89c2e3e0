import type { Role } from '@agora/shared/contracts/roles'
import { textSql } from '../../bodies/large-texts.ts'
import type { PostHeadRow } from '../../resources/post.ts'
import { nameOf } from '../../resources/sql.ts'

/** A revision with its author's name, in JSON. */
export interface RevisionRow {
  id: string
  time: string
  authorKind: 'User' | 'Role'
  authorId: string
  authorName: string | null
  authorRole: Role | null
  html: string | null
  source?: string | null
  moderation: string | null
  comment: string | null
}

/** A post with its author's name. */
export interface PostRow extends PostHeadRow {
  position: number
  revisionCount: number
  isModerated: boolean
  isHidden: boolean
}

/** The columns of a `PostRow` for the post aliased `p`. */
export const POST_COLUMNS = `
    p.id, p.position, p.ctime, p.author_id AS "authorId",
    ${nameOf('p.author_id')} AS "authorName",
    p.author_role AS "authorRole", p.revision_count AS "revisionCount",
    p.is_moderated AS "isModerated", p.is_hidden AS "isHidden"`

/** The columns of a `RevisionRow` for the revision aliased `r`, without its source. */
export const REVISION_COLUMNS = `
    r.id, r.time, r.author_kind AS "authorKind", r.author_id AS "authorId",
    ${nameOf('r.author_id')} AS "authorName",
    r.author_role AS "authorRole", ${textSql('revision.html', 'r')} AS html, ${textSql('revision.moderation', 'r')} AS moderation,
    ${textSql('revision.comment', 'r')} AS comment`

/**
 * A post with its last revision in one row, since the most frequent read has many of them. Of a post as it was written
 * the revision's time and author are null: they are the post's.
 */
export interface PagePostRow extends PostRow {
  revisionId: string
  revisionTime: string | null
  revisionAuthorKind: 'Role' | null
  revisionAuthorId: string | null
  revisionAuthorName: string | null
  revisionAuthorRole: Role | null
  html: string | null
  moderation: string | null
  comment: string | null
}

/** The columns of a `PagePostRow` for the post aliased `p`, its last revision `r` and its author `u`. */
export const PAGE_POST_COLUMNS = `
    p.id, p.position, p.ctime, p.author_id AS "authorId", u.display_name AS "authorName",
    p.author_role AS "authorRole", p.revision_count AS "revisionCount",
    p.is_moderated AS "isModerated", p.is_hidden AS "isHidden",
    r.id AS "revisionId", NULLIF(r.time, p.ctime) AS "revisionTime",
    NULLIF(r.author_kind, 'User') AS "revisionAuthorKind", NULLIF(r.author_id, p.author_id) AS "revisionAuthorId",
    CASE WHEN r.author_id <> p.author_id THEN ${nameOf('r.author_id')} END AS "revisionAuthorName",
    r.author_role AS "revisionAuthorRole", ${textSql('revision.html', 'r')} AS html, ${textSql('revision.moderation', 'r')} AS moderation,
    ${textSql('revision.comment', 'r')} AS comment`

export const lastRevisionOf = (post: PagePostRow): RevisionRow => ({
  id: post.revisionId,
  time: post.revisionTime ?? post.ctime,
  authorKind: post.revisionAuthorKind ?? 'User',
  authorId: post.revisionAuthorId ?? post.authorId,
  authorName: post.revisionAuthorId === null ? post.authorName : post.revisionAuthorName,
  authorRole: post.revisionAuthorRole,
  html: post.html,
  moderation: post.moderation,
  comment: post.comment,
})
