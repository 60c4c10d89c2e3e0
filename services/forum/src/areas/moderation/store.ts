import type { ModerationAction } from '@agora/shared/contracts/events/moderation'
import type { Page } from '@agora/shared/contracts/pagination'
import { leaveReadReplicas } from '@agora/shared/database/read-replica'
import { type Queries, sql, type Transaction } from '@agora/shared/database/sql'
import { addToTallies } from '../../tallies/store.ts'
import { ABOUT, type AboutRow, type LogFilter, type LogRow, logSql, placeValue } from './sql.ts'

/** A page of the moderation log, newest first, and the number of entries that match the filter. */
export async function readLog(
  db: Queries,
  filter: LogFilter,
  { offset, limit }: Page,
): Promise<{ count: number; entries: LogRow[] }> {
  const values = [placeValue(filter.place), filter.actorId, filter.targetUserId, offset, limit]
  return db.one<{ count: number; entries: LogRow[] }>({ values, ...logSql(filter) })
}

/** What these entries of the log are about, for a reader to whom some sections are closed. */
export const readAbout = (db: Queries, ids: readonly string[], closed: readonly string[]) =>
  db.all<AboutRow>({ ...ABOUT, values: [ids, closed] })

export interface NewEntry {
  id: string
  actorId: string
  action: ModerationAction
  sectionId: string | null
  threadId: string | null
  postId: string | null
  targetUserId: string | null
  comment: string | null
  data: object
}

/**
 * Writes log entries and returns the time they all get. The time is the database's, read under the locks of the change,
 * so that entries about one thing are in the order of the acts.
 */
export async function insertEntries(tx: Transaction, entries: readonly NewEntry[]): Promise<string> {
  const times = await tx.scalars<Date>(sql`
    WITH moment AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS ctime)
    INSERT INTO moderation_entry
      (id, ctime, actor_id, action, section_id, thread_id, post_id, target_user_id, comment, data)
    SELECT id, moment.ctime, "actorId", action, "sectionId", "threadId", "postId", "targetUserId", comment, data
    FROM moment, jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS entry (
      id uuid, "actorId" uuid, action text, "sectionId" uuid, "threadId" uuid, "postId" uuid, "targetUserId" uuid,
      comment text, data jsonb
    )
    RETURNING ctime`)
  await leaveReadReplicas(tx)
  const tallies = entries.map(({ sectionId, actorId }) => ({ sectionId, part: actorId, by: 1 }))
  await addToTallies(tx, 'ModerationEntry', tallies)
  return times[0]!.toISOString()
}

/** Those of these sections that not everybody may read. */
export const readClosed = (tx: Transaction, ids: readonly string[]) =>
  tx.all<{ id: string; key: string }>(sql`
    SELECT id, key FROM section WHERE id = ANY(${ids}::uuid[]) AND readers <> 'Everyone'`)

/** The section that a report is in now; undefined if there is no such report. */
export const readReportSection = (db: Queries, id: string) =>
  db.maybeScalar<string>(sql`
    SELECT section_id AS "sectionId" FROM report WHERE id = ${id}`)
