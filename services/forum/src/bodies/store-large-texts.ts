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

/** This text of the row with this id, or its first characters; null if there is none. */
export async function readText(db: Queries, text: Text, id: string, most?: number): Promise<string | null> {
  const [table, column] = text.split('.')
  // Postgres does not unpack what follows a beginning that is asked for.
  const [name, value, values] =
    most === undefined ? ['text', column, [id]] : ['beginning', `left(${column}, $2)`, [id, most]]
  return (
    (await db.maybeScalar<string | null>({
      name: `${name}-${text}`,
      text: `SELECT ${value} AS text FROM ${table} WHERE id = $1`,
      values,
    })) ?? null
  )
}
