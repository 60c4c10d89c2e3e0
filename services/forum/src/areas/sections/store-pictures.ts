import { type Queries, sql } from '@agora/shared/database/sql'
import type { Emblem } from '@agora/shared/emblems/emblems'
import type { EmblemStore } from '@agora/shared/emblems/routes'

/** False if there is no such section. */
export async function writePicture(db: Queries, id: string, picture: Emblem | null): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`UPDATE section SET picture = ${picture && JSON.stringify(picture)}::jsonb WHERE id = ${id}`,
  )
  return rowCount === 1
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
