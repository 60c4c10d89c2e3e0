import { SECTION_HEAD_COLUMNS, type SectionHeadRow } from '../../resources/section.ts'
import { boundedCountSql, latestThreadsSql, MAX_COUNTED } from '../../resources/sql.ts'
import { isUnreadSql, readerSql } from '../reading/unread/sql.ts'
import { OPENING, OPENING_COLUMNS, type ThreadSummaryRow, threadSummaryColumns } from '../sections/sql.ts'
import type { ListKind } from './schemas.ts'

export interface ListedThreadRow extends ThreadSummaryRow {
  section: SectionHeadRow & { locale: string | null }
}

/**
 * How many of the latest threads are checked for unread ones, which bounds the cost for a member who has read everything; no
 * list goes on beyond so many, which bounds the cost of a page far down.
 */
export const LOOK_LIMIT = 5_000

const BY_NEWEST = 'ORDER BY t.last_post_at DESC, t.id DESC'

/**
 * Not in one of the sections that the reader may not read. As a query of its own: of a forum with one section the planner would
 * suppose that it holds of none, and read all threads.
 */
const isOpen = (section: string) => `(SELECT ${section} <> ALL ($5::uuid[]))`

/** The sections whose threads are listed: all that the reader may read, or of these the one named by `$6` and all below it. */
const placesSql = (inSection: boolean) => `places AS MATERIALIZED (
    SELECT id, ancestors, thread_count FROM section WHERE ${isOpen('id')}${
      inSection
        ? ` AND (id = $6::uuid OR ancestors @> jsonb_build_array(jsonb_build_object('id', $6::text)))`
        : ''
    }
  )`

/** The number of rows up to the end of the page. */
const PAGE = '($1::bigint + $2::bigint)'

/** The latest threads of these sections, as many as `limit` of each: what the index of its page has of them. */
const latestOf = (sections: string, limit: string | number, where?: string) => `
    SELECT latest.* FROM ${sections} AS place CROSS JOIN LATERAL (${latestThreadsSql({
      columns: 't.id, t.last_post_at, t.last_post_author_id, t.last_other_post_at',
      section: 'place.id',
      where,
      limit,
    })}) AS latest`

/**
 * What the member watches: threads that they have chosen a level for, and sections by the nearest choice for one of them
 * or one above it, those that they have chosen for the section, its parent and so on.
 */
const WATCHED = `chosen AS MATERIALIZED (
    SELECT t.id, t.section_id, t.last_post_at, own.level FROM subscription AS own
    CROSS JOIN LATERAL (SELECT * FROM thread WHERE id = own.target_id AND NOT is_deleted LIMIT 1) AS t
    WHERE own.user_id = $3::uuid AND t.section_id IN (SELECT id FROM places)
  ),
  watched AS MATERIALIZED (
    SELECT s.id, s.thread_count FROM places AS s
    WHERE 'Watching' = (
      SELECT own.level FROM (
        SELECT s.id, 0 AS n
        UNION ALL
        SELECT (above.value ->> 'id')::uuid, above.ordinality
        FROM jsonb_array_elements(s.ancestors) WITH ORDINALITY AS above
      ) AS near
      CROSS JOIN LATERAL (
        SELECT level FROM subscription WHERE target_id = near.id AND user_id = $3::uuid LIMIT 1
      ) AS own
      ORDER BY near.n LIMIT 1
    )
  )`

/** The number of all threads of these sections, and `more`. */
const countOf = (sections: string, more = '0') =>
  `least((SELECT coalesce(sum(thread_count), 0) FROM ${sections}) + ${more}, ${MAX_COUNTED})::int`

/** What the threads chosen alone add: those in watched sections are counted there, watched or not. */
const CHOSEN_BESIDES = `(
    SELECT count(*) FILTER (WHERE level = 'Watching') - count(*) FILTER (WHERE section_id IN (SELECT id FROM watched))
    FROM chosen
  )`

/** A list: what follows SELECT for its threads, unordered, the latest of its page at least, aliased `t`; and their number. */
function sourceOf(kind: ListKind, inSection: boolean): { page: string; count: string } {
  const within = inSection ? 't.section_id IN (SELECT id FROM places)' : isOpen('t.section_id')
  switch (kind) {
    case 'Latest': {
      const page = inSection
        ? `FROM (${latestOf('places', PAGE)}) AS t`
        : `FROM thread AS t WHERE NOT t.is_deleted AND ${within}`
      return { page, count: countOf('places') }
    }
    case 'Watched': {
      // Asked of one thread after the other: as a join it would take the section's threads all together.
      const isOfSection =
        '(SELECT level FROM subscription WHERE target_id = t.id AND user_id = $3::uuid) IS NULL'
      const page = `FROM (
          SELECT id, last_post_at FROM chosen WHERE level = 'Watching'
          UNION ALL
          SELECT id, last_post_at FROM (${latestOf('watched', PAGE, isOfSection)}) AS of_sections
        ) AS t`
      return { page, count: countOf('watched', CHOSEN_BESIDES) }
    }
    case 'Unread': {
      const isNew = 't.last_post_at > (SELECT floor FROM reader)'
      const looked = inSection
        ? latestOf('places', LOOK_LIMIT, isNew)
        : `SELECT t.* FROM thread AS t WHERE NOT t.is_deleted AND ${within} AND ${isNew} ${BY_NEWEST} LIMIT ${LOOK_LIMIT}`
      const page = `FROM (${looked}) AS t CROSS JOIN reader WHERE ${isUnreadSql}`
      return { page, count: boundedCountSql(page) }
    }
    case 'Own': {
      const page = `FROM thread AS t WHERE t.author_id = $3::uuid AND NOT t.is_deleted AND ${within}`
      return { page, count: boundedCountSql(page) }
    }
  }
}

/**
 * The query of a list; its parameters are offset, limit, the member and since when they have an account (both null for
 * others), the sections that the reader may not read, and the section if there is one. Each kind has its own text, so
 * that each is planned for its own index.
 */
export function listSql(
  kind: ListKind,
  { forMember, inSection, withOpening }: { forMember: boolean; inSection: boolean; withOpening: boolean },
): { name: string; text: string } {
  const { page, count } = sourceOf(kind, inSection)
  const tables = [
    readerSql('$3', '$4'),
    placesSql(inSection),
    ...(kind === 'Watched' ? [WATCHED] : []),
    `page AS MATERIALIZED (SELECT t.id ${page} ${BY_NEWEST} OFFSET $1::bigint LIMIT least($2::bigint, greatest(${LOOK_LIMIT} - $1::bigint, 0)))`,
  ]
  return {
    name: `threads-${kind}-${forMember ? 'member' : 'guest'}-${inSection ? 'section' : 'all'}${withOpening ? '-opening' : ''}`,
    text: `
      WITH ${tables.join(', ')}
      SELECT ${count} AS count,
        array_to_json(ARRAY(
          SELECT row_to_json(summary) FROM (
            SELECT ${threadSummaryColumns(forMember)}, (
              SELECT row_to_json(one) FROM (SELECT ${SECTION_HEAD_COLUMNS}, s.locale) AS one
            ) AS section${withOpening ? OPENING_COLUMNS : ''}
            FROM page CROSS JOIN LATERAL (SELECT * FROM thread WHERE thread.id = page.id LIMIT 1) AS t
            JOIN section AS s ON s.id = t.section_id CROSS JOIN reader ${withOpening ? OPENING : ''}
            ${BY_NEWEST}
          ) AS summary
        )) AS threads`,
  }
}
