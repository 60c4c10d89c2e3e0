import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import type { NumberedChange } from '../changes/change.ts'

/** A follower that was never here begins with what is written from then on. */
export async function addFollower(db: Queries, name: string): Promise<void> {
  await db.query(sql`
    INSERT INTO follower (name, place) SELECT ${name}::text, coalesce(max(number), 0) FROM change
    ON CONFLICT DO NOTHING`)
}

/** `isBehind`: there is a change to follow, or a postponed one to try again. */
export async function readDue(
  db: Queries,
  name: string,
): Promise<{ isBehind: boolean; isRebuilding: boolean }> {
  const due = await db.maybeOne<{ isBehind: boolean; isRebuilding: boolean }>({
    name: 'following-due',
    text: `
      SELECT EXISTS (SELECT FROM change WHERE number > f.place) OR EXISTS (
          SELECT FROM postponed_change AS p WHERE p.follower = f.name AND p.until <= now()
        ) AS "isBehind",
        EXISTS (SELECT FROM follower_rebuild AS r WHERE r.follower = f.name) AS "isRebuilding"
      FROM follower AS f WHERE f.name = $1`,
    values: [name],
  })
  return due ?? { isBehind: false, isRebuilding: false }
}

const COLUMNS = `c.number, c.kind, c.section_id AS "sectionId", c.thread_id AS "threadId", c.post_id AS "postId",
  c.position, c.actor_id AS "actorId", c.pictures,
  extract(epoch FROM clock_timestamp() - c.time)::float8 AS age`

/** The next changes behind the follower's place, of any kind. */
export const readChanges = (tx: Transaction, name: string, limit: number) =>
  tx.all<NumberedChange>({
    name: 'read-changes',
    text: `
      SELECT ${COLUMNS} FROM change AS c
      WHERE c.number > (SELECT place FROM follower WHERE name = $1) ORDER BY c.number LIMIT $2`,
    values: [name, limit],
  })

/** Returns whether the place was before that. */
export const setPlace = (tx: Transaction, name: string, place: number) =>
  tx.hasRows({
    name: 'set-place',
    text: 'UPDATE follower SET place = $2 WHERE name = $1 AND place < $2',
    values: [name, place],
  })

/** Passes over a change that failed, to try it again in a second; not if another process has got past it meanwhile. */
export async function postpone(tx: Transaction, name: string, number: number): Promise<void> {
  if (!(await setPlace(tx, name, number))) return
  await tx.query(sql`
    INSERT INTO postponed_change (follower, number, until) VALUES (${name}, ${number}, now() + interval '1 second')`)
}

/** Postpones a change that has failed again: twice as long each time, up to a day. */
export async function postponeAgain(tx: Transaction, name: string, number: number): Promise<void> {
  await tx.query(sql`
    UPDATE postponed_change SET attempts = attempts + 1,
      until = now() + least(interval '1 second' * 2 ^ least(attempts, 20), interval '1 day')
    WHERE follower = ${name} AND number = ${number}`)
}

/** A postponed change that is to be tried again. */
export const readPostponed = (tx: Transaction, name: string) =>
  tx.maybeOne<NumberedChange>({
    name: 'read-postponed',
    text: `
      SELECT ${COLUMNS} FROM postponed_change AS p JOIN change AS c ON c.number = p.number
      WHERE p.follower = $1 AND p.until <= now() ORDER BY p.until LIMIT 1`,
    values: [name],
  })

export async function endPostponed(tx: Transaction, name: string, number: number): Promise<void> {
  await tx.query(sql`DELETE FROM postponed_change WHERE follower = ${name} AND number = ${number}`)
}

/** Begins to make a follower's effect anew, from the first thread; one that is under way begins again only if it must. */
export const beginRebuild = (db: Queries, name: string, mustBegin = false) =>
  db.hasRows(sql`
    INSERT INTO follower_rebuild AS r (follower) VALUES (${name})
    ON CONFLICT (follower) DO UPDATE SET after = NULL WHERE ${mustBegin}::boolean`)

const TAKE_THREADS = `
  WITH rebuild AS (SELECT after FROM follower_rebuild WHERE follower = $1 FOR UPDATE),
  next AS (
    SELECT thread.id FROM rebuild CROSS JOIN LATERAL (
      SELECT id FROM thread WHERE rebuild.after IS NULL OR id > rebuild.after ORDER BY id LIMIT $2
    ) AS thread
  ), ended AS (
    DELETE FROM follower_rebuild WHERE follower = $1 AND NOT EXISTS (SELECT FROM next)
  ), advanced AS (
    UPDATE follower_rebuild SET after = last.id
    FROM (SELECT id FROM next ORDER BY id DESC LIMIT 1) AS last WHERE follower = $1
  )
  SELECT id FROM next`

/** The next threads of a follower's rebuild, done if the transaction commits; after the last it is ended. */
export const takeThreadsToRebuild = (tx: Transaction, name: string, limit: number) =>
  tx.scalars<string>({
    name: 'threads-to-rebuild',
    text: TAKE_THREADS,
    values: [name, limit],
  })

/** How much of a rebuild is left: threads out of how many; undefined if there is none. */
export const readRebuild = (db: Queries, name: string) =>
  db.maybeOne<{ left: number; of: number }>(sql`
    SELECT (SELECT count(*) FROM thread WHERE after IS NULL OR id > after)::int8 AS left,
      (SELECT count(*) FROM thread)::int8 AS of
    FROM follower_rebuild WHERE follower = ${name}`)

/** How far each follower is behind. */
export interface FollowerState {
  name: string
  /** How long the oldest change that it has not followed has waited, in seconds; 0 if there is none. */
  lag: number
  postponed: number
}

export const readFollowerStates = (db: Queries) =>
  db.all<FollowerState>({
    name: 'follower-states',
    text: `
      WITH unnumbered AS (SELECT time FROM new_change ORDER BY id LIMIT 1)
      SELECT f.name, coalesce(extract(epoch FROM clock_timestamp() - coalesce(
          (SELECT time FROM change WHERE number > f.place ORDER BY number LIMIT 1), (SELECT time FROM unnumbered)
        )), 0)::float8 AS lag,
        (SELECT count(*)::int FROM postponed_change AS p WHERE p.follower = f.name) AS postponed
      FROM follower AS f`,
  })

/** Whether a follower has not yet followed what was written a minute ago, or has postponed a change. */
export async function isFollowerBehind(db: Queries, name: string): Promise<boolean> {
  const state = (await readFollowerStates(db)).find((one) => one.name === name)
  return state === undefined || state.lag > 60 || state.postponed > 0
}
