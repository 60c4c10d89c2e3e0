/** The SQL for the display name of the account with this id; null if the forum does not know it. */
export const nameOf = (id: string) => `(SELECT display_name FROM known_user AS named WHERE named.id = ${id})`

/** The items of a page, read as rows beside what else the page shows: an empty page is one row, whose id is null. */
export const itemsOf = <Row extends { id: string }>(rows: Row[]): Row[] => (rows[0]?.id === null ? [] : rows)

/** Counts stop here, which bounds their cost. */
export const MAX_COUNTED = 1_000

/** A count of rows that stops at the limit; `selection` is what follows SELECT. */
export const boundedCountSql = (selection: string) =>
  `(SELECT count(*)::int FROM (SELECT ${selection} LIMIT ${MAX_COUNTED}) AS counted)`

interface LatestThreads {
  /** What follows SELECT, of the thread aliased `t`. */
  columns: string
  section: string
  /** Which threads besides. */
  where?: string
  /** So many of the pinned threads, and of the others. */
  limit: string | number
}

/**
 * The latest threads of a section, unordered, by the index of its page. It has the pinned ones first: asked for each
 * kind by a constant, the planner knows how many are pinned, and does not walk all threads of the forum to find one.
 */
export const latestThreadsSql = ({ columns, section, where = 'true', limit }: LatestThreads) =>
  ['t.is_pinned', 'NOT t.is_pinned']
    .map(
      (kind) => `(
        SELECT ${columns} FROM thread AS t
        WHERE t.section_id = ${section} AND NOT t.is_deleted AND ${kind} AND (${where})
        ORDER BY t.last_post_at DESC, t.id DESC LIMIT ${limit}
      )`,
    )
    .join(' UNION ALL ')
