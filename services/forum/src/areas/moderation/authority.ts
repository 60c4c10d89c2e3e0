import type { Caller } from '@agora/shared/contracts/principal'
import type { Role } from '@agora/shared/contracts/roles'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { type Actor, isMember, loadActor, type Member } from '../../authority/actor.ts'
import { globalRoles, moderatesAnything } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { accessSection } from '../sections/authority.ts'

/**
 * The actor, if they moderate anything; others are refused whatever they ask for.
 *
 * @throws ApiError `refusal`
 */
export async function accessAsModerator(
  context: Context,
  principal: Caller,
  refusal: ErrorDefinition,
): Promise<Member> {
  const actor = await loadActor(context, principal)
  if (!isMember(actor) || !moderatesAnything(actor)) throw new ApiError(refusal)
  return actor
}

/**
 * Authorizes a moderator's view: of one section for its moderators, of the whole site for holders of one of these
 * roles.
 *
 * @param sectionId null for the whole site.
 * @throws ApiError `refusal`, sectionNotFound
 */
export async function judgeView(
  context: Context,
  actor: Actor,
  sectionId: string | null,
  { siteRoles, refusal }: { siteRoles: readonly Role[]; refusal: ErrorDefinition },
): Promise<void> {
  if (sectionId === null) {
    if (!globalRoles(actor).some((role) => siteRoles.includes(role))) throw new ApiError(refusal)
    return
  }
  const { authority } = await accessSection(context, actor, { by: 'id', value: sectionId })
  if (!authority.canModerate) throw new ApiError(refusal)
}
