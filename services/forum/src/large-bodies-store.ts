import type { Queries } from '@agora/shared/database/sql'

/** A revision's texts of any length: its body, and what was said of it. */
export const columns = ['html', 'source', 'moderation', 'comment'] as const
export type Column = (typeof columns)[number]

/** One of a revision's texts; null if it has none. */
export async function readBody(db: Queries, column: Column, revisionId: string): Promise<string | null> {
  const { rows } = await db.query<{ body: string | null }>({
    name: `large-${column}`,
    text: `SELECT ${column} AS body FROM revision WHERE id = $1`,
    values: [revisionId],
  })
  return rows[0]?.body ?? null
}
