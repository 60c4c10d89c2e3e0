import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import { type Actor, actingUser, actorFrom, isMember, type Member } from '../../authority/actor.ts'
import { type Authority, authorityIn } from '../../authority/authority.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import type { Reference } from '../../resources/references.ts'
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
  const authority = judge(actor, section)
  if (!authority.canWrite || !isMember(actor)) throw new ApiError(refusal)
  if (section.isCategory) throw new ApiError(errors.sectionHoldsNoThreads)
  return { section, authority, member: actor }
}

/**
 * Loads a section that the caller may read.
 *
 * @throws ApiError sectionNotFound
 */
export async function accessSectionToRead(
  context: Pick<Context, 'db'>,
  principal: Caller,
  reference: Reference,
): Promise<{ section: SectionState; actor: Actor }> {
  const section = await findSection(context.db, reference, actingUser(principal))
  if (!section) throw new ApiError(errors.sectionNotFound)
  const actor = await actorFrom(context, principal, section.facts)
  judge(actor, section)
  return { section, actor }
}

/**
 * Loads a section that an actor who is already loaded may read.
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
  return { section, authority: judge(actor, section) }
}

/** @throws ApiError sectionNotFound to those who may not read it */
export function judge(actor: Actor, { id }: { id: string }): Authority {
  const authority = authorityIn(actor, id)
  if (!authority.canRead) throw new ApiError(errors.sectionNotFound)
  return authority
}
