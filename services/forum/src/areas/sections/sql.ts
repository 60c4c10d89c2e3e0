import type { Role } from '@agora/shared/contracts/roles'
import type { Emblem } from '@agora/shared/emblems/emblems'
import { beginningSql } from '../../bodies/excerpt.ts'
import { SECTION_HEAD_COLUMNS, type SectionHeadRow } from '../../resources/section.ts'
import { latestThreadsSql, nameOf } from '../../resources/sql.ts'
import { THREAD_HEAD_COLUMNS, type ThreadHeadRow } from '../../resources/thread.ts'
import type { CountedSection } from '../reading/unread/counter.ts'
import { activitySql, isUnreadSql } from '../reading/unread/sql.ts'

/** A section without its threads, as the queries below return it in JSON. */
export interface SectionRow extends SectionHeadRow, CountedSection {
  locale: string | null
  ctime: string
  description: string | null
  colour: string | null
  picture: Emblem | null
  isArchived: boolean
  threadCount: number
  childCount: number
  /** From the parent up to the root. */
  ancestors: AncestorRow[]
}

export interface AncestorRow extends SectionHeadRow {
  locale: string | null
}

export interface RoleGrantRow {
  role: Role
  startTime: string
  userId: string
  userName: string | null
  grantedById: string
  grantedByName: string | null
}

/** The columns of a `SectionRow` for the section aliased `s`; only members get its activity. */
export const sectionColumns = (forMember: boolean) => `
    ${SECTION_HEAD_COLUMNS}, s.locale, s.ctime, s.description, s.colour, s.picture, s.is_archived AS "isArchived",
    s.thread_count AS "threadCount", s.child_count AS "childCount", s.ancestors
    ${forMember ? `, ${activitySql('s.id')} AS activity` : ''}`

/** The `SectionRow` of the section aliased `s` as JSON. */
export const sectionJsonSql = (forMember: boolean) =>
  `(SELECT row_to_json(one) FROM (SELECT ${sectionColumns(forMember)}) AS one)`

/** A section with its newest post that everybody may see. */
export interface OverviewRow extends SectionRow {
  /** From SQL, of the section itself; the overview adds its descendants. */
  lastPost: LastPostRow | null
}

export interface LastPostRow {
  threadId: string
  threadKey: string | null
  threadTitle: string
  postId: string
  postAt: string
  authorId: string
  authorName: string | null
  authorRole: Role | null
}

/**
 * The `LastPostRow` of the section aliased `s` as JSON: the later one among pinned and other threads, on the page's
 * index.
 */
export const lastPostSql = `CASE WHEN s.readers = 'Everyone' THEN (
    SELECT row_to_json(last) FROM (
      SELECT t.id AS "threadId", t.key AS "threadKey", t.title AS "threadTitle", t.last_post_id AS "postId",
        t.last_post_at AS "postAt", t.last_post_author_id AS "authorId",
        ${nameOf('t.last_post_author_id')} AS "authorName", t.last_post_role AS "authorRole"
      FROM (${latestThreadsSql({ columns: 't.*', section: 's.id', limit: 1 })}) AS t
      ORDER BY t.last_post_at DESC, t.id DESC LIMIT 1
    ) AS last
  ) END`

/** An item of a section's page. */
export interface ThreadSummaryRow extends ThreadHeadRow, Partial<OpeningRow> {
  postCount: number
  isAnnounced: boolean
  lastPostId: string
  lastPostAt: string
  lastPostAuthorId: string
  lastPostAuthorName: string | null
  lastPostRole: Role | null
  isUnread: boolean
}

/** The columns of a `ThreadSummaryRow` for the thread aliased `t`; for a member they need `reader` in the FROM list. */
export const threadSummaryColumns = (forMember: boolean) => `
    ${THREAD_HEAD_COLUMNS}, t.post_count AS "postCount", t.announcement_count > 0 AS "isAnnounced",
    t.last_post_id AS "lastPostId", t.last_post_at AS "lastPostAt", t.last_post_author_id AS "lastPostAuthorId",
    ${nameOf('t.last_post_author_id')} AS "lastPostAuthorName", t.last_post_role AS "lastPostRole",
    ${forMember ? isUnreadSql : 'false'} AS "isUnread"`

/** The first post of a thread, and how its body begins, which is null if it is hidden. */
export interface OpeningRow {
  openingId: string
  openingAt: string
  openingAuthorId: string
  openingAuthorName: string | null
  openingRole: Role | null
  openingHtml: string | null
}

/** The columns of an `OpeningRow`, more of a `ThreadSummaryRow` where it is asked for; they need `OPENING`. */
export const OPENING_COLUMNS = `,
    opening.id AS "openingId", opening.ctime AS "openingAt", opening.author_id AS "openingAuthorId",
    ${nameOf('opening.author_id')} AS "openingAuthorName", opening.author_role AS "openingRole",
    ${beginningSql('opening')} AS "openingHtml"`

/** Joins the first post of the thread aliased `t`, one by one. */
export const OPENING = `LEFT JOIN LATERAL (
    SELECT p.id, p.ctime, p.author_id, p.author_role, r.html
    FROM post AS p JOIN revision AS r ON r.id = p.last_revision_id
    WHERE p.thread_id = t.id AND p.position = 0 LIMIT 1
  ) AS opening ON true`
