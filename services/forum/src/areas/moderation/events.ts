import type { EventDraft } from '@agora/shared/contracts/events/event'
import {
  type ModerationAction,
  type ModerationEntry,
  moderationEvent,
} from '@agora/shared/contracts/events/moderation'
import { newId } from '@agora/shared/contracts/ids'
import type { Transaction } from '@agora/shared/database/sql'
import { appendEvents } from '@agora/shared/messaging/outbox'
import type { Member } from '../../authority/actor.ts'
import { insertEntries } from './store.ts'
import { tellingWhatIsClosed } from './told.ts'

type DataOf<Action extends ModerationAction> = Extract<ModerationEntry, { action: Action }>['data']

interface ActContext {
  /** Null for site-wide acts; for a move, the source. */
  section: string | null
  thread?: string
  post?: string
  targetUser?: string
  comment?: string | null
  /** What applications are told of it. */
  told?: readonly EventDraft[]
}

/** One effective change, as its operation describes it. */
export type ModerationAct = {
  [Action in ModerationAction]: { action: Action; data: DataOf<Action> } & ActContext
}[ModerationAction]

/**
 * Writes an operation's log entries and their events, and those that applications are told of it, in the transaction of
 * the change. Called once, last: events take locks of their own.
 */
export async function recordModeration(
  tx: Transaction,
  actor: Member,
  acts: readonly ModerationAct[],
): Promise<void> {
  if (acts.length === 0) return
  const rows = acts.map((act) => ({
    id: newId(),
    actorId: actor.user.id,
    action: act.action,
    sectionId: act.section,
    threadId: act.thread ?? null,
    postId: act.post ?? null,
    targetUserId: act.targetUser ?? null,
    comment: act.comment ?? null,
    data: act.data,
  }))
  const ctime = await insertEntries(tx, rows)
  const events = acts.map((act, index) =>
    moderationEvent({
      id: rows[index]!.id,
      ctime,
      actor: actor.user.id,
      action: act.action,
      section: act.section,
      thread: act.thread ?? null,
      post: act.post ?? null,
      target_user: act.targetUser ?? null,
      data: act.data,
    } as ModerationEntry),
  )
  const all = [...events, ...acts.flatMap(({ told = [] }) => told)]
  await appendEvents(tx, actor.traceparent, await tellingWhatIsClosed(tx, all))
}
