import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import { noteRenameSql } from './sql.ts'

/** Others may have quoted or mentioned the member under the name that is being replaced. */
export async function noteRename(
  tx: Transaction,
  { id, displayName }: { id: string; displayName: string },
): Promise<void> {
  await tx.query({
    name: 'rename',
    text: `WITH ${noteRenameSql('$1', '$2')} SELECT`,
    values: [id, displayName],
  })
}

/** A member whose new name is not everywhere yet. */
export interface DueRename {
  userId: string
  /** Their present name. */
  name: string
  /** Those that it replaces. */
  replaced: string[]
  /** The revision behind which texts still have one of these. */
  place: string
  renamedAt: Date
  /** Whether texts that were begun with an earlier name have been stored by now, or never will be. */
  isSettled: boolean
  /** Changes when the member is renamed again. */
  version: number
}

/** In which a text that was begun is stored: longer than any request may take. In milliseconds. */
export const SETTLED_AFTER_MS = 60_000
/** How long no other process takes what one has taken, unless it is done with it. */
const HELD_FOR = '30 seconds'
/** Members whose names are looked for together. */
const TOGETHER = 100

/** Takes the renames that waited longest and are as far as each other; none if others work on all. */
export const takeRenames = (db: Queries) =>
  db.all<DueRename>(sql`
    UPDATE rename SET held_until = now() + ${HELD_FOR}::interval
    FROM known_user AS known
    WHERE known.id = rename.user_id AND rename.user_id IN (
      SELECT due.user_id FROM rename AS due JOIN known_user AS member ON member.id = due.user_id
      WHERE due.held_until <= now() AND member.erased_at IS NULL AND due.place = (
        SELECT place FROM rename AS first JOIN known_user AS member ON member.id = first.user_id
        WHERE first.held_until <= now() AND member.erased_at IS NULL ORDER BY first.held_until LIMIT 1
      )
      LIMIT ${TOGETHER} FOR UPDATE OF due SKIP LOCKED
    )
    RETURNING rename.user_id AS "userId", known.display_name AS name, names AS replaced, place, version,
      renamed_at AS "renamedAt", renamed_at < now() - ${`${SETTLED_AFTER_MS} ms`}::interval AS "isSettled"`)

/** Lets others go on behind `place`, from a time on; but if the member was renamed meanwhile, that rename begins anew. */
export async function passRename(
  db: Queries,
  { userId, version }: DueRename,
  { place, from = new Date(0) }: { place: string; from?: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE rename SET place = ${place}::uuid, held_until = greatest(now(), ${from}::timestamptz)
    WHERE user_id = ${userId}::uuid AND version = ${version}::int`)
}

/** The name is everywhere, unless the member was renamed meanwhile. */
export async function endRename(db: Queries, { userId, version }: DueRename): Promise<void> {
  await db.query(sql`DELETE FROM rename WHERE user_id = ${userId}::uuid AND version = ${version}::int`)
}
