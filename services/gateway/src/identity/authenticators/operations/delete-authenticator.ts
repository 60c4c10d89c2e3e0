import { parseUuid } from '@agora/shared/contracts/ids'
import { ApiError } from '@agora/shared/errors/catalogue'
import { errors } from '../../../errors.ts'
import { type Actor, accessOwnAccount } from '../../accounts/authority.ts'
import { isAdministrator } from '../../accounts/store.ts'
import type { Context } from '../../context.ts'
import { tellAccountChanged } from '../../mail-tokens/account-changed.ts'
import { changingAuthenticators } from '../authority.ts'
import { countFactors, deleteRecoverySet, deleteAuthenticator as deleteRow } from '../store.ts'

/**
 * Removes one of an account's authenticators, its recovery codes with the last second factor. The member is told by mail,
 * and who it was: they, or an administrator.
 * @throws ApiError 403 for anybody else and without a recent sign-in, 404, 409 for another administrator's
 */
export async function deleteAuthenticator(
  context: Context,
  actor: Actor,
  params: { user_id: string; authenticator_id: string },
): Promise<void> {
  const accountId = await accessOwnAccount(context, actor, params.user_id)
  const id = parseUuid(params.authenticator_id)
  await changingAuthenticators(context, actor, accountId, async (tx, account) => {
    if (actor.id !== accountId && isAdministrator(account)) throw new ApiError(errors.accountOfAdministrator)
    const deleted = id === undefined ? undefined : await deleteRow(tx, accountId, id)
    if (!deleted) throw new ApiError(errors.authenticatorNotFound)
    if ((await countFactors(tx, accountId)) === 0) await deleteRecoverySet(tx, accountId)
    const change = actor.id === accountId ? 'AuthenticatorRemoved' : 'AuthenticatorTakenAway'
    const changed = { change, what: deleted.name } as const
    await tellAccountChanged(context, tx, actor.traceparent, account, changed)
  })
}
