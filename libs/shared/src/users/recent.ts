import type { Principal } from '../contracts/principal.ts'
import { ApiError } from '../errors/catalogue.ts'
import { common } from '../errors/common.ts'

/**
 * For what gives power that outlives a session: a stolen one alone must not suffice. A token confers what its member has
 * allowed, whenever that was.
 *
 * @throws ApiError 403
 */
export function requireRecent(principal: Principal): void {
  if (principal.kind === 'user' && principal.ceiling === 'full' && !principal.isRecent)
    throw new ApiError(common.recentSignInRequired)
}
