import type { Caller } from '@agora/shared/contracts/principal'
import { ApiError } from '@agora/shared/errors/catalogue'
import type { Context } from '../../../context.ts'
import { errors } from '../../../errors.ts'
import { recordModeration } from '../../moderation/events.ts'
import { accessSanctionToLift } from '../authority.ts'
import { sanctionAct } from '../events.ts'
import type { Sanction } from '../schemas.ts'
import { liftSanction } from '../store.ts'
import { viewSanction } from '../views.ts'

/**
 * Lifts a sanction, once; an expired one too.
 *
 * @throws ApiError cannotLiftSanction, sanctionNotFound, sanctionAlreadyLifted
 */
export async function deleteSanction(context: Context, principal: Caller, id: string): Promise<Sanction> {
  const { actor, sanction } = await accessSanctionToLift(context, principal, id)
  const lifted = await context.db.transaction(async (tx) => {
    const lifted = await liftSanction(tx, sanction, actor.user.id)
    if (!lifted) throw new ApiError(errors.sanctionAlreadyLifted)
    await recordModeration(tx, actor, [sanctionAct('DeleteSanction', lifted)])
    return lifted
  })
  return viewSanction(lifted, true)
}
