import type { Caller } from '@agora/shared/contracts/principal'
import type { Role } from '@agora/shared/contracts/roles'
import { ApiError, type ErrorDefinition } from '@agora/shared/errors/catalogue'
import type { KnownUser } from '@agora/shared/users/known-users'
import { requireRecent } from '@agora/shared/users/recent'
import { isMember, loadActor, type Member } from '../../authority/actor.ts'
import { authorityIn, canGrant } from '../../authority/authority.ts'
import { resolveMember } from '../../authority/resolve-member.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { bodyReference, type Reference } from '../../resources/references.ts'
import type { MemberReference } from '../../resources/schemas.ts'
import { accessSection } from '../sections/authority.ts'
import { findSection } from '../sections/store.ts'
import type { RoleGrantInput } from './schemas.ts'

/** A requested change of somebody's roles. */
export interface RoleChange {
  act: 'grant' | 'revoke'
  user: MemberReference
  role: Role
  /** Null for roles of the whole forum; undefined if the reference can match nothing. */
  section: Reference | null | undefined
}

export interface AccessedGrant {
  actor: Member
  grantee: KnownUser
  sectionId: string | null
}

/** The errors in which the two pairs of routes differ. */
export interface Refusals {
  permission: ErrorDefinition
  grantee: ErrorDefinition
}

/**
 * Checks whether the actor may make the change before looking anything up, so that callers without the right learn
 * nothing of who and what exists; then loads the user and section.
 *
 * @throws ApiError the refusals, recentSignInRequired for a grant, sectionNotFound
 */
export async function accessGrant(
  context: Context,
  principal: Caller,
  change: RoleChange,
  refusals: Refusals,
): Promise<AccessedGrant> {
  const actor = await loadActor(context, principal)
  if (!isMember(actor)) throw new ApiError(refusals.permission)
  if (!canGrant(actor, change.role) && !(await stepsDown(context, actor, change))) {
    throw new ApiError(refusals.permission)
  }
  if (change.act === 'grant') requireRecent(principal)
  if (change.section === undefined) throw new ApiError(errors.sectionNotFound)
  const place = change.section && (await accessSection(context, actor, change.section))
  const grantee = await resolveMember(context, actor, change.user)
  if (!grantee) throw new ApiError(refusals.grantee)
  return { actor, grantee, sectionId: place?.section.id ?? null }
}

/** A Moderator may give up their own role. Anyone else is refused whatever they name. */
async function stepsDown(context: Context, actor: Member, change: RoleChange): Promise<boolean> {
  if (change.act !== 'revoke' || change.role !== 'Moderator' || !change.section) return false
  const section = await findSection(context.db, change.section)
  if (!section || !authorityIn(actor, section.id).roles.includes('Moderator')) return false
  const named = 'id' in change.user ? change.user : await resolveMember(context, actor, change.user)
  return named?.id === actor.user.id
}

export const siteRefusals: Refusals = {
  permission: errors.cannotGrantRole,
  grantee: errors.roleGranteeNotFound,
}

/** @throws ApiError roleScopeMismatch */
export function readChange(act: RoleChange['act'], { user, role, section }: RoleGrantInput): RoleChange {
  if ((role === 'Moderator') !== (section !== undefined)) throw new ApiError(errors.roleScopeMismatch)
  return { act, user, role, section: section === undefined ? null : bodyReference(section) }
}
