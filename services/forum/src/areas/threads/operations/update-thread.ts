import type { Caller } from '@agora/shared/contracts/principal'
import { marksOf } from '@agora/shared/contracts/thread-marks'
import { ApiError } from '@agora/shared/errors/catalogue'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessThreadToModerate } from '../authority.ts'
import { settingAct } from '../events.ts'
import { settingNames, type Thread, type ThreadPatch, type ThreadSettings } from '../schemas.ts'
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
    const asked: ThreadSettings = {
      title: patch.title?.trim() ?? thread.title,
      ...marksOf({ ...thread, ...patch }),
    }
    const changed = settingNames.filter((name) => asked[name] !== thread[name])
    const kind = changed.includes('title') ? 'ThreadRenamed' : 'ThreadMarked'
    const change = { kind, section: thread.sectionId, thread: thread.id, actor: moderator.user.id } as const
    if (changed.length > 0) await update(tx, change, asked)
    // The latest threads are counted separately among pinned and other ones.
    if (changed.includes('is_pinned')) await recordActivity(tx, thread)
    const acts = changed.map((name) => settingAct(thread, name, asked[name]))
    await recordModeration(tx, moderator, acts)
    return thread.id
  })
  return getThread(context, principal, id)
}
