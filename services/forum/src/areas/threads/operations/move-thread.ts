import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { loadActor } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import type { SectionReference } from '../../../resources/schemas.ts'
import { recordModeration } from '../../moderation/events.ts'
import { moveReports } from '../../reports/store.ts'
import { lockSections } from '../../sections/store-tree.ts'
import { accessThreadToMove } from '../authority.ts'
import { moveTold } from '../events.ts'
import type { Thread } from '../schemas.ts'
import { moveThread as move } from '../store-writes.ts'
import { getThread } from './get-thread.ts'

/**
 * Moves a thread; a move into its own section changes nothing. Needs the right in both sections.
 *
 * @throws ApiError threadNotFound, destinationNotFound, cannotMoveThread, threadAlreadyDeleted,
 *   destinationHoldsNoThreads
 */
export async function moveThread(
  context: Context,
  principal: Caller,
  ref: string,
  section: SectionReference,
): Promise<Thread> {
  const actor = await loadActor(context, principal)
  const id = await context.db.transaction(async (tx) => {
    const { thread, moderator, destination } = await accessThreadToMove(tx, actor, ref, section)
    if (thread.isDeleted) throw new ApiError(errors.threadAlreadyDeleted)
    if (destination.id === thread.sectionId) return thread.id
    const categories = await lockSections(tx, [thread.sectionId, destination.id])
    if (categories.has(destination.id)) throw new ApiError(errors.destinationHoldsNoThreads)
    await moveReports(tx, thread, destination.id)
    const about = { section: destination.id, thread: thread.id, actor: moderator.user.id }
    await move(tx, { kind: 'ThreadMoved', ...about }, thread)
    const data = { from_section: thread.sectionId, to_section: destination.id }
    await recordModeration(tx, moderator, [
      {
        action: 'MoveThread',
        section: thread.sectionId,
        thread: thread.id,
        data,
        told: await moveTold(tx, thread, destination.id),
      },
    ])
    return thread.id
  })
  return getThread(context, principal, id)
}
