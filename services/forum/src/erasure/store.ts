import { purgeRows } from '@agora/shared/database/purge'
import { type Queries, sql } from '@agora/shared/database/sql'

/**
 * The tables with what a member says of themselves, has read, follows and was notified of, what they may do, and how they
 * were cleaned up after.
 */
const OWN = [
  'role_grant',
  'group_member',
  'imported_group_member',
  'read_mark',
  'read_floor',
  'subscription',
  'thread_participant',
  'notification_setting',
  'notification',
  'digest',
  'stream_seat',
  'cleanup',
  'rename',
  'profile',
]

export async function deleteOwn(db: Queries, userId: string): Promise<void> {
  for (const table of OWN) await purgeRows(db, table, sql`user_id = ${userId}`)
}

/** That moderators acted on the member stays; what they wrote about them does not. */
export async function blankRemarks(db: Queries, userId: string): Promise<void> {
  await db.query(sql`
    UPDATE sanction SET reason = '', internal_note = ''
    WHERE user_id = ${userId} AND (reason <> '' OR internal_note <> '')`)
  await db.query(sql`
    UPDATE moderation_entry SET comment = NULL WHERE target_user_id = ${userId} AND comment IS NOT NULL`)
}
