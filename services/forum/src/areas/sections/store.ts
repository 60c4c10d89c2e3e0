import type { Page } from '@agora/shared/contracts/pagination'
import { timesAsText } from '@agora/shared/database/pool'
import type { Queries } from '@agora/shared/database/sql'
import { type ActorFacts, actorFactsSql } from '../../authority/store.ts'
import type { Reference } from '../../resources/references.ts'
import { itemsOf } from '../../resources/sql.ts'
import { type MemberFacts, memberColumns, type Reader, readerSql } from '../reading/unread/sql.ts'
import { type SubscriptionState, subscriptionToSectionSql } from '../subscriptions/store.ts'
import {
  lastPostSql,
  OPENING,
  OPENING_COLUMNS,
  type OverviewRow,
  type RoleGrantRow,
  type SectionRow,
  sectionColumns,
  sectionJsonSql,
  type ThreadSummaryRow,
  threadSummaryColumns,
} from './sql.ts'

const childrenSql = (forMember: boolean) => `array_to_json(ARRAY(
            SELECT row_to_json(child) FROM (
              SELECT ${sectionColumns(forMember)} FROM section AS s WHERE s.parent_id = (SELECT id FROM wanted)
              ORDER BY s.position, s.ctime, s.id
            ) AS child
          ))`

const ROLE_GRANTS = `array_to_json(ARRAY(
            SELECT json_build_object(
              'role', g.role, 'startTime', g.start_time, 'userId', g.user_id, 'userName', u.display_name,
              'grantedById', g.granted_by_id, 'grantedByName', b.display_name
            )
            FROM role_grant AS g
            LEFT JOIN known_user AS u ON u.id = g.user_id LEFT JOIN known_user AS b ON b.id = g.granted_by_id
            WHERE g.section_id = s.id ORDER BY g.start_time, g.id
          ))`

/** What a section's page shows besides its threads. */
interface SectionPageHead extends MemberFacts {
  section: SectionRow
  children: SectionRow[]
  roleGrants: RoleGrantRow[]
  /** A member's, of a full page. */
  subscription?: SubscriptionState
}

export interface SectionPageRow extends SectionPageHead {
  threads: ThreadSummaryRow[]
}

/**
 * A row of the statement below: a thread of the page (nulls if the page is empty), and on the first row what is there
 * besides.
 */
type PageLine = ThreadSummaryRow & { head: SectionPageHead | null }

const OF_SECTION = 't.section_id = (SELECT id FROM wanted) AND NOT t.is_deleted'
const NEWEST_FIRST = 't.is_pinned DESC, t.last_post_at DESC, t.id DESC'

/**
 * A section's page in one statement, so that its count and its items are of one moment. One of the most frequent reads;
 * what only members see is left out for guests. Where the page starts is found on the index alone, from its nearer end,
 * and its threads are read from there. They are rows, which are cheaper to write and read than JSON; the rest is JSON, once.
 */
const readPage = (by: Reference['by'], forMember: boolean, isFull: boolean) => `
  WITH wanted AS MATERIALIZED (SELECT * FROM section WHERE ${by} = $1),
  ${forMember ? `${readerSql('$4', '$5')},` : ''}
  span AS MATERIALIZED (
    SELECT $2::bigint AS skip, least($3::bigint, greatest(thread_count - $2::bigint, 0)) AS take,
      thread_count AS count, $2::bigint > thread_count / 2 AS backwards
    FROM wanted
  ),
  start AS MATERIALIZED (
    (
      SELECT t.is_pinned, t.last_post_at, t.id FROM thread AS t WHERE ${OF_SECTION} ORDER BY ${NEWEST_FIRST}
      LIMIT (SELECT CASE WHEN backwards THEN 0 ELSE 1 END FROM span) OFFSET (SELECT skip FROM span)
    )
    UNION ALL
    (
      SELECT t.is_pinned, t.last_post_at, t.id FROM thread AS t WHERE ${OF_SECTION}
      ORDER BY t.is_pinned, t.last_post_at, t.id
      LIMIT (SELECT CASE WHEN backwards THEN 1 ELSE 0 END FROM span)
      OFFSET (SELECT greatest(count - skip - 1, 0) FROM span)
    )
  )
  SELECT ${threadSummaryColumns(forMember)}${isFull ? OPENING_COLUMNS : ''},
    CASE WHEN t.id IS NULL OR t.id = (SELECT id FROM start) THEN (
      SELECT row_to_json(head) FROM (
        SELECT ${memberColumns(forMember, '$4')},
          ${forMember && isFull ? `${subscriptionToSectionSql('$4::uuid')} AS subscription,` : ''}
          ${sectionJsonSql(forMember)} AS section, ${childrenSql(forMember)} AS children, ${ROLE_GRANTS} AS "roleGrants"
      ) AS head
    ) END AS head
  FROM wanted AS s ${forMember ? 'CROSS JOIN reader' : ''}
  LEFT JOIN (
    SELECT * FROM thread AS t
    WHERE ${OF_SECTION}
      AND (t.is_pinned, t.last_post_at, t.id) <= (SELECT is_pinned, last_post_at, id FROM start)
    ORDER BY ${NEWEST_FIRST} LIMIT (SELECT take FROM span)
  ) AS t ON true
  ${isFull ? OPENING : ''}
  ORDER BY ${NEWEST_FIRST}`

