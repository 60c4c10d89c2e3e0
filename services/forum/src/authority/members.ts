import type { Principal, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { forumCeiling, readsAsMember } from './actor.ts'

/**
 * The member whose own things are read: a token that may not read the forum does not.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export function readingMember(principal: Principal): UserPrincipal {
  if (principal.kind !== 'user') throw new ApiError(common.unauthenticated)
  if (!readsAsMember(principal)) throw new ApiError(common.forbidden)
  return principal
}

/**
 * The member whose own things are changed: a token that only reads does not, a mute bars nobody.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export function writingMember(principal: Principal): UserPrincipal {
  const member = readingMember(principal)
  if (forumCeiling(member as Principal) === 'read') throw new ApiError(common.forbidden)
  return member
}
