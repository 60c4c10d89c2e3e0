import type { ExportPage, ExportRequest } from '../contracts/exports.ts'
import { NIL } from '../contracts/ids.ts'
import { type Queries, raw, type Sql, sql } from '../database/sql.ts'

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

/** The next piece of a member's files behind a place, and its own place; undefined after the last. */
export interface ExportFiles {
  next: (user: string, after: string) => Promise<{ piece: ExportPage['piece']; place: string } | undefined>
}

/** Where a service holds rows of members, and which of their columns are the member's. */
interface TableOfMembers {
  table: string
  /** The column of the member's id. */
  owner: string
  columns: readonly string[]
  /** Tells a member's rows apart; a UUID unless it has another type. */
  key?: string
  keyType?: 'uuid' | 'bytea'
}

/** Before every key, of each type. */
export const FIRST = { uuid: NIL, bytea: '' }

/** The member's rows of a table in the order of their key. */
export function rowsOf(
  file: string,
  { table, owner, columns, key = 'id', keyType = 'uuid' }: TableOfMembers,
): ExportPart {
  const fields = columns.map((name) => `'${name}', ${name}`).join(', ')
  return {
    file,
    lines: (user, after) => sql`
      SELECT ${raw(key)}::text AS place, json_build_object(${raw(fields)}) AS line
      FROM ${raw(table)}
      WHERE ${raw(owner)} = ${user}::uuid AND ${raw(key)} > ${after ?? FIRST[keyType]}::text::${raw(keyType)}
      ORDER BY ${raw(key)} LIMIT ${LINES}`,
  }
}

/** One page of the parts in their order, and of files behind them; a cursor says the part and the place in it. */
export async function readExportPage(
  db: Queries,
  parts: readonly ExportPart[],
  { user, cursor }: ExportRequest,
  files?: ExportFiles,
): Promise<ExportPage> {
  const [, index = '0', after = ''] = /^(\d+):(.*)$/s.exec(cursor ?? '') ?? []
  const at = Number(index)
  const part = parts[at]
  if (!part) {
    const found = at === parts.length ? await files?.next(user, after) : undefined
    if (!found) return { file: 'nothing', lines: [], next: null }
    const { piece, place } = found
    return { file: 'nothing', lines: [], ...(piece ? { piece } : {}), next: `${at}:${place}` }
  }
  const lines = await db.all<{ place: string; line: unknown }>(part.lines(user, after === '' ? null : after))
  const last = lines.at(-1)
  const following = at + 1 < parts.length || files ? `${at + 1}:` : null
  return {
    file: part.file,
    lines: lines.map(({ line }) => line),
    next: last ? `${at}:${last.place}` : following,
  }
}
