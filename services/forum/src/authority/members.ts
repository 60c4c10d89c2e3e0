import type { Principal, UserPrincipal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { forumCeiling, readsAsMember } from './actor.ts'

/**
 * The member whose own data is read; a token without read access to the forum is refused.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export function readingMember(principal: Principal): UserPrincipal {
  if (principal.kind !== 'user') throw new ApiError(common.unauthenticated)
  if (!readsAsMember(principal)) throw new ApiError(common.cannotReadOwn)
  return principal
}

/**
 * The member whose own data is changed; a read-only token is refused, a muted member is not.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export function writingMember(principal: Principal): UserPrincipal {
  if (principal.kind !== 'user') throw new ApiError(common.unauthenticated)
  const ceiling = forumCeiling(principal)
  if (ceiling === 'public' || ceiling === 'read') throw new ApiError(common.cannotWriteOwn)
  return principal
}
