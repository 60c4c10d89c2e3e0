import type { Queries } from '@agora/shared/database/sql'

/** The columns that hold texts of any length on a page of them, and their tables. */
export const tableOf = {
  html: 'revision',
  source: 'revision',
  moderation: 'revision',
  comment: 'revision',
  body: 'report',
  resolution_note: 'report',
} as const
export type Column = keyof typeof tableOf

/** The text in this column of the row with this id; null if there is none. */
export async function readBody(db: Queries, column: Column, id: string): Promise<string | null> {
  const { rows } = await db.query<{ body: string | null }>({
    name: `large-${column}`,
    text: `SELECT ${column} AS body FROM ${tableOf[column]} WHERE id = $1`,
    values: [id],
  })
  return rows[0]?.body ?? null
}
