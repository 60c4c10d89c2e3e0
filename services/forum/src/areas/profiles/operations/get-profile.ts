import type { Caller } from '@agora/shared/contracts/principal'
import { shortUser } from '@agora/shared/contracts/types'
import { readsAsMember } from '../../../authority/actor.ts'
import type { Context } from '../../../context.ts'
import { accessMember } from '../../members/authority.ts'
import type { Profile } from '../schemas.ts'
import { readProfile } from '../store.ts'
import { viewProfile } from '../views.ts'

/** @throws ApiError userNotFound */
export async function getProfile(context: Context, principal: Caller, id: string): Promise<Profile> {
  const member = await accessMember(context, principal, id)
  const isOwn = readsAsMember(principal) && principal.id === member.id
  return viewProfile(shortUser(member), await readProfile(context.db, member.id), isOwn)
}
