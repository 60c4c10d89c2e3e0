import type { Principal } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import { common } from '@agora/shared/errors/common'
import { isMember, loadActor, type Member } from '../../authority/actor.ts'
import type { Context } from '../../context.ts'

/**
 * The member whose reading is recorded. A mute does not bar it, a token that may not write does.
 *
 * @throws ApiError unauthenticated, forbidden
 */
export async function accessReading(context: Context, principal: Principal): Promise<Member> {
  const actor = await loadActor(context, principal)
  if (!isMember(actor)) throw new ApiError(common.unauthenticated)
  if (actor.ceiling === 'read') throw new ApiError(common.forbidden)
  return actor
}
