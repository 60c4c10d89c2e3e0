import type { Transaction } from '@agora/shared/database/sql'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../errors.ts'
import { queueThread } from '../../search/indexing/store-due.ts'
import { moveMemberTallies } from '../../tallies/store.ts'
import type { ModerationAct } from '../moderation/events.ts'
import { threadTold } from './events.ts'
import type { ThreadState } from './store.ts'
import { countThreads, updateThread } from './store-writes.ts'

/**
 * Deletes a locked thread; its content stays, for those who may restore it.
 *
 * @returns the act to be recorded
 * @throws ApiError threadAlreadyDeleted
 */
export async function removeThread(
  tx: Transaction,
  thread: ThreadState,
  comment: string | null,
): Promise<ModerationAct> {
  if (thread.isDeleted) throw new ApiError(errors.threadAlreadyDeleted)
  await setDeleted(tx, thread, true)
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
export async function bringBackThread(tx: Transaction, thread: ThreadState): Promise<ModerationAct> {
  if (!thread.isDeleted) throw new ApiError(errors.threadNotDeleted)
  await setDeleted(tx, thread, false)
  return {
    action: 'RestoreThread',
    section: thread.sectionId,
    thread: thread.id,
    data: {},
    told: [threadTold('ThreadRestored', thread)],
  }
}

async function setDeleted(tx: Transaction, thread: ThreadState, isDeleted: boolean): Promise<void> {
  await updateThread(tx, thread.id, { isDeleted })
  await countThreads(tx, thread, isDeleted ? -1 : 1)
  await moveMemberTallies(tx, thread, isDeleted ? 'deleted' : 'restored')
  await queueThread(tx, thread.id)
}
