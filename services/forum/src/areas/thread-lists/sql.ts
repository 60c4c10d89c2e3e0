import { SECTION_HEAD_COLUMNS, type SectionHeadRow } from '../../resources/section.ts'
import { boundedCountSql, MOST_COUNTED } from '../../resources/sql.ts'
import { isUnreadSql, readerSql } from '../reading/unread/sql.ts'
import { OPENING, OPENING_COLUMNS, type ThreadSummaryRow, threadSummaryColumns } from '../sections/sql.ts'
import type { ListKind } from './schemas.ts'

export interface ListedThreadRow extends ThreadSummaryRow {
  section: SectionHeadRow & { locale: string | null }
}

/** How many of the latest threads are checked for unread ones: bounds the cost for who has read everything. */
const LOOK_LIMIT = 5_000

const BY_NEWEST = 'ORDER BY t.last_post_at DESC, t.id DESC'

/** Not in one of the sections that the reader may not read. */
const isOpen = (section: string) => `${section} <> ALL ($5::uuid[])`

/** The section named by `$6`, and all below it. */
const SUBTREE = `subtree AS MATERIALIZED (
    SELECT id FROM section
    WHERE (id = $6::uuid OR ancestors @> jsonb_build_array(jsonb_build_object('id', $6::text))) AND ${isOpen('id')}
  )`

/** The latest threads of the sections of `places`, as many as `most`: each section's are read on the index of its page. */
const latestOf = (places: string, most: string, where = 'true') => `
    SELECT latest.* FROM ${places} AS place CROSS JOIN (VALUES (true), (false)) AS pin (is_pinned)
    CROSS JOIN LATERAL (
      SELECT t.* FROM thread AS t
      WHERE t.section_id = place.id AND NOT t.is_deleted AND t.is_pinned = pin.is_pinned AND ${where}
      ${BY_NEWEST} LIMIT ${most}
    ) AS latest`

/** The number of rows up to the end of the page. */
const PAGE = '($1::bigint + $2::bigint)'

/**
 * The sections that the member watches, by the nearest choice for one of them or one above it: those that they have
 * chosen for the section, its parent and so on.
 */
const WATCHED_SECTIONS = `watched AS MATERIALIZED (
    SELECT s.id FROM section AS s
    WHERE ${isOpen('s.id')} AND 'Watching' = (
      SELECT own.level FROM (
        SELECT s.id, 0 AS n
        UNION ALL
        SELECT (above.value ->> 'id')::uuid, above.ordinality
        FROM jsonb_array_elements(s.ancestors) WITH ORDINALITY AS above
      ) AS near JOIN subscription AS own ON own.target_id = near.id AND own.user_id = $3::uuid
      ORDER BY near.n LIMIT 1
    )
  )`

/** What follows SELECT for the threads of a list, unordered, the latest `most` at least; they are aliased `t`. */
function sourceOf(kind: ListKind, inSection: boolean, most: string): string {
  const within = inSection ? 't.section_id IN (SELECT id FROM subtree)' : isOpen('t.section_id')
  switch (kind) {
    case 'Latest':
      return inSection
        ? `FROM (${latestOf('subtree', most)}) AS t`
        : `FROM thread AS t WHERE NOT t.is_deleted AND ${within}`
    case 'Unread': {
      const isNew = 't.last_post_at > (SELECT floor FROM reader)'
      const looked = inSection
        ? latestOf('subtree', String(LOOK_LIMIT), isNew)
        : `SELECT t.* FROM thread AS t WHERE NOT t.is_deleted AND ${within} AND ${isNew} ${BY_NEWEST} LIMIT ${LOOK_LIMIT}`
      return `FROM (${looked}) AS t CROSS JOIN reader WHERE ${isUnreadSql}`
    }
    case 'Watched':
      return `FROM (
          SELECT t.* FROM subscription AS own
          CROSS JOIN LATERAL (SELECT * FROM thread WHERE id = own.target_id AND NOT is_deleted LIMIT 1) AS t
          WHERE own.user_id = $3::uuid AND own.level = 'Watching'
          UNION ALL
          ${latestOf(
            'watched',
            most,
            `NOT EXISTS (SELECT FROM subscription AS own WHERE own.target_id = t.id AND own.user_id = $3::uuid)`,
          )}
        ) AS t WHERE ${within}`
    case 'Own':
      return `FROM thread AS t WHERE t.author_id = $3::uuid AND NOT t.is_deleted AND ${within}`
  }
}

/**
 * The query of a list; its parameters are offset, limit, the member and since when they have an account (both null for
 * others), the sections that the reader may not read, and the section if there is one. Each kind has its own text, so that each is planned for its own index.
 */
export function listSql(
  kind: ListKind,
  { forMember, inSection, withOpening }: { forMember: boolean; inSection: boolean; withOpening: boolean },
): { name: string; text: string } {
  const source = (most: string) => sourceOf(kind, inSection, most)
  const tables = [
    readerSql('$3', '$4'),
    ...(inSection ? [SUBTREE] : []),
    ...(kind === 'Watched' ? [WATCHED_SECTIONS] : []),
    `page AS MATERIALIZED (SELECT t.id ${source(PAGE)} ${BY_NEWEST} OFFSET $1::bigint LIMIT $2::bigint)`,
  ]
  return {
    name: `threads-${kind}-${forMember ? 'member' : 'guest'}-${inSection ? 'section' : 'all'}${withOpening ? '-opening' : ''}`,
    text: `
      WITH ${tables.join(', ')}
      SELECT ${boundedCountSql(source(String(MOST_COUNTED)))} AS count,
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
