import type { Queries } from '@agora/shared/database/sql'

/** The texts of any length that are listed, by table and column. */
export const texts = [
  'revision.html',
  'revision.source',
  'revision.moderation',
  'revision.comment',
  'report.body',
  'report.resolution_note',
  'sanction.reason',
  'sanction.internal_note',
  'moderation_entry.comment',
] as const
export type Text = (typeof texts)[number]

/** This text of the row with this id; null if there is none. */
export async function readText(db: Queries, text: Text, id: string): Promise<string | null> {
  const [table, column] = text.split('.')
  const { rows } = await db.query<{ text: string | null }>({
    name: `text-${text}`,
    text: `SELECT ${column} AS text FROM ${table} WHERE id = $1`,
    values: [id],
  })
  return rows[0]?.text ?? null
}
