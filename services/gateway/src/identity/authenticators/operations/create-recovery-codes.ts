import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { type Actor, accessSelf } from '../../accounts/authority.ts'
import type { Context } from '../../context.ts'
import { tellAccountChanged } from '../../mail-tokens/account-changed.ts'
import { changingAuthenticators } from '../authority.ts'
import { renewRecoveryCodes } from '../recovery-set.ts'
import type { RecoveryCodes } from '../schemas.ts'
import { countFactors } from '../store.ts'

/**
 * Gives a member ten new recovery codes in place of the old ones.
 * @throws ApiError 403 for anybody else and without a recent sign-in, 409 where there is no second factor
 */
export async function createRecoveryCodes(
  context: Context,
  actor: Actor,
  userId: string,
): Promise<RecoveryCodes> {
  const { id: accountId } = await accessSelf(context, actor, userId)
  return changingAuthenticators(context, actor, accountId, async (tx, account) => {
    if ((await countFactors(tx, accountId)) === 0) throw new ApiError(errors.noFactorToRecover)
    const recovery_codes = await renewRecoveryCodes(tx, accountId)
    await tellAccountChanged(context, tx, actor.traceparent, account, { change: 'RecoveryCodesRenewed' })
    return { recovery_codes }
  })
}
