import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { type Actor, actingUser, actorFrom, isMember, type Member } from '../../authority/actor.ts'
import { type Authority, authorityIn } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import type { Reference } from '../../references.ts'
import { findSection, type SectionState } from './store.ts'

/**
 * Loads a section to write in.
 *
 * @param refusal the error for those who may not.
 * @throws ApiError sectionNotFound, `refusal`, sectionHoldsNoThreads
 */
export async function accessSectionToPost(
  context: Context,
  principal: Caller,
  reference: Reference,
  refusal: ErrorDefinition,
): Promise<{ section: SectionState; authority: Authority; member: Member }> {
  const section = await findSection(context.db, reference, actingUser(principal))
  if (!section) throw new ApiError(errors.sectionNotFound)
  const actor = await actorFrom(context, principal, section.facts)
  const authority = authorityIn(actor, section.id)
  if (!authority.canWrite || !isMember(actor)) throw new ApiError(refusal)
  if (section.isCategory) throw new ApiError(errors.sectionHoldsNoThreads)
  return { section, authority, member: actor }
}

/**
 * Loads a section for an actor who is already loaded; everybody sees every section.
 *
 * @throws ApiError sectionNotFound
 */
export async function accessSection(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  reference: Reference,
): Promise<{ section: SectionState; authority: Authority }> {
  const section = await findSection(db, reference)
  if (!section) throw new ApiError(errors.sectionNotFound)
  return { section, authority: authorityIn(actor, section.id) }
}
