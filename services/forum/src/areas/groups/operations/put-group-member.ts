import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { requireId } from '../../../resources/references.ts'
import { accessGroup } from '../authority.ts'
import type { Group } from '../schemas.ts'
import { insertGroupMember } from '../store.ts'
import { viewGroup } from '../views.ts'

/**
 * Puts a member into a group. Without effect if they are in it already.
 *
 * @throws ApiError groupNotFound, userNotFound
 */
export async function putGroupMember(
  context: Context,
  principal: Caller,
  key: string,
  userId: string,
): Promise<Group> {
  await accessGroup(context, principal, key)
  const id = requireId(userId, errors.userNotFound)
  const user = await context.users.resolve({ id }, principal.traceparent)
  if (!user) throw new ApiError(errors.userNotFound)
  await insertGroupMember(context.db, key, user.id)
  return viewGroup(await accessGroup(context, principal, key))
}
