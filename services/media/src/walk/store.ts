import { type Queries, sql } from '@agora/shared/database/sql'

const HERE = sql`
  SELECT system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS made_in
  FROM pg_control_system()`

/** The id of this database; a copy of it elsewhere has another. */
export async function databaseId(db: Queries): Promise<string> {
  const find = () =>
    db.maybeScalar<string>(sql`
      SELECT database AS id FROM identity WHERE made_in = (${HERE})`)
  const known = await find()
  if (known !== undefined) return known
  await db.query(sql`
    INSERT INTO identity (database, made_in) SELECT gen_random_uuid(), made_in FROM (${HERE}) AS here
    ON CONFLICT (id) DO UPDATE SET database = excluded.database, made_in = excluded.made_in
    WHERE identity.made_in <> excluded.made_in`)
  return (await find())!
}

/** The newest picture that the database knows. */
export const newestPicture = (db: Queries) =>
  db.maybeScalar<string>(sql`
    SELECT id FROM media WHERE gone_at IS NULL ORDER BY id DESC LIMIT 1`)

/** One of all processes takes each turn. */
const A_TURN = '50 seconds'

/** Takes the next turn: what it looks at comes after this place. Undefined while it is another's. */
export const takeTurn = (db: Queries) =>
  db.maybeOne<{ after: string | null }>(sql`
    INSERT INTO walk (taken_at) VALUES (now())
    ON CONFLICT (id) DO UPDATE SET taken_at = now() WHERE walk.taken_at < now() - ${A_TURN}::interval
    RETURNING after`)

/** The next turn begins there; null: at the beginning. */
export async function endTurn(db: Queries, after: string | null): Promise<void> {
  await db.query(sql`UPDATE walk SET after = ${after}`)
}

/** Those of these ids that are neither a picture nor an upload that may become one. */
export const unknownOf = (db: Queries, ids: readonly string[]) =>
  db.scalars<string>(sql`
    SELECT id FROM unnest(${ids}::uuid[]) AS stored (id)
    WHERE NOT EXISTS (SELECT FROM media WHERE media.id = stored.id)
      AND NOT EXISTS (SELECT FROM upload WHERE upload.id = stored.id AND NOT is_kept)`)
