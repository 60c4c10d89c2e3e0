/** In hexadecimal digits: few enough to be read, and a million of them. */
const LENGTH = 5

/** The mark of an account, by which members of one name are told apart: the end of its id, so it never changes. */
export const markOf = (id: string): string => id.slice(-LENGTH)

/** The same in SQL, of the expression of an id. */
export const markSql = (id: string): string => `right(${id}::text, ${LENGTH})`

/** What stands between a name and its mark; no display name has it. */
export const MARKS = '#'

/** A name by which a quote names one account, whoever else has the name. */
export const markedName = (name: string, id: string): string => `${name}${MARKS}${markOf(id)}`
