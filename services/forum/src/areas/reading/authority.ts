import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { type Actor, isMember, type Member } from '../../authority/actor.ts'

/**
 * Admits members whose reading is recorded: a muted member may read on, a token without write access may not.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export function judgeReading(actor: Actor): Member {
  if (!isMember(actor)) throw new ApiError(common.unauthenticated)
  if (actor.ceiling === 'read' || actor.ceiling === 'public') throw new ApiError(common.forbidden)
  return actor
}
