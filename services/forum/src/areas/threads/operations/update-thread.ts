import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessThreadToModerate } from '../authority.ts'
import { patchActs } from '../events.ts'
import type { Thread, ThreadPatch } from '../schemas.ts'
import { recordActivity, updateThread as update } from '../store-writes.ts'
import { getThread } from './get-thread.ts'

/**
 * Renames, pins and locks. A field that already has the requested value is no change.
 *
 * @throws ApiError threadNotFound, cannotModerateThread, threadAlreadyDeleted
 */
export async function updateThread(
  context: Context,
  principal: Caller,
  ref: string,
  patch: ThreadPatch,
): Promise<Thread> {
  const actor = await loadActor(context, principal)
  const id = await context.db.transaction(async (tx) => {
    const { thread, moderator } = await accessThreadToModerate(tx, actor, ref, errors.cannotModerateThread)
    if (thread.isDeleted) throw new ApiError(errors.threadAlreadyDeleted)
    const title = patch.title?.trim() ?? thread.title
    const { is_pinned: isPinned = thread.isPinned, is_locked: isLocked = thread.isLocked } = patch
    const acts = patchActs(thread, { title, isPinned, isLocked })
    const kind = title !== thread.title ? 'ThreadRenamed' : 'ThreadMarked'
    const change = { kind, section: thread.sectionId, thread: thread.id, actor: moderator.user.id } as const
    if (acts.length > 0) await update(tx, change, { title, isPinned, isLocked })
    // The latest threads are counted separately among pinned and other ones.
    if (isPinned !== thread.isPinned) await recordActivity(tx, thread)
    await recordModeration(tx, moderator, acts)
    return thread.id
  })
  return getThread(context, principal, id)
}
