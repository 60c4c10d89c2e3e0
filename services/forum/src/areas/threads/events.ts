import { contentEvents } from '@agora/shared/contracts/events/content'
import type { EventDraft } from '@agora/shared/contracts/events/event'
import type { Transaction } from '@agora/shared/database/sql'
import { readClosedSections } from '../../authority/store.ts'
import type { ModerationAct } from '../moderation/events.ts'
import type { ThreadSettings } from './schemas.ts'
import type { ThreadState } from './store.ts'

type Subject = { section: string; thread: string }

/** The act by which each setting of a thread changes. */
const settingActs: {
  [Name in keyof ThreadSettings]: (value: ThreadSettings[Name], subject: Subject) => ModerationAct
} = {
  title: (title, subject) => ({ action: 'RenameThread', data: { title }, ...subject }),
  is_pinned: (is_pinned, subject) => ({
    action: is_pinned ? 'PinThread' : 'UnpinThread',
    data: { is_pinned },
    ...subject,
  }),
  is_locked: (is_locked, subject) => ({
    action: is_locked ? 'LockThread' : 'UnlockThread',
    data: { is_locked },
    ...subject,
  }),
}

export const settingAct = <Name extends keyof ThreadSettings>(
  { id, sectionId }: Pick<ThreadState, 'sectionId' | 'id'>,
  name: Name,
  value: ThreadSettings[Name],
): ModerationAct => settingActs[name](value, { section: sectionId, thread: id })

/**
 * To somebody who may read only one of the two sections, a thread that moves between them is deleted or restored: that is
 * what applications are told, besides the move.
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
