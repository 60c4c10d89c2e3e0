import type { ExportPage, ExportRequest } from '../contracts/exports.ts'
import type { Queries, Sql } from '../database/sql.ts'

/** The most lines of a page; a part that has long ones gives fewer. */
export const LINES = 200

/** One kind of thing that a service holds of members. */
export interface ExportPart {
  file: string
  /**
   * The next lines behind a place (null: the first), as `line`, in the order of their `place`, any text; both are columns of
   * the statement.
   */
  lines: (user: string, after: string | null) => Sql
}

/** One page of the parts in their order; a cursor says the part and the place in it. */
export async function readExportPage(
  db: Queries,
  parts: readonly ExportPart[],
  { user, cursor }: ExportRequest,
): Promise<ExportPage> {
  const [, index = '0', after = ''] = /^(\d+):(.*)$/s.exec(cursor ?? '') ?? []
  const at = Number(index)
  const part = parts[at]
  if (!part) return { file: 'nothing', lines: [], next: null }
  const { rows } = await db.query<{ place: string; line: unknown }>(
    part.lines(user, after === '' ? null : after),
  )
  const last = rows.at(-1)
  const following = at + 1 < parts.length ? `${at + 1}:` : null
  return {
    file: part.file,
    lines: rows.map(({ line }) => line),
    next: last ? `${at}:${last.place}` : following,
  }
}
