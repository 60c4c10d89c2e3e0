import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Member } from '../../authority/actor.ts'
import { errors } from '../../errors.ts'
import { moveMemberTallies } from '../../tallies/store.ts'
import type { ModerationAct } from '../moderation/events.ts'
import { threadTold } from './events.ts'
import type { ThreadState } from './store.ts'
import { countThreads, markDeleted } from './store-writes.ts'

/**
 * Deletes a locked thread; its content stays, for those who may restore it.
 *
 * @returns the act to be recorded
 * @throws ApiError threadAlreadyDeleted
 */
export async function removeThread(
  tx: Transaction,
  thread: ThreadState,
  moderator: Member,
  comment: string | null,
): Promise<ModerationAct> {
  if (thread.isDeleted) throw new ApiError(errors.threadAlreadyDeleted)
  await setDeleted(tx, thread, moderator, true)
  return {
    action: 'DeleteThread',
    section: thread.sectionId,
    thread: thread.id,
    comment,
    data: {},
    told: [threadTold('ThreadDeleted', thread)],
  }
}

/**
 * Brings back a locked thread.
 *
 * @returns the act to be recorded
 * @throws ApiError threadNotDeleted
 */
export async function bringBackThread(
  tx: Transaction,
  thread: ThreadState,
  moderator: Member,
): Promise<ModerationAct> {
  if (!thread.isDeleted) throw new ApiError(errors.threadNotDeleted)
  await setDeleted(tx, thread, moderator, false)
  return {
    action: 'RestoreThread',
    section: thread.sectionId,
    thread: thread.id,
    data: {},
    told: [threadTold('ThreadRestored', thread)],
  }
}

async function setDeleted(
  tx: Transaction,
  thread: ThreadState,
  moderator: Member,
  isDeleted: boolean,
): Promise<void> {
  const kind = isDeleted ? 'ThreadDeleted' : 'ThreadRestored'
  const change = { kind, section: thread.sectionId, thread: thread.id, actor: moderator.user.id } as const
  await markDeleted(tx, change, isDeleted)
  await countThreads(tx, thread, isDeleted ? -1 : 1)
  await moveMemberTallies(tx, thread, isDeleted ? 'deleted' : 'restored')
}
