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
    const {
      title: given = thread.title,
      is_pinned: isPinned = thread.isPinned,
      is_locked: isLocked = thread.isLocked,
      ...others
    } = patch
    // A further field of the patch does not compile before it is among those.
    others satisfies Record<string, never>
    const title = given.trim()
    const asked = { title, isPinned, isLocked }
    const isChange = (Object.keys(asked) as (keyof typeof asked)[]).some(
      (field) => asked[field] !== thread[field],
    )
    const kind = title !== thread.title ? 'ThreadRenamed' : 'ThreadMarked'
    const change = { kind, section: thread.sectionId, thread: thread.id, actor: moderator.user.id } as const
    if (isChange) await update(tx, change, asked)
    // The latest threads are counted separately among pinned and other ones.
    if (isPinned !== thread.isPinned) await recordActivity(tx, thread)
    await recordModeration(tx, moderator, patchActs(thread, asked))
    return thread.id
  })
  return getThread(context, principal, id)
}
