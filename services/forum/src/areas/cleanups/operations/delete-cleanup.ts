import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessMemberToModerate } from '../../members/authority.ts'
import type { Cleanup } from '../schemas.ts'
import { beginUndoing } from '../store.ts'
import { creatorsFor, viewCleanup, workerOf } from '../views.ts'

/**
 * Begins to undo a member's newest cleanup. What was hidden or deleted before it, or changed since, stays as it is.
 *
 * @throws ApiError forbidden, userNotFound, cleanupNotFound
 */
export async function deleteCleanup(context: Context, principal: Caller, id: string): Promise<Cleanup> {
  const { moderator, userId } = await accessMemberToModerate(context, principal, id)
  const undoing = { creatorId: creatorsFor(moderator), by: workerOf(moderator) }
  const row = await context.db.transaction((tx) => beginUndoing(tx, userId, undoing))
  if (!row) throw new ApiError(errors.cleanupNotFound)
  context.cleaning.set()
  return viewCleanup(row)
}
