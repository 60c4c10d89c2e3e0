import { KEY_PATTERN } from '@agora/shared/contracts/audience'
import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { readsSectionsOfMembers } from '../../authority/actor.ts'
import { readingMember } from '../../authority/members.ts'
import type { Context } from '../../context.ts'
import { errors } from '../../errors.ts'
import { type GroupRow, readGroup } from './store.ts'

const key = new RegExp(KEY_PATTERN)

/** A group's key in a path. @throws ApiError groupNotFound if no group can have it */
export function requireGroupKey(text: string): string {
  if (!key.test(text)) throw new ApiError(errors.groupNotFound)
  return text
}

/**
 * Whose groups the caller may see: null for all of them, else their own.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export function groupsSeenBy(principal: Caller): string | null {
  const { id, isAdministrator, ceiling } = readingMember(principal)
  if (!readsSectionsOfMembers(principal)) throw new ApiError(common.cannotReadOwn)
  return isAdministrator && ceiling === 'full' ? null : id
}

/**
 * A group that the caller may see; to anyone else it does not exist.
 *
 * @throws ApiError unauthenticated, forbidden, groupNotFound
 */
export async function accessGroup({ db }: Context, principal: Caller, text: string): Promise<GroupRow> {
  const seenBy = groupsSeenBy(principal)
  const group = await readGroup(db, requireGroupKey(text), seenBy)
  if (!group) throw new ApiError(errors.groupNotFound)
  return group
}
