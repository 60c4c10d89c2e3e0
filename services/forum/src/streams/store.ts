import { newId } from '@agora/shared/contracts/ids'
import type { Database } from '@agora/shared/database/database'
import { type Queries, sql } from '@agora/shared/database/sql'

/** Streams that one member may have open, of whatever kind and on any replica. */
const MAX_STREAMS = 10
/** How long a process keeps its seats without renewing them, in seconds. */
export const HOLDER_SECONDS = 30

/** The seats that a process has taken, and whose they are. */
export type TakenSeats = ReadonlyMap<string, string>

/**
 * Records a process as the holder of its seats, unless it is. If it was away so long that its seats were purged, they are put
 * back: their streams are still open.
 */
async function hold(tx: Queries, holderId: string, taken: TakenSeats): Promise<void> {
  const isNew = await tx.hasRows(sql`
    INSERT INTO stream_holder (id, until) VALUES (${holderId}, now() + make_interval(secs => ${HOLDER_SECONDS}::int))
    ON CONFLICT DO NOTHING`)
  if (!isNew || taken.size === 0) return
  await tx.query(sql`
    INSERT INTO stream_seat (id, user_id, holder_id)
    SELECT id, user_id, ${holderId}::uuid
    FROM unnest(${[...taken.keys()]}::uuid[], ${[...taken.values()]}::uuid[]) AS seat (id, user_id)`)
}

/** Renews a process's hold on its seats. */
export async function renewHolder(db: Database, holderId: string, taken: TakenSeats): Promise<void> {
  await db.transaction(async (tx) => {
    const isHeld = await tx.hasRows(sql`
      UPDATE stream_holder SET until = now() + make_interval(secs => ${HOLDER_SECONDS}::int) WHERE id = ${holderId}`)
    if (!isHeld) await hold(tx, holderId, taken)
  })
}

/** Frees all of a process's seats. */
export async function removeHolder(db: Queries, holderId: string): Promise<void> {
  await db.query(sql`DELETE FROM stream_holder WHERE id = ${holderId}`)
}

/** Not those that stopped renewing just now: after an outage, other processes' streams may still be open. */
export async function purgeHolders(db: Queries): Promise<void> {
  await db.query(sql`DELETE FROM stream_holder WHERE until < now() - interval '5 minutes'`)
}

/** Takes one of a member's seats; undefined if none is free. Simultaneous requests never get more than there are. */
export async function takeSeat(
  db: Database,
  holderId: string,
  userId: string,
  taken: TakenSeats,
): Promise<string | undefined> {
  const id = newId()
  return db.transaction(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('stream seats'), hashtext(${userId}))::text`)
    await hold(tx, holderId, taken)
    const isFree = await tx.hasRows(sql`
      INSERT INTO stream_seat (id, user_id, holder_id)
      SELECT ${id}::uuid, ${userId}::uuid, ${holderId}::uuid
      WHERE ${MAX_STREAMS}::int > (
        SELECT count(*) FROM stream_seat AS s JOIN stream_holder AS h ON h.id = s.holder_id
        WHERE s.user_id = ${userId}::uuid AND h.until > now()
      )`)
    return isFree ? id : undefined
  })
}

/** Returns how many of them were taken. */
export const freeSeats = (db: Queries, ids: readonly string[]) =>
  db.rowCount(sql`DELETE FROM stream_seat WHERE id = ANY(${ids}::uuid[])`)

/** Those of these members who have a stream open. */
export const readersAmong = (db: Queries, users: readonly string[]) =>
  db.scalars<string>(sql`
    SELECT DISTINCT user_id AS id FROM stream_seat WHERE user_id = ANY(${users}::uuid[])`)
