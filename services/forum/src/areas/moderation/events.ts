import {
  type ModerationAction,
  type ModerationEntry,
  moderationEvent,
} from '@agora/shared/contracts/events/moderation'
import { newId } from '@agora/shared/contracts/ids'
import { shortUser } from '@agora/shared/contracts/types'
import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Member } from '../../authority/actor.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { addToTallies } from '../../tallies.ts'

type DataOf<Action extends ModerationAction> = Extract<ModerationEntry, { action: Action }>['data']

interface ActContext {
  /** Null for site-wide acts; of a move it is the source. */
  section: string | null
  thread?: string
  post?: string
  targetUser?: { id: string; displayName: string }
  comment?: string | null
}

/** One effective change, as its operation tells of it. */
export type ModerationAct = {
  [Action in ModerationAction]: { action: Action; data: DataOf<Action> } & ActContext
}[ModerationAction]

/**
 * Writes the log entries of an operation and the event of each, in the transaction of the change. An operation
 * calls it once, last: events take locks of their own.
 */
export async function recordModeration(
  tx: Prisma.TransactionClient,
  actor: Member,
  acts: readonly ModerationAct[],
): Promise<void> {
  if (acts.length === 0) return
  const rows = acts.map((act) => ({
    id: newId(),
    actor_id: actor.user.id,
    action: act.action,
    section_id: act.section,
    thread_id: act.thread ?? null,
    post_id: act.post ?? null,
    target_user_id: act.targetUser?.id ?? null,
    comment: act.comment ?? null,
    data: act.data,
  }))
  // The clock of the one database, read under the change's locks: entries on one thing are in the order of their acts.
  // It is read once, so that each entry and its event bear the same time.
  const written = await tx.$queryRaw<{ ctime: Date }[]>`
    WITH moment AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS ctime)
    INSERT INTO moderation_entry
      (id, ctime, actor_id, action, section_id, thread_id, post_id, target_user_id, comment, data)
    SELECT id, moment.ctime, actor_id, action, section_id, thread_id, post_id, target_user_id, comment, data
    FROM moment, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS entry (
      id uuid, actor_id uuid, action text, section_id uuid, thread_id uuid, post_id uuid, target_user_id uuid,
      comment text, data jsonb
    )
    RETURNING ctime`
  const ctime = written[0]!.ctime.toISOString()
  const tallies = acts.map(({ section }) => ({ sectionId: section, part: actor.user.id, by: 1 }))
  await addToTallies(tx, 'ModerationEntry', tallies)
  const events = acts.map((act, index) =>
    moderationEvent({
      id: rows[index]!.id,
      ctime,
      actor: shortUser(actor.user),
      action: act.action,
      section: act.section,
      thread: act.thread ?? null,
      post: act.post ?? null,
      target_user: act.targetUser ? shortUser(act.targetUser) : null,
      comment: act.comment ?? null,
      data: act.data,
    } as ModerationEntry),
  )
  await appendEvents(tx, actor.traceparent, events)
}
