import { type Queries, sql } from '@agora/shared/database/sql'

/** Of all processes one takes each turn. */
const A_TURN = '50 seconds'

/** Takes the next turn: what it looks at comes after this place. Undefined while it is another's. */
export async function takeTurn(db: Queries): Promise<{ after: string | null } | undefined> {
  const { rows } = await db.query<{ after: string | null }>(sql`
    INSERT INTO walk (taken_at) VALUES (now())
    ON CONFLICT (id) DO UPDATE SET taken_at = now() WHERE walk.taken_at < now() - ${A_TURN}::interval
    RETURNING after`)
  return rows[0]
}

/** The next turn begins there; null: at the beginning. */
export async function endTurn(db: Queries, after: string | null): Promise<void> {
  await db.query(sql`UPDATE walk SET after = ${after}`)
}

/** Those of these ids that are neither a picture nor an upload that may become one. */
export async function unknownOf(db: Queries, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(sql`
    SELECT id FROM unnest(${ids}::uuid[]) AS stored (id)
    WHERE NOT EXISTS (SELECT FROM media WHERE media.id = stored.id)
      AND NOT EXISTS (SELECT FROM upload WHERE upload.id = stored.id AND NOT is_kept)`)
  return rows.map(({ id }) => id)
}

/** Whether the database knows any picture. */
export async function holdsPictures(db: Queries): Promise<boolean> {
  const { rows } = await db.query(sql`SELECT FROM media LIMIT 1`)
  return rows.length > 0
}
