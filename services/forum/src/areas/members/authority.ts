import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { KnownUser } from '@agora/shared/users/known-users'
import type { Member } from '../../authority/actor.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireId } from '../../resources/references.ts'
import { accessAsModerator } from '../moderation/authority.ts'

/**
 * A member, for any caller.
 *
 * @throws ApiError userNotFound, 503 if the gateway had to be asked and did not answer
 */
export async function accessMember(context: Context, principal: Caller, id: string): Promise<KnownUser> {
  const userId = requireId(id, errors.userNotFound)
  const member = await context.users.findUser(userId, principal.traceparent)
  if (!member) throw new ApiError(errors.userNotFound)
  return member
}

/**
 * A member, for callers who may sanction; others learn nothing about any id.
 *
 * @throws ApiError forbidden, userNotFound, 503 if the gateway had to be asked and did not answer
 */
export async function accessMemberToModerate(
  context: Context,
  principal: Caller,
  id: string,
): Promise<{ moderator: Member; userId: string }> {
  const moderator = await accessAsModerator(context, principal, common.forbidden)
  const { id: userId } = await accessMember(context, principal, id)
  return { moderator, userId }
}
