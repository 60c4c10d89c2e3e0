import { contentEvents } from '@agora/shared/contracts/events/content'
import type { EventDraft } from '@agora/shared/contracts/events/event'
import type { Transaction } from '@agora/shared/database/sql'
import { readClosedSections } from '../../authority/store.ts'
import type { ModerationAct } from '../moderation/events.ts'
import type { ThreadState } from './store.ts'

/** The acts that turn a thread into what was asked for: one for each field that changes. */
export function patchActs(
  thread: ThreadState,
  { title, isPinned, isLocked }: Pick<ThreadState, 'title' | 'isPinned' | 'isLocked'>,
): ModerationAct[] {
  const subject = { section: thread.sectionId, thread: thread.id }
  const acts: ModerationAct[] = []
  if (title !== thread.title) acts.push({ action: 'RenameThread', data: { title }, ...subject })
  if (isPinned !== thread.isPinned) {
    const action = isPinned ? 'PinThread' : 'UnpinThread'
    acts.push({ action, data: { is_pinned: isPinned }, ...subject })
  }
  if (isLocked !== thread.isLocked) {
    const action = isLocked ? 'LockThread' : 'UnlockThread'
    acts.push({ action, data: { is_locked: isLocked }, ...subject })
  }
  return acts
}

/**
 * To who may read but one of the two sections, a thread that moves between them is one that is deleted or restored: that
 * is what applications are told, besides the move.
 */
export async function moveTold(
  tx: Transaction,
  { id, sectionId }: Pick<ThreadState, 'sectionId' | 'id'>,
  destinationId: string,
): Promise<EventDraft[]> {
  const closed = await readClosedSections(tx)
  const told: EventDraft[] = []
  // Where everybody may read, the move itself is told.
  if (closed.includes(destinationId)) told.push(threadTold('ThreadDeleted', { sectionId, id }))
  if (closed.includes(sectionId)) told.push(threadTold('ThreadRestored', { sectionId: destinationId, id }))
  return told
}

/** What applications are told of a thread. */
export const threadTold = (
  name: 'ThreadDeleted' | 'ThreadRestored',
  { sectionId, id }: Pick<ThreadState, 'sectionId' | 'id'>,
): EventDraft => contentEvents[name].of({ section: sectionId, thread: id })
