import type { Role } from '../../authority/role.ts'

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

/** A post with its author's name, in JSON. */
export interface PostRow {
  id: string
  position: number
  ctime: string
  authorId: string
  authorName: string | null
  authorRole: Role | null
  revisionCount: number
  isModerated: boolean
  isHidden: boolean
}

/** The columns of a `PostRow` for the post aliased `p`. */
export const POST_COLUMNS = `
    p.id, p.position, p.ctime, p.author_id AS "authorId",
    (SELECT display_name FROM known_user AS u WHERE u.id = p.author_id) AS "authorName",
    p.author_role AS "authorRole", p.revision_count AS "revisionCount",
    p.is_moderated AS "isModerated", p.is_hidden AS "isHidden"`

/** The columns of a `RevisionRow` for the revision aliased `r`, without its source. */
export const REVISION_COLUMNS = `
    r.id, r.time, r.author_kind AS "authorKind", r.author_id AS "authorId",
    (SELECT display_name FROM known_user AS u WHERE u.id = r.author_id) AS "authorName",
    r.author_role AS "authorRole", r.html, r.moderation, r.comment`