const pageStatement = (by: Reference['by'], isFull: boolean) => {
  const name = `${isFull ? 'full-' : ''}section-page-by-${by}`
  return {
    guest: { name, text: readPage(by, false, isFull), types: timesAsText },
    member: { name: `${name}-for-member`, text: readPage(by, true, isFull), types: timesAsText },
  }
}
const bare = { id: pageStatement('id', false), key: pageStatement('key', false) }
const full = { id: pageStatement('id', true), key: pageStatement('key', true) }

/**
 * A section with one page of its threads, if it is full with all that can be included; undefined if the reference matches
 * none.
 */
export async function readSectionPage(
  db: Queries,
  { by, value }: Reference,
  { offset, limit }: Page,
  reader: Reader,
  isFull = false,
): Promise<SectionPageRow | undefined> {
  const { guest, member } = (isFull ? full : bare)[by]
  const values = [value, offset, limit]
  const rows = await db.all<PageLine>(
    reader.userId === null
      ? { values, ...guest }
      : { values: [...values, reader.userId, reader.since], ...member },
  )
  const head = rows[0]?.head
  return head ? { threads: itemsOf(rows), ...head } : undefined
}

const readAll = (forMember: boolean, more = '') => `
  SELECT ${memberColumns(forMember, '$1')},
    array_to_json(ARRAY(
      SELECT row_to_json(listed) FROM (
        SELECT ${sectionColumns(forMember)}${more} FROM section AS s ORDER BY s.position, s.ctime, s.id
      ) AS listed
    )) AS sections`

const listStatements = {
  guest: { name: 'section-list', text: readAll(false) },
  member: { name: 'section-list-for-member', text: readAll(true) },
}

/** All sections by their order, then creation. Administrators make them, so there are few. */
export const listSections = (db: Queries, { userId }: Reader) =>
  db.one<MemberFacts & { sections: SectionRow[] }>(
    userId === null ? listStatements.guest : { values: [userId], ...listStatements.member },
  )

const overviewStatements = {
  guest: { name: 'overview', text: readAll(false, `, ${lastPostSql} AS "lastPost"`) },
  member: { name: 'overview-for-member', text: readAll(true, `, ${lastPostSql} AS "lastPost"`) },
}

/** The same, each with its own newest post. */
export const readOverview = (db: Queries, { userId }: Reader) =>
  db.one<MemberFacts & { sections: OverviewRow[] }>(
    userId === null ? overviewStatements.guest : { values: [userId], ...overviewStatements.member },
  )

/** What decides on a new thread in a section, with the acting member's facts. */
export interface SectionState {
  facts: ActorFacts
  id: string
  isCategory: boolean
}

/** The section as it is now; undefined if the reference matches none. */
export const findSection = (db: Queries, { by, value }: Reference, userId: string | null = null) =>
  db.maybeOne<SectionState>({
    name: `section-state-by-${by}`,
    text: `SELECT id, child_count > 0 AS "isCategory", ${actorFactsSql('$2')} AS facts FROM section WHERE ${by} = $1`,
    values: [value, userId],
  })
