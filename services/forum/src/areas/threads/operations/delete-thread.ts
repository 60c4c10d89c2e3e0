import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { queueThread } from '../../../search/indexing/store-due.ts'
import { moveMemberTallies } from '../../../tallies/store.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessThreadToModerate } from '../authority.ts'
import type { Thread } from '../schemas.ts'
import { countThreads, updateThread } from '../store-writes.ts'
import { getThread } from './get-thread.ts'

/**
 * @param comment stored in the moderation log only.
 * @throws ApiError threadNotFound, cannotDeleteThread, threadAlreadyDeleted
 */
export async function deleteThread(
  context: Context,
  principal: Caller,
  ref: string,
  comment: string | null,
): Promise<Thread> {
  const actor = await loadActor(context, principal)
  const id = await context.db.transaction(async (tx) => {
    const { thread, moderator } = await accessThreadToModerate(tx, actor, ref, errors.cannotDeleteThread)
    if (thread.isDeleted) throw new ApiError(errors.threadAlreadyDeleted)
    await updateThread(tx, thread.id, { isDeleted: true })
    await countThreads(tx, thread, -1)
    await moveMemberTallies(tx, thread, 'deleted')
    const subject = { section: thread.sectionId, thread: thread.id, comment }
    await queueThread(tx, thread.id)
    await recordModeration(tx, moderator, [{ action: 'DeleteThread', data: {}, ...subject }])
    return thread.id
  })
  return getThread(context, principal, id)
}
