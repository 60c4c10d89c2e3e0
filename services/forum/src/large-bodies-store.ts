import type { Queries } from '@agora/shared/database/sql'

export type Column = 'html' | 'source'

const statements: Record<Column, { name: string; text: string }> = {
  html: { name: 'large-html', text: 'SELECT html AS body FROM revision WHERE id = $1' },
  source: { name: 'large-source', text: 'SELECT source AS body FROM revision WHERE id = $1' },
}

/** A revision's body; null if it has none. */
export async function readBody(db: Queries, column: Column, revisionId: string): Promise<string | null> {
  const { rows } = await db.query<{ body: string | null }>({ ...statements[column], values: [revisionId] })
  return rows[0]?.body ?? null
}
