import type { Caller } from '@agora/shared/contracts/principal'
import { siteRoles } from '@agora/shared/contracts/roles'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { KnownUser } from '@agora/shared/users/known-users'
import { type Actor, loadActor, type Member, readsAsMember } from '../../authority/actor.ts'
import { authorityIn, globalRoles } from '../../authority/authority.ts'
import { resolveMember } from '../../authority/resolve-member.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { requireId } from '../../resources/references.ts'
import type { MemberReference } from '../../resources/schemas.ts'
import { accessAsModerator, judgeView } from '../moderation/authority.ts'
import { accessSection } from '../sections/authority.ts'
import type { SanctionInput } from './schemas.ts'
import type { SanctionFilter, SanctionRow } from './sql.ts'
import { readSanction } from './store.ts'

/** Whether the actor may moderate the scope: a section's moderators their own section, the global roles all. */
export function covers(actor: Actor, sectionId: string | null): boolean {
  if (sectionId === null) return globalRoles(actor).length > 0
  return authorityIn(actor, sectionId).canModerate
}

/**
 * Authorizes reading sanctions: one's own, or as a moderator of what the filter names.
 *
 * @throws ApiError cannotReadSanctions, sectionNotFound, userNotFound
 */
export async function accessSanctions(
  context: Context,
  principal: Caller,
  { userId, sectionId }: Pick<SanctionFilter, 'userId' | 'sectionId'>,
): Promise<Actor> {
  const refusal = errors.cannotReadSanctions
  const own = readsAsMember(principal) && principal.id === userId
  if (own) {
    const actor = await loadActor(context, principal)
    if (sectionId !== null) await accessSection(context, actor, { by: 'id', value: sectionId })
    return actor
  }
  const moderator = await accessAsModerator(context, principal, refusal)
  await judgeView(context, moderator, sectionId, { siteRoles, refusal })
  if (userId !== null && !(await context.users.findUser(userId, principal.traceparent)))
    throw new ApiError(errors.userNotFound)
  return moderator
}

/**
 * An actor who may sanction in the scope. Callers who moderate nothing do not learn whether a section exists.
 *
 * @throws ApiError cannotSanction, sectionNotFound
 */
export async function accessToSanction(
  context: Context,
  principal: Caller,
  { section }: Pick<SanctionInput, 'section'>,
): Promise<{ actor: Member; sectionId: string | null }> {
  const actor = await accessAsModerator(context, principal, errors.cannotSanction)
  return { actor, sectionId: await accessScope(context, actor, section) }
}

/**
 * The id of the section in which somebody who moderates something may sanction; null for the whole forum.
 *
 * @throws ApiError cannotSanction, sectionNotFound
 */
export async function accessScope(
  context: Context,
  actor: Member,
  section: SanctionInput['section'],
): Promise<string | null> {
  const sectionId = section?.id ?? null
  if (sectionId !== null) await accessSection(context, actor, { by: 'id', value: sectionId })
  if (!covers(actor, sectionId)) throw new ApiError(errors.cannotSanction)
  return sectionId
}

/**
 * Checks whether the actor may sanction in the scope before it looks up the account, then loads it.
 *
 * @throws ApiError cannotSanction, sectionNotFound, sanctionedUserNotFound
 */
export async function accessTargetOfSanction(
  context: Context,
  principal: Caller,
  input: SanctionInput,
): Promise<{ actor: Member; user: KnownUser; sectionId: string | null }> {
  const { actor, sectionId } = await accessToSanction(context, principal, input)
  return { actor, user: await findSanctioned(context, actor, input.user), sectionId }
}

/** @throws ApiError sanctionedUserNotFound */
export async function findSanctioned(
  context: Context,
  actor: Member,
  reference: MemberReference,
): Promise<KnownUser> {
  const user = await resolveMember(context, actor, reference)
  if (!user) throw new ApiError(errors.sanctionedUserNotFound)
  return user
}

/**
 * A sanction to be lifted. Callers who moderate nothing learn nothing about any id.
 *
 * @throws ApiError cannotLiftSanction, sanctionNotFound
 */
export async function accessSanctionToLift(
  context: Context,
  principal: Caller,
  id: string,
): Promise<{ actor: Member; sanction: SanctionRow }> {
  const actor = await accessAsModerator(context, principal, errors.cannotLiftSanction)
  const sanction = await readSanction(context.db, requireId(id, errors.sanctionNotFound))
  if (!sanction) throw new ApiError(errors.sanctionNotFound)
  const { sectionId } = sanction
  if (sectionId !== null && !authorityIn(actor, sectionId).canRead)
    throw new ApiError(errors.sanctionNotFound)
  if (!covers(actor, sectionId)) throw new ApiError(errors.cannotLiftSanction)
  return { actor, sanction }
}
