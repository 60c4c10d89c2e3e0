import { newId } from '@agora/shared/contracts/ids'
import type { Database } from '@agora/shared/database/database'
import { type Queries, sql } from '@agora/shared/database/sql'

/** Streams of one member at once, of whatever kind and on whichever replica. */
export const MOST_STREAMS = 10
/** What a process holds is free again so long after it has said nothing, in seconds. */
export const HOLDER_SECONDS = 30

/** Says that a process is there, and so the seats that it holds. */
export async function renewHolder(db: Queries, holderId: string): Promise<void> {
  await db.query(sql`
    INSERT INTO stream_holder (id, until) VALUES (${holderId}, now() + make_interval(secs => ${HOLDER_SECONDS}::int))
    ON CONFLICT (id) DO UPDATE SET until = excluded.until`)
}

/** Gives back all that a process holds. */
export async function removeHolder(db: Queries, holderId: string): Promise<void> {
  await db.query(sql`DELETE FROM stream_holder WHERE id = ${holderId}`)
}

export async function purgeHolders(db: Queries): Promise<void> {
  await db.query(sql`DELETE FROM stream_holder WHERE until < now()`)
}

/** Takes one of a member's seats; undefined where there is none. Of those who ask at once no more get one than there are. */
export async function takeSeat(db: Database, holderId: string, userId: string): Promise<string | undefined> {
  const id = newId()
  return db.transaction(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('stream seats'), hashtext(${userId}))::text`)
    const { rowCount } = await tx.query(sql`
      INSERT INTO stream_seat (id, user_id, holder_id)
      SELECT ${id}::uuid, ${userId}::uuid, ${holderId}::uuid
      WHERE ${MOST_STREAMS}::int > (
        SELECT count(*) FROM stream_seat AS s JOIN stream_holder AS h ON h.id = s.holder_id
        WHERE s.user_id = ${userId}::uuid AND h.until > now()
      )`)
    return rowCount === 1 ? id : undefined
  })
}

export async function freeSeat(db: Queries, id: string): Promise<void> {
  await db.query(sql`DELETE FROM stream_seat WHERE id = ${id}`)
}

/** Those of these members who have a stream open. */
export async function readersAmong(db: Queries, users: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(sql`
    SELECT DISTINCT user_id AS id FROM stream_seat WHERE user_id = ANY(${users}::uuid[])`)
  return rows.map(({ id }) => id)
}
