import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import type { KnownUser } from '@agora/shared/users/known-users'
import { isMember, loadActor, type Member } from '../../authority/actor.ts'
import { globalRoles } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { accessMember } from '../members/authority.ts'

/**
 * A member who may write a profile: as for a post, neither under a token that does not write nor muted in the whole
 * forum.
 *
 * @throws ApiError forbidden
 */
export async function accessOwnProfile(context: Context, principal: Caller): Promise<Member> {
  const actor = await loadActor(context, principal)
  const mayWrite = actor.ceiling === 'post' || actor.ceiling === 'roles'
  if (!isMember(actor) || !mayWrite || actor.mutes.includes(null)) throw new ApiError(common.cannotWriteOwn)
  return actor
}

/**
 * The member whose profile is to be emptied, for whoever moderates the whole site; others learn nothing about any id.
 *
 * @throws ApiError forbidden, userNotFound, 503 if the gateway had to be asked and did not answer
 */
export async function accessProfileToEmpty(
  context: Context,
  principal: Caller,
  id: string,
): Promise<{ moderator: Member; user: KnownUser }> {
  const moderator = await loadActor(context, principal)
  if (!isMember(moderator) || globalRoles(moderator).length === 0) throw new ApiError(common.forbidden)
  return { moderator, user: await accessMember(context, principal, id) }
}
