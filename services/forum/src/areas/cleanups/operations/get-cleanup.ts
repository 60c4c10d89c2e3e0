import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { accessMemberToModerate } from '../../members/authority.ts'
import type { Cleanup } from '../schemas.ts'
import { findCleanup } from '../store.ts'
import { creatorsFor, viewCleanup } from '../views.ts'

/**
 * How far the newest cleanup of a member has come: one's own, or anybody's for those who moderate the whole site.
 *
 * @throws ApiError forbidden, userNotFound, cleanupNotFound
 */
export async function getCleanup(context: Context, principal: Caller, id: string): Promise<Cleanup> {
  const { moderator, userId } = await accessMemberToModerate(context, principal, id)
  const row = await findCleanup(context.db, userId, creatorsFor(moderator))
  if (!row) throw new ApiError(errors.cleanupNotFound)
  return viewCleanup(row)
}
