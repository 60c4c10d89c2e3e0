import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, raw, type Sql, sql, type Transaction } from '@agora/shared/database/sql'
import type { Change } from './change.ts'

declare const recorded: unique symbol

/**
 * A transaction that has recorded what it changes: what writes threads, posts or texts takes it, so that nothing can be
 * written of which followers do not know. Only the functions below make one.
 */
export type Recorded = Transaction & { readonly [recorded]: true }

/** One or more: nothing is recorded by an empty list. */
type Some<Item> = readonly [Item, ...Item[]]

/** Records what a transaction changes. The thread's row is locked, so that its changes are in the order of commits. */
export const recordChange = (tx: Transaction, change: Change): Promise<Recorded> =>
  recordChanges(tx, [change])

/** Records several changes, in this order. */
export async function recordChanges(tx: Transaction, changes: Some<Change>): Promise<Recorded> {
  await tx.query(sql`
    INSERT INTO new_change (kind, section_id, thread_id, post_id, position, actor_id, pictures)
    SELECT kind, section, thread, post, position, actor, coalesce(pictures, false)
    FROM ROWS FROM (
      jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS (
        kind "ChangeKind", section uuid, thread uuid, post uuid, position int, actor uuid, pictures boolean
      )
    ) WITH ORDINALITY AS change (kind, section, thread, post, position, actor, pictures, place)
    ORDER BY place`)
  return tx as Recorded
}

/**
 * The change of a statement that writes a post. `from` has its `section_id`, `thread`, `post` and `author`; the thread's
 * row is locked by then.
 */
export const insertPostChange = (
  kind: 'ThreadOpened' | 'PostWritten',
  pictures: Sql,
  from: string,
): Sql => sql`
    INSERT INTO new_change (kind, section_id, thread_id, post_id, actor_id, pictures)
    SELECT ${raw(`'${kind}'`)}, section_id, thread, post, author, ${pictures} FROM ${raw(from)}`

/** A post whose text is changed without a revision. */
export interface Rewrite {
  post: string
  pictures: boolean
}

/** Records that texts are changed without a revision, in the posts' current revisions or earlier ones. */
export async function recordRewrites(tx: Transaction, rewrites: Some<Rewrite>): Promise<Recorded> {
  await tx.query(sql`
    INSERT INTO new_change (kind, section_id, thread_id, post_id, pictures)
    SELECT 'PostRewritten', t.section_id, t.id, p.id, rewrite.pictures
    FROM jsonb_to_recordset(${JSON.stringify(rewrites)}::jsonb) AS rewrite (post uuid, pictures boolean)
    JOIN post AS p ON p.id = rewrite.post JOIN thread AS t ON t.id = p.thread_id`)
  return tx as Recorded
}

/** Changes that get their numbers in one transaction. */
export const NUMBERED_AT_ONCE = 2_000

export const hasNewChanges = (db: Queries) =>
  db.scalar<boolean>({
    name: 'has-new-changes',
    text: 'SELECT EXISTS (SELECT FROM new_change) AS "isDue"',
  })

/**
 * Gives the oldest committed changes their numbers; returns how many. A sequence is drawn before its transaction commits,
 * so the ids of new changes do not tell which of them are still to come. Numbers do: they are given under a lock, to what
 * is committed, so no lower one appears later, however long a transaction takes.
 */
export const numberChanges = (tx: Transaction) =>
  tx.rowCount({
    name: 'number-changes',
    text: `
      WITH taken AS (
        DELETE FROM new_change WHERE id = ANY(ARRAY(SELECT id FROM new_change ORDER BY id LIMIT ${NUMBERED_AT_ONCE}))
        RETURNING *
      )
      INSERT INTO change (kind, section_id, thread_id, post_id, position, actor_id, pictures, time)
      SELECT kind, section_id, thread_id, post_id, position, actor_id, pictures, time FROM taken ORDER BY id`,
  })

/** What has been followed by everybody, and what is too old to be followed. */
const FOLLOWED = sql`number <= (SELECT min(place) FROM follower)
  AND NOT EXISTS (SELECT FROM postponed_change AS p WHERE p.number = change.number)`

/** Deletes what all followers have followed; returns how many. */
export const purgeFollowed = (db: Queries) => purgeRows(db, 'change', FOLLOWED)

/** Deletes what is too old to be followed, postponed or not; returns how many. */
export const purgeOld = (db: Queries) => purgeRows(db, 'change', sql`time < now() - interval '7 days'`)
