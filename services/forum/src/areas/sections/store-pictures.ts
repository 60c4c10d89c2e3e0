import { type Queries, sql } from '@agora/shared/database/sql'
import type { Emblem } from '@agora/shared/emblems/emblems'
import type { EmblemStore } from '@agora/shared/emblems/routes'

/** False if there is no such section. */
export const writePicture = (db: Queries, id: string, picture: Emblem | null) =>
  db.hasRows(sql`UPDATE section SET picture = ${picture && JSON.stringify(picture)}::jsonb WHERE id = ${id}`)

/** The emblems of all sections. */
export const sectionPictures = (db: Queries): EmblemStore => ({
  async shown() {
    return db.scalars<string>(
      sql`SELECT DISTINCT picture ->> 'id' AS id FROM section WHERE picture IS NOT NULL`,
    )
  },

  async forget(media) {
    await db.query(sql`UPDATE section SET picture = NULL WHERE picture ->> 'id' = ${media}`)
  },
})
