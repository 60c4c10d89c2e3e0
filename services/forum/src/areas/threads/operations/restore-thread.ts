import type { Caller } from '@agora/shared/contracts/principal'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessThreadToModerate } from '../authority.ts'
import { bringBackThread } from '../remove-thread.ts'
import type { Thread } from '../schemas.ts'
import { getThread } from './get-thread.ts'

/** @throws ApiError threadNotFound, cannotRestoreThread, threadNotDeleted */
export async function restoreThread(context: Context, principal: Caller, ref: string): Promise<Thread> {
  const actor = await loadActor(context, principal)
  const id = await context.db.transaction(async (tx) => {
    const { thread, moderator } = await accessThreadToModerate(tx, actor, ref, errors.cannotRestoreThread)
    await recordModeration(tx, moderator, [await bringBackThread(tx, thread, moderator)])
    return thread.id
  })
  return getThread(context, principal, id)
}
