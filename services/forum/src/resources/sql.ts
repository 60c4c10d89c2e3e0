/** The SQL for the display name of the account with this id; null if the forum does not know it. */
export const nameOf = (id: string) => `(SELECT display_name FROM known_user AS named WHERE named.id = ${id})`

/** Counts stop here, which bounds their cost. */
export const MOST_COUNTED = 1_000

/** A count of rows that stops at the limit; `selection` is what follows SELECT. */
export const boundedCountSql = (selection: string) =>
  `(SELECT count(*)::int FROM (SELECT ${selection} LIMIT ${MOST_COUNTED}) AS counted)`
