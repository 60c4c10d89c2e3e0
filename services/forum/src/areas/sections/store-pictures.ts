import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { Emblem } from '@agora/shared/emblems/emblems'
import type { EmblemStore } from '@agora/shared/emblems/routes'

/** The emblem of the section with this key; undefined if it has none. */
export async function readPicture(db: Queries, key: string): Promise<Emblem | undefined> {
  const { rows } = await db.query<{ picture: Emblem | null }>(
    sql`SELECT picture FROM section WHERE key = ${key}`,
  )
  return rows[0]?.picture ?? undefined
}

export async function writePicture(tx: Transaction, id: string, picture: Emblem | null): Promise<void> {
  await tx.query(
    sql`UPDATE section SET picture = ${picture && JSON.stringify(picture)}::jsonb WHERE id = ${id}`,
  )
}

/** The emblems of all sections. */
export const sectionPictures = (db: Queries): EmblemStore => ({
  async shown() {
    const { rows } = await db.query<{ id: string }>(
      sql`SELECT DISTINCT picture ->> 'id' AS id FROM section WHERE picture IS NOT NULL`,
    )
    return rows.map(({ id }) => id)
  },

  async forget(media) {
    await db.query(sql`UPDATE section SET picture = NULL WHERE picture ->> 'id' = ${media}`)
  },
})
