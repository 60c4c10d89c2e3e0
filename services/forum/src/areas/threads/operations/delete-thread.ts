import type { Caller } from '@agora/shared/contracts/principal'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessThreadToModerate } from '../authority.ts'
import { removeThread } from '../remove-thread.ts'
import type { Thread } from '../schemas.ts'
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
    await recordModeration(tx, moderator, [await removeThread(tx, thread, moderator, comment)])
    return thread.id
  })
  return getThread(context, principal, id)
}
